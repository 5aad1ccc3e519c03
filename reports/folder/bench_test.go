package folder

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// BenchmarkRun plays and writes a million games an op; ns/game times the workers is the cost of a game on one core.
func BenchmarkRun(b *testing.B) {
	const games = 1 << 20
	for _, c := range []struct {
		name string
		keep engine.Keep
	}{{"playing", engine.Keep{}}, {"none", engine.Keep{}}, {"games", engine.Keep{Games: true}}, {"wars", engine.Keep{Games: true, Wars: true}}, {"turns", everything}} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", c.name, workers), func(b *testing.B) {
				e := experiment(games)
				e.Keep, e.PartGames, e.TurnsFor, e.Workers = c.keep, 0, 10_000, workers
				dir := b.TempDir()
				for i := 0; b.Loop(); i++ {
					sink := sim.NoRows()
					var f *Folder
					if c.name != "playing" {
						var err error
						if f, err = Open(filepath.Join(dir, fmt.Sprint(i)), e, options); err != nil {
							b.Fatal(err)
						}
						sink = f
					}
					if _, err := sim.Run(context.Background(), e, sink, nil); err != nil {
						b.Fatal(err)
					}
					if f != nil {
						if err := f.Close(); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/games, "ns/game")
				b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds()/1e6/float64(workers), "Mgames/s/core")
			})
		}
	}
}
