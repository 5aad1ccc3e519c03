package answers_test

import (
	"math"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/sim/stats"
)

func TestEstimatesInJSON(t *testing.T) {
	for want, e := range map[string]stats.Estimate{
		`{ "value": 0.5, "low": 0.4, "high": 0.6 }`:                                {Interval: stats.Interval{Est: 0.5, Low: 0.4, High: 0.6}},
		`{ "value": 3, "low": 2, "high": null }`:                                   {Interval: stats.Interval{Est: 3, Low: 2, High: math.Inf(1)}},
		`{ "value": null, "low": null, "high": null, "reason": "no war < 1 & >" }`: {Missing: "no war < 1 & >"},
	} {
		var b strings.Builder
		if err := answers.Write(&b, answers.Of(e)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(b.String()), " "); got != want {
			t.Errorf("%+v is written %s, want %s", e, got, want)
		}
	}
}
