package run

import (
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// records tells how something goes by log records, for machines and for who reads them later.
type records struct {
	silent
	what string // is counted: "games"
	log  *slog.Logger

	mu      sync.Mutex
	start   time.Time // of all
	playing time.Time // since when what is done was done by this process
	before  uint64    // done by others, before
	count   partCount
	often
}

func newRecords(what string, log *slog.Logger) *records {
	now := time.Now()
	return &records{what: what, log: log, start: now, playing: now, often: newOften()}
}

func (r *records) began(facts ...any) {
	r.log.Info("began", append([]any{"version", version()}, facts...)...)
}

// parts tells once, when all parts were looked for, that some are kept.
func (r *records) parts(p partCount) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := p.looked == p.asked && r.count.looked < p.asked
	r.count = p
	if !all {
		return
	}
	r.playing, r.before = time.Now(), p.keptGames
	if p.kept > 0 {
		r.log.Info("resumed", "parts_kept", p.kept, "parts", p.asked, "games_kept", p.keptGames, "games", p.games)
	}
}

func (r *records) update(done, all uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.now() {
		return
	}
	facts := []any{r.what + "_done", done, r.what, all}
	if r.count.asked > 0 {
		facts = append(facts, "parts_done", r.count.done, "parts", r.count.asked)
	}
	if done > r.before && done <= all {
		each := time.Since(r.playing).Seconds() / float64(done-r.before)
		facts = append(facts, r.what+"_per_second", brief(1/each), "seconds_left", brief(each*float64(all-done)))
	}
	r.log.Info("progress", facts...)
}

// brief rounds what a clock has measured.
func brief(x float64) float64 { return math.Round(10*x) / 10 }

func (r *records) note(n sim.Note) {
	log := r.log.Info
	if n.Warning {
		log = r.log.Warn
	}
	log(n.Text, "code", n.Code)
}

func (r *records) warn(text string) { r.log.Warn(text) }

func (r *records) finished(warnings []summary.Warning, facts ...any) {
	for _, w := range warnings {
		r.log.Warn(w.Text, "code", w.Code)
	}
	r.log.Info("finished", append(facts, "seconds", math.Round(1000*time.Since(r.start).Seconds())/1000)...)
}
