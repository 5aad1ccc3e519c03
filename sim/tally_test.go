package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

// small is a schema with little to count: one outcome column of each kind.
func small() *engine.Schema {
	return &engine.Schema{
		Horizon: 2, Outcomes: []string{"won", engine.Unresolved}, Subjects: []string{"east"}, Endings: []string{"cut_off", engine.Unresolved},
		Games: []engine.Column{{Name: "spent", Measure: "final.spent"}, {Name: "final_stock", Measure: "final.stock"}},
		Curves: []engine.Curve{
			{Side: "us", Name: "stock", Min: 0, Max: 100, Start: 5, Steady: true, Last: engine.GameFirst + 1},
		},
	}
}

// counted is the tally of two games: one won after a turn of war, one unresolved whose stock fell from 5 to 4.
func counted() *engine.Tally {
	b := engine.NewBlock(small())
	b.Begin(7, 2)
	b.Next()
	*b.Game() = [engine.GameWidth]int32{engine.GameOutcome: 0, engine.GameTurns: 1, engine.GameFirst: -3, engine.GameFirst + 1: 5}
	*b.War() = [engine.WarWidth]int32{engine.WarDeclared: 1, engine.WarLength: 1}
	b.Next()
	*b.Game() = [engine.GameWidth]int32{engine.GameOutcome: 1, engine.GameTurns: 2, engine.GameFirst: 300, engine.GameFirst + 1: 4}
	b.Tally.Curves[0].Change(2, 5, 4)
	b.Next()
	b.Tally.Signature = 0x0807060504030201
	return b.Tally
}

// The stored form, byte by byte: a change of it must raise the version.
func TestStoredForm(t *testing.T) {
	want := []byte{
		1,                      // version
		2,                      // games
		1, 2, 3, 4, 5, 6, 7, 8, // signature
		8, 0, 1, 1, 0, 1, // won: first in game 7; one of 1 turn
		9, 0, 2, 1, // unresolved: first in game 8; one of 2 turns
		0, 0, 0xb0, 2, 5, // spent: none below or above, 304 values from -3
		1, 0, 0xae, 2, 1, // one, 302 zeros, one
		0, 1, 1, 0, 1, // war cut off after 1 turn
		0, 3, // none unresolved
		0, 6, 0, 6, // no pairs of wars, of the subject and of all
		8, 1, // the longest war: game 7, 1 turn
		8, 2, // stock: from 4, 2 values
		0, 3, 4, 2, 1, // changes: 2 games begin with 5 in turn 1; in turn 2 one of them goes to 4: +1, -1
		0, 3, 1, 1, 0, 1, // last values: 5 in turn 1, 4 in turn 2
		0, 6, 0, 6, // none outside
	}
	if diff := cmp.Diff(want, sim.AppendTally(nil, counted())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTallyRoundTrip(t *testing.T) {
	for _, tally := range []*engine.Tally{
		engine.NewTally(small()), counted(),
		plain(t, experiment(1), 0, 5000), plain(t, experiment(1), 1<<40, 1<<40+3),
	} {
		stored := sim.AppendTally(nil, tally)
		got, err := sim.DecodeTally(tally.Schema, stored)
		if err != nil {
			t.Fatal(err)
		}
		sameTally(t, "read back", got, tally)
		if diff := cmp.Diff(figures(tally), figures(got)); diff != "" {
			t.Errorf("-stored +read:\n%s", diff)
		}
		// What was read counts on.
		got.Merge(tally)
		twice := engine.NewTally(tally.Schema)
		twice.Merge(tally)
		twice.Merge(tally)
		sameTally(t, "merged", got, twice)
	}
}

// figures are all that a tally shows.
func figures(t *engine.Tally) any {
	type curve struct{ On, Carried []engine.Histogram }
	f := struct {
		Games, Signature uint64
		Outcomes         [][]uint64
		First            []uint64
		Finals           []engine.Histogram
		Wars             [][][]uint64
		Longest          any
		Pairs            map[[3]int]uint64
		Curves           []curve
	}{t.Games, t.Signature, t.Outcomes, t.First, nil, t.Wars, t.Longest, make(map[[3]int]uint64), nil}
	for i := range t.Schema.Games {
		f.Finals = append(f.Finals, t.Final(i))
	}
	for i, p := range t.Pairs {
		for high, row := range p {
			for low, n := range row {
				if n > 0 {
					f.Pairs[[3]int{i, high, low}] = n
				}
			}
		}
	}
	for i := range t.Curves {
		f.Curves = append(f.Curves, curve{t.Curves[i].Histograms(engine.On), t.Curves[i].Histograms(engine.Carried)})
	}
	return f
}

// Equal counts have one form, whichever room the tally made for them, in whatever order.
func TestEqualCountsEqualBytes(t *testing.T) {
	e := experiment(1)
	var pieces []*engine.Tally
	for i := range uint64(6) {
		pieces = append(pieces, plain(t, e, i*500, i*500+500))
	}
	want := bytesOf(plain(t, e, 0, 3000))
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 4, 2}} {
		sum := engine.NewTally(e.Ruleset.Schema())
		for _, i := range order {
			sum.Merge(pieces[i])
		}
		if !bytes.Equal(bytesOf(sum), want) {
			t.Errorf("order %v gives other bytes", order)
		}
		sum.Reset() // the room stays
		for _, i := range order {
			sum.Merge(pieces[i])
		}
		if !bytes.Equal(bytesOf(sum), want) {
			t.Errorf("order %v in a wide tally gives other bytes", order)
		}
	}
}

