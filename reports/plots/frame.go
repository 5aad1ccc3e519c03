package plots

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/polemos-sim/polemos/reports/summary"
)

// Size of a picture in points, at 144 dots per inch 960 x 600 pixels. Some pictures are taller.
const (
	pictureWidth  vg.Length = 480
	pictureHeight vg.Length = 300
)

const margin vg.Length = 14

// A frame is what every picture has around its plots: title, the scenario it is about, and at the bottom what the marks mean
// and how the numbers came about.
type frame struct {
	title, scenario, footer string
	notes                   []string
}

func frameOf(s *summary.Summary, title string, notes []string) frame {
	return frame{title: title, scenario: s.Scenario.Title, footer: footer(s), notes: notes}
}

// noteHeight is what each line of notes adds to a picture, in points.
const noteHeight = footerSize + 3.5

// footer says how the numbers of a picture with intervals came about, played of one without.
func footer(s *summary.Summary) string {
	return played(s) + ", " + summary.Plain(100*s.Confidence) + " % intervals"
}

func played(s *summary.Summary) string {
	return summary.Of(s.Games, "game") + ", seed " + seedText(s.Seed)
}

// draw paints the frame and returns the area left for the plots.
func (f frame) draw(c draw.Canvas) draw.Canvas {
	in := draw.Crop(c, margin, -margin, 10, -12)
	width := in.Max.X - in.Min.X

	title := bold(letters(titleSize, ink))
	heading := fit(title, f.title, width)
	put(in, title, in.Min.X, in.Max.Y-titleSize/2, heading)
	about := aligned(letters(footerSize+0.5, muted), draw.XRight)
	if room := width - title.Width(heading) - 16; room > 60 {
		put(in, about, in.Max.X, in.Max.Y-titleSize/2-1, fit(about, f.scenario, room))
	}
	in.Max.Y -= titleSize + 12

	small := letters(footerSize, muted)
	put(in, small, in.Min.X, in.Min.Y+footerSize/2, fit(small, f.footer, width))
	in.Min.Y += footerSize + 10
	for _, note := range slices.Backward(f.notes) {
		put(in, small, in.Min.X, in.Min.Y+footerSize/2-6, fit(small, note, width))
		in.Min.Y += noteHeight
	}
	return in
}

// heading writes what a panel's vertical axis shows above it and returns the area under it.
func heading(c draw.Canvas, t string) draw.Canvas {
	s := letters(textSize, muted)
	put(c, s, c.Min.X, c.Max.Y-textSize/2, fit(s, t, c.Max.X-c.Min.X))
	c.Max.Y -= textSize + 8
	return c
}
