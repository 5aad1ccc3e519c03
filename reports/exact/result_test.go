package exact

import (
	"bytes"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
)

// A game of two turns: a coin decides the war in the first, or leaves it to the
// second.
func found() *engine.Exact {
	return &engine.Exact{
		Schema: &engine.Schema{
			Outcomes: []string{"victory", engine.Unresolved}, Subjects: []string{"east"}, Endings: []string{"won", "cut_off", engine.Unresolved},
			Games: []engine.Column{{Measure: "final.gold"}, {Measure: "final.land"}},
		},
		Outcomes: [][]float64{{0, 0.5, 0.25}, {0, 0, 0.25}},
		Wars:     [][][]float64{{{0, 0.5, 0.25}, {0, 0, 0}, {0, 0, 0.25}}},
		Finals:   [][]engine.Share{{{Value: -3, P: 0.25}, {Value: 5, P: 0.75}}, nil},
		States:   3, Runs: 6,
	}
}

func TestResultNamesWhatWasFound(t *testing.T) {
	r := Of(summary.Scenario{Name: "coin"}, found())
	if !r.Complete || len(r.Outcomes) != 2 || *r.Outcomes[0].Odds != 0.75 || r.Outcomes[1].Low != 0.25 || *r.Length.Mean != 1.5 || *r.Wars.Mean != 1.5 {
		t.Errorf("%+v", r)
	}
	east, _ := r.ByWar.Get("east")
	if east.Declared != 1 || len(east.Endings) != 2 || east.Endings[0].Key != "won" || east.Endings[0].Value != 0.75 {
		t.Errorf("%+v", east)
	}
	if won, _ := east.Length.Get("won"); *won.Mean != 4.0/3 {
		t.Errorf("mean of the wars won: %v", *won.Mean)
	}
	gold, ok := r.Final.Get("gold")
	if !ok || len(r.Final) != 1 || *gold.Mean != 3 {
		t.Errorf("%+v", r.Final)
	}
}

func TestPartialResultHasBoundsOnly(t *testing.T) {
	x := found()
	x.Outcomes[1][2], x.Unexplored, x.Crowd = 0, 0.25, &engine.Crowd{}
	r := Of(summary.Scenario{Name: "coin"}, x)
	if o := r.Outcomes[0]; r.Complete || o.Odds != nil || o.Low != 0.75 || o.High != 1 || r.Length.Mean != nil || r.Final[0].Value.Mean != nil {
		t.Errorf("%+v", r)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil || !bytes.Contains(b.Bytes(), []byte("\"odds\": null")) {
		t.Errorf("%v\n%s", err, b.String())
	}
}
