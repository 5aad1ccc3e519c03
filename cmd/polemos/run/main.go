package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/policies/expr"
)

// Exit statuses.
const (
	Done        = 0
	Failed      = 1 // an expectation fails
	Usage       = 2 // wrong usage or invalid scenario
	Undecided   = 3
	Broken      = 4 // input, output or internal failure
	Interrupted = 130
)

// Main runs the program with the policies of the table and returns its exit
// status.
func Main(t *policies.Table, args []string) int { return main(nil, t, args) }

func main(x *Elsewhere, t *policies.Table, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait for the first
	a := &app{table: t, elsewhere: x, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
	a.outWidth = width(os.Stdout)
	a.errIsTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	return a.run(ctx, args)
}

// width is that of a terminal in characters; 0 when f is none.
func width(f *os.File) int {
	if w, _, err := term.GetSize(int(f.Fd())); err == nil {
		return w
	}
	return 0
}

// app is the program with its surroundings, which tests replace.
type app struct {
	table         *policies.Table
	elsewhere     *Elsewhere // nil: this program itself
	out, err      io.Writer
	getenv        func(string) string
	outWidth      int // of the terminal that out is; 0: not a terminal
	errIsTerminal bool
}

// failure is an error with an exit status of its own.
type failure struct {
	status int
	error
}

func (f failure) Unwrap() error { return f.error }

func usage(format string, args ...any) error { return failure{Usage, fmt.Errorf(format, args...)} }
func broken(err error) error                 { return failure{Broken, err} }

func (a *app) run(ctx context.Context, args []string) (status int) {
	defer func() {
		if cause := recover(); cause != nil {
			status = Broken
			message := fmt.Sprintf("internal failure: %v\nPlease report it with the command that led here.", cause)
			if a.getenv("POLEMOS_TRACE") != "" {
				message += "\n" + string(debug.Stack())
			}
			a.complain(args, status, message)
		}
	}()
	out := &output{w: a.out}
	a.out = out
	root := a.root()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	if out.err != nil {
		err = broken(fmt.Errorf("the result cannot be written: %w", out.err))
	}
	if err == nil {
		return Done
	}
	var f failure
	if !errors.As(err, &f) {
		f = failure{Usage, err} // cobra's own errors are about the command line
	}
	if message := f.Error(); message != "" {
		a.complain(args, f.status, message)
	}
	return f.status
}

// complain says why the program ends as it does: as a record where it was to write records.
func (a *app) complain(args []string, status int, message string) {
	switch form := recordsAsked(args); {
	case form == "":
		fmt.Fprintln(a.err, "polemos: "+message)
	case status == Interrupted:
		a.logger(form, true).Warn("interrupted", "status", status, "error", message)
	default:
		a.logger(form, true).Error("failed", "status", status, "error", message)
	}
}

// output remembers the first error of writing, for writers that do not look.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "polemos",
		Short: "Plays the wars of a board game by the million and tells how likely each outcome is",
		Long: `polemos plays the wars of a board game by the million and tells how likely each
outcome is, how long wars last and how approval moves.

Type this first:

  polemos run inkopah               a million games, a table, pictures, a report
  polemos replay inkopah --game 0   one of them, told turn by turn
  polemos new my-war.yaml           a war of your own to change
  polemos run my-war.yaml

The exit status is 0 when all went well, 1 when an expectation fails or a run folder
does not hold, 2 when the command or a scenario is wrong, 3 when an answer is undecided
or out of reach, 4 when reading or writing fails, 130 when it was stopped.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noVerb,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	if a.elsewhere != nil {
		a.elsewhere.only(root, a)
	} else {
		root.AddCommand(a.runVerb(), a.oddsVerb(), a.compareVerb(), a.sweepVerb(), a.tuneVerb(), a.sensitivityVerb(), a.checkVerb(), a.replayVerb(), a.newVerb(), a.validateVerb(), a.listVerb(), a.schemaVerb(), a.reportVerb(), a.mergeVerb(), a.verifyVerb(), a.completionVerb(), a.versionVerb())
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpVerb())
	return root
}

// noVerb refuses arguments where a verb, or what a verb has in the place of an
// argument, was wanted.
func noVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	what := "verb"
	if c.HasParent() {
		what = c.Name()
	}
	var verbs []string
	for _, verb := range c.Commands() {
		verbs = append(verbs, verb.Name())
	}
	lists := c.CommandPath() + " --help lists them"
	if c.HasParent() { // few enough to name
		lists = "there are " + strings.Join(verbs, ", ")
	}
	return usage("there is no %s %q (%s%s)", what, args[0], didYouMean(expr.Closest(args[0], verbs)), lists)
}

// didYouMean is a question before what else would help, if there is a nearest.
func didYouMean(nearest string) string {
	if nearest == "" {
		return ""
	}
	return "did you mean " + nearest + "? "
}

// flagError says what is wrong with a flag, with the nearest one there is.
func flagError(c *cobra.Command, err error) error {
	if c.HasSubCommands() && c.Flags().NArg() > 0 {
		return noVerb(c, c.Flags().Args()) // whose flag it would be
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		name, dashes := unknown.GetSpecifiedName(), "--"
		if name == "version" {
			return usage("there is no flag --version: polemos version prints it")
		}
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		nearest := expr.Closest(name, flags)
		if nearest != "" {
			nearest = "--" + nearest
		}
		return usage("there is no flag %s%s (%s%s --help lists them)", dashes, name, didYouMean(nearest), c.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.As(err, &valueless):
		flag := valueless.GetFlag()
		what, _ := pflag.UnquoteUsage(flag)
		return usage("--%s needs a value: --%s %s", flag.Name, flag.Name, what)
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool":
		return usage("--%s=%s: give true or false, or leave the value away", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid):
		return usage("--%s %q: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return usage("%v", err)
}

// none takes no argument.
func none(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no argument, found %q", strings.TrimPrefix(c.CommandPath(), "polemos "), args[0])
	}
	return nil
}

// one takes exactly one argument and says what it is for.
func one(what, example string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch len(args) {
		case 1:
			return nil
		case 0:
			return usage("%s needs %s: polemos %s", c.Name(), what, example)
		default:
			return usage("%s takes one argument, %s; found %d: %s", c.Name(), what, len(args), strings.Join(args, " "))
		}
	}
}
