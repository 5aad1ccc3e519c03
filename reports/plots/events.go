package plots

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// eventFrequencies is a bar for everything that is counted in a game: the share of games in which it happens, and how
// often it does.
func eventFrequencies(s *summary.Summary) Picture {
	const above, row, below = 34, 17, 74
	title := "How often it happens in a game"
	notes := []string{"Bars: share of the games in which it happens at least once; beside it, how many times in a game on average."}
	return Picture{
		Name: "events", Title: title, Alt: eventsAlt(s), height: vg.Length(above+below+row*len(s.Game.Events)) + noteHeight,
		draw: func(c draw.Canvas) { drawEvents(frameOf(s, title, notes).draw(c), s) },
	}
}

func eventsAlt(s *summary.Summary) string {
	var parts []string
	for _, e := range s.Game.Events {
		text := summary.Words(e.Name) + " unknown"
		if e.Any != nil {
			text = summary.Words(e.Name) + " " + summary.Brief(*e.Any) + " %" + timesAGame(e, ", ")
		}
		parts = append(parts, text)
	}
	return "Share of games in which it happens: " + strings.Join(parts, "; ") + ". " + footer(s) + "."
}

// timesAGame is how often it happens on average, after a separator; nothing where it never does.
func timesAGame(e summary.Events, after string) string {
	if e.Mean == nil || e.Some == 0 {
		return ""
	}
	return after + summary.Number(e.Mean, e.Low, e.High).Value + " times a game"
}

func drawEvents(c draw.Canvas, s *summary.Summary) {
	events := s.Game.Events
	p := newPlot()
	p.X.Min, p.X.Max = 0, 1
	p.X.Tick.Marker = percentTicks(0.25)
	p.X.Label.Text = "share of games"
	p.Y.Min, p.Y.Max = -0.5, float64(len(events))-0.5
	p.Y.LineStyle.Width = 0.7
	p.Y.Tick.Label = aligned(letters(textSize, ink), draw.XRight)
	p.Y.Tick.Label.YAlign = draw.YCenter
	names := (c.Max.X - c.Min.X) * 0.36
	var ticks plot.ConstantTicks
	var b bars
	for i, e := range events {
		at := float64(len(events) - 1 - i)
		ticks = append(ticks, plot.Tick{Value: at, Label: fit(p.Y.Tick.Label, summary.Words(e.Name), names)})
		bar := bar{at: at, odds: summary.Outcome{Odds: e.Any, Low: e.AnyLow, High: e.AnyHigh}, number: "not known", interval: timesAGame(e, "")}
		switch {
		case e.Any == nil:
		case e.Some == 0:
			bar.number = "never"
		default:
			bar.number = summary.Percent(e.Any, e.AnyLow, e.AnyHigh).Value + " %"
		}
		b = append(b, bar)
	}
	p.Y.Tick.Marker = ticks
	p.Add(b)
	area := p.DataCanvas(c)
	p.Draw(draw.Crop(c, 0, b.length(area.Max.X-area.Min.X)-(area.Max.X-area.Min.X), 0, 0))
}
