package plots

import (
	"math"
	"os"
	"testing"
)

func half(x float64) *float64 { return &x }

func lineFixture() Line {
	l := Line{Name: "line", Title: "Odds of victory over victory_points", Scenario: "Revolution", Footer: "exact", X: "republic.crises.inkopah.victory_points", Y: "share of games",
		Share: true, Target: half(0.5), Between: &[2]float64{27, 28}}
	for v := 8; v <= 40; v += 2 {
		y := 1 / (1 + math.Exp(float64(v-27)/5))
		l.Points = append(l.Points, LinePoint{X: float64(v), Y: y, Low: y - 0.02, High: y + 0.02})
	}
	return l
}

func heatFixture(n int) Heat {
	h := Heat{Name: "heat", Title: "Odds of victory", Scenario: "Revolution", Footer: "exact", X: "republic.crises.inkopah.victory_points", Y: "republic.units.cavalry.start", Share: true, Target: half(0.5)}
	for i := range n {
		h.Columns = append(h.Columns, string(rune('0'+i/10))+string(rune('0'+i%10)))
	}
	for j := range n {
		h.Rows = append(h.Rows, string(rune('0'+j/10))+string(rune('0'+j%10)))
	}
	for i := range n {
		for j := range n {
			h.Cells = append(h.Cells, HeatCell{i, j, 1 / (1 + math.Exp(float64(i-j)/5))})
		}
	}
	h.Cells[3].Value = math.NaN()
	return h
}

func tornadoFixture() Tornado {
	return Tornado{Name: "tornado", Title: "What moves the odds of victory", Scenario: "Revolution", Footer: "exact", X: "share of games", Share: true, Base: 0.911,
		Bars: []TornadoBar{{"republic.crises.inkopah.victory_points", "10", "16", 0.97, 0.87}, {"republic.units.cavalry.battle_points", "2", "4", 0.7, 0.98}, {"params.patience", "48", "80", 0.93, 0.912}}}
}

func TestDump(t *testing.T) {
	for _, p := range []Picture{lineFixture().Picture(), heatFixture(20).Picture(), tornadoFixture().Picture()} {
		f, _ := os.Create("/tmp/pic-" + p.Name + ".png")
		if err := p.PNG(f); err != nil { t.Fatal(err) }
		f.Close()
	}
	h := heatFixture(6); h.Name = "heat6"; h.Share=false; for i := range h.Cells {h.Cells[i].Value*=10}; h.Target=half(5)
	f, _ := os.Create("/tmp/pic-heat6.png"); h.Picture().PNG(f); f.Close()
}
