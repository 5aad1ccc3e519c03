package run

import (
	"fmt"
	"io"
	"time"

	"github.com/cheggaaa/pb/v3"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// newProgress tells people how many games are played, or how much else is done: with a bar on a terminal, else with a
// plain line now and then; nothing when quiet. What is shown depends on the clock; no result does.
func newProgress(what, past string, to io.Writer, terminal, quiet bool) reporter {
	switch {
	case quiet:
		return silent{}
	case terminal:
		return newBar(what, to)
	default:
		return &lines{plain: plain{to: to}, what: what + " " + past, often: newOften()}
	}
}

// plain tells people notes and warnings.
type plain struct {
	silent
	to io.Writer
}

func (p plain) note(n sim.Note)  { fmt.Fprintln(p.to, "note: "+n.Text) }
func (p plain) warn(text string) { fmt.Fprintln(p.to, text) }

// bar is for terminals.
type bar struct {
	plain
	what string // is counted: "games"
	bar  *pb.ProgressBar
}

func newBar(what string, to io.Writer) *bar {
	b := pb.New64(0)
	b.SetWriter(to)
	b.SetTemplateString(`{{string . "counts"}} {{bar . "[" "#" "#" "." "]"}} {{percent .}} {{rtime . "%s left" "%s" "?"}}`)
	b.Set(pb.CleanOnFinish, true) // games may be enough before all are played
	return &bar{plain{to: to}, what, b}
}

func (b *bar) update(done, all uint64) {
	b.bar.Set("counts", spellGames(done)+" of "+spellGames(all)+" "+b.what)
	if !b.bar.IsStarted() {
		b.bar.SetTotal(int64(all))
		b.bar.Start()
	}
	b.bar.SetCurrent(int64(done))
}

// end takes the bar away; what follows is the result.
func (b *bar) end() {
	if b.bar.IsStarted() {
		b.bar.Finish()
	}
}

// lines are for files and pipes.
type lines struct {
	plain
	what string // is counted: "games played"
	often
}

func (l *lines) update(done, all uint64) {
	if l.now() {
		fmt.Fprintf(l.to, "%s of %s %s (%d %%)\n", spellGames(done), spellGames(all), l.what, 100*done/max(all, 1))
	}
}

// often says when something is to be told again: after 2 seconds, then after 4, and so on, up to every minute.
type often struct {
	next time.Time
	wait time.Duration
}

func newOften() often {
	const first = 2 * time.Second
	return often{time.Now().Add(first), first}
}

func (o *often) now() bool {
	if !time.Now().After(o.next) {
		return false
	}
	o.wait = min(2*o.wait, time.Minute)
	o.next = time.Now().Add(o.wait)
	return true
}

// spellGames writes 1000000 as 1,000,000.
func spellGames(n uint64) string { return summary.Count(int64(n)) }
