package run

import (
	"fmt"
	"io"
	"time"

	"github.com/cheggaaa/pb/v3"
)

// progress shows how far a run has come: a bar on a terminal, else a plain line
// now and then. What it shows depends on the clock; no result does.
type progress struct {
	what string // is counted: "games played"
	bar  *pb.ProgressBar
	to   io.Writer
	next time.Time
	wait time.Duration
}

// newProgress counts games; it shows nothing when quiet.
func newProgress(to io.Writer, terminal, quiet bool) *progress {
	return newProgressOf("games", "played", to, terminal, quiet)
}

// newProgressOf counts something else.
func newProgressOf(what, past string, to io.Writer, terminal, quiet bool) *progress {
	switch {
	case quiet:
		return &progress{}
	case terminal:
		bar := pb.New64(0)
		bar.SetWriter(to)
		bar.SetTemplateString(`{{string . "counts"}} {{bar . "[" "#" "#" "." "]"}} {{percent .}} {{rtime . "%s left" "%s" "?"}}`)
		bar.Set(pb.CleanOnFinish, true) // games may be enough before all are played
		return &progress{what: what, bar: bar}
	default:
		return &progress{what: what + " " + past, to: to, wait: 2 * time.Second, next: time.Now().Add(2 * time.Second)}
	}
}

// update is told the games that are done, and how many there are.
func (p *progress) update(done, all uint64) {
	switch {
	case p.bar != nil:
		p.bar.Set("counts", spellGames(done)+" of "+spellGames(all)+" "+p.what)
		if !p.bar.IsStarted() {
			p.bar.SetTotal(int64(all))
			p.bar.Start()
		}
		p.bar.SetCurrent(int64(done))
	case p.to != nil && time.Now().After(p.next):
		fmt.Fprintf(p.to, "%s of %s %s (%d %%)\n", spellGames(done), spellGames(all), p.what, 100*done/max(all, 1))
		p.wait = min(2*p.wait, time.Minute)
		p.next = time.Now().Add(p.wait)
	}
}

// end takes the bar away; what follows is the result.
func (p *progress) end() {
	if p.bar != nil && p.bar.IsStarted() {
		p.bar.Finish()
	}
}

// spellGames writes 1000000 as 1,000,000.
func spellGames(n uint64) string {
	s := []byte(spellCount(n))
	for i := range s {
		if s[i] == '_' {
			s[i] = ','
		}
	}
	return string(s)
}
