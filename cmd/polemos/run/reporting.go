package run

import (
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// reporting are the flags that say what a long verb tells on standard error while it is at work.
type reporting struct {
	quiet bool
	log   string // form of the log records, text or json; "": told for people
}

// addReporting adds --quiet, with what it says for people, and --log-format.
func addReporting(c *cobra.Command, to *reporting, quiet string) {
	c.Flags().BoolVar(&to.quiet, "quiet", false, quiet)
	addChoice(c, &to.log, logFormat, "text|json", "", "write log records with the time on standard error, in place of progress and notes; with --quiet only warnings and errors")
}

const logFormat = "log-format"

// recordsAsked is the form in which arguments ask for log records, "" if they do not. It is for errors, which there may be
// before the flag is read, or of a verb that has none.
func recordsAsked(args []string) (form string) {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		value, joined := strings.CutPrefix(arg, "--"+logFormat+"=")
		if arg == "--"+logFormat && i+1 < len(args) {
			value, joined = args[i+1], true
		}
		if joined && (value == "text" || value == "json") {
			form = value
		}
	}
	return form
}

// A reporter tells how something long is going.
type reporter interface {
	// began says what was begun, by keys and values as [slog.Info] takes them.
	began(facts ...any)
	// parts is told whenever a part of a run was looked for, or is done.
	parts(p partCount)
	// update is told what is done, and how much there is.
	update(done, all uint64)
	// end says that no update follows.
	end()
	note(n sim.Note)
	// warn tells what should be looked at before the result is believed.
	warn(text string)
	// finished says that all went well, what came of it, and the warnings that are part of the result.
	finished(warnings []summary.Warning, facts ...any)
	// close takes away what the reporter has opened.
	close()
}

// reporter tells how a verb counts its games, or other things that are done.
func (a *app) reporter(what, past string, r reporting) reporter {
	if r.log != "" {
		return newRecords(what, a.logger(r.log, r.quiet))
	}
	return newProgress(what, past, a.err, a.errIsTerminal, r.quiet)
}

// logger writes log records to standard error.
func (a *app) logger(form string, quiet bool) *slog.Logger {
	o := &slog.HandlerOptions{Level: slog.LevelInfo}
	if quiet {
		o.Level = slog.LevelWarn
	}
	if form == "json" {
		return slog.New(slog.NewJSONHandler(a.err, o))
	}
	return slog.New(slog.NewTextHandler(a.err, o))
}

// silent tells nothing.
type silent struct{}

func (silent) began(...any)                       {}
func (silent) parts(partCount)                    {}
func (silent) update(_, _ uint64)                 {}
func (silent) end()                               {}
func (silent) note(sim.Note)                      {}
func (silent) warn(string)                        {}
func (silent) finished([]summary.Warning, ...any) {}
func (silent) close()                             {}
