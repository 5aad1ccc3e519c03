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
func Main(t *policies.Table, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{table: t, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
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
			fmt.Fprintf(a.err, "polemos: internal failure: %v\nPlease report it with the command that led here.\n", cause)
			if a.getenv("POLEMOS_TRACE") != "" {
				fmt.Fprintf(a.err, "%s", debug.Stack())
			}
			status = Broken
		}
	}()
	root := a.root()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return Done
	}
	var f failure
	if !errors.As(err, &f) {
		f = failure{Usage, err} // cobra's own errors are about the command line
	}
	if message := f.Error(); message != "" {
		fmt.Fprintln(a.err, "polemos: "+message)
	}
	return f.status
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
  polemos run my-war.yaml`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("there is no verb %q%s (polemos --help lists them)", args[0], a.didYouMean(args[0]))
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(a.runVerb(), a.replayVerb(), a.newVerb(), a.validateVerb(), a.listVerb(), a.schemaVerb(), a.reportVerb(), a.versionVerb())
	root.SetFlagErrorFunc(flagError)
	return root
}

func (a *app) didYouMean(verb string) string {
	var verbs []string
	for _, c := range a.root().Commands() {
		verbs = append(verbs, c.Name())
	}
	return hint(expr.Closest(verb, verbs))
}

func hint(nearest string) string {
	if nearest == "" {
		return ""
	}
	return " (did you mean " + nearest + "?)"
}

// flagError says what is wrong with a flag, with the nearest one there is.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		name := unknown.GetSpecifiedName()
		nearest := expr.Closest(name, flags)
		if nearest != "" {
			nearest = "--" + nearest
		}
		return usage("there is no flag --%s%s (polemos %s --help lists them)", strings.TrimLeft(name, "-"), hint(nearest), c.Name())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return usage("--%s %q: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return usage("%v", err)
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
			return usage("%s takes one %s, found %d: %s", c.Name(), what, len(args), strings.Join(args, " "))
		}
	}
}