func TestValuesOutsideTheWindow(t *testing.T) {
	b := engine.NewBlock(small())
	b.Begin(0, 3)
	for _, spent := range []int32{math.MinInt32, 0, math.MaxInt32} {
		b.Next()
		*b.Game() = [engine.GameWidth]int32{engine.GameTurns: 1, engine.GameFirst: spent, engine.GameFirst + 1: spent}
		b.Tally.Curves[0].Change(1, 5, spent)
	}
	b.Next()
	got, err := sim.DecodeTally(b.Tally.Schema, bytesOf(b.Tally))
	if err != nil {
		t.Fatal(err)
	}
	h := got.Curves[0].Histograms(engine.Carried)[1]
	if f := got.Final(0); f.Below != 1 || f.Above != 1 || h.Below != 1 || h.Above != 1 || len(h.Counts) != 1 {
		t.Errorf("outside: %+v, %+v", f, h)
	}
}

func TestDamagedTally(t *testing.T) {
	whole := bytesOf(counted())
	for n := range whole {
		if _, err := sim.DecodeTally(small(), whole[:n]); err == nil {
			t.Errorf("the first %d bytes pass for a tally", n)
		}
	}
	if _, err := sim.DecodeTally(small(), append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte too many passes")
	}
	// Numbers and runs of zeros have one spelling.
	for _, other := range [][]byte{
		append([]byte{1, 0x82, 0}, whole[2:]...),
		bytes.Replace(whole, []byte{0, 6}, []byte{0, 5, 0, 1}, 1),
	} {
		if _, err := sim.DecodeTally(small(), other); err == nil {
			t.Errorf("another spelling passes: %x", other)
		}
	}
	version := bytes.Clone(whole)
	version[0]++
	if _, err := sim.DecodeTally(small(), version); err == nil {
		t.Error("another version passes")
	}
}

// Whatever the bytes: an error, or a tally whose stored form they are.
func FuzzDecodeTally(f *testing.F) {
	f.Add(bytesOf(counted()))
	f.Add(bytesOf(engine.NewTally(small())))
	f.Fuzz(func(t *testing.T, b []byte) {
		tally, err := sim.DecodeTally(small(), b)
		if err == nil && !bytes.Equal(bytesOf(tally), b) {
			t.Errorf("%x is read as the tally %x", b, bytesOf(tally))
		}
		if err == nil { // it can be used
			tally.Merge(counted())
			figures(tally)
		}
	})
}

func BenchmarkAppendTally(b *testing.B) {
	tally := plain(b, experiment(1), 0, 100_000)
	var out []byte
	for b.Loop() {
		out = sim.AppendTally(out[:0], tally)
	}
	b.SetBytes(int64(len(out)))
}
