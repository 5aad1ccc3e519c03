package plots

import (
	"fmt"
	"image/color"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A paint is a colour with a name: pictures on a light page and PNG files use light, an SVG on a dark page dark.
type paint struct {
	name        string
	light, dark color.NRGBA
}

// RGBA makes a paint a color.Color.
func (p *paint) RGBA() (r, g, b, a uint32) { return p.light.RGBA() }

func hex(rgb uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), alpha}
}

// Blue, vermilion, green, orange and purple are Okabe and Ito's, told apart by every kind of colour vision and in grey; on dark they are their own tints.
var (
	paper     = &paint{"paper", hex(0xffffff, 255), hex(0x14181d, 255)}
	ink       = &paint{"ink", hex(0x1b2733, 255), hex(0xe8edf2, 255)}
	muted     = &paint{"muted", hex(0x5b6875, 255), hex(0xa3afbb, 255)}
	axisLine  = &paint{"axis", hex(0x8b97a3, 255), hex(0x6c7885, 255)}
	grid      = &paint{"grid", hex(0xe4e8ec, 255), hex(0x2b333c, 255)}
	blue      = &paint{"blue", hex(0x0072b2, 255), hex(0x56b4e9, 255)}
	blueWide  = &paint{"wide", hex(0x0072b2, 46), hex(0x56b4e9, 56)}
	blueHalf  = &paint{"half", hex(0x0072b2, 82), hex(0x56b4e9, 92)}
	grey      = &paint{"grey", hex(0x9aa5b0, 255), hex(0x77838f, 255)}
	vermilion = &paint{"vermilion", hex(0xd55e00, 255), hex(0xf0894a, 255)}

	green  = &paint{"green", hex(0x009e73, 255), hex(0x2fc79a, 255)}
	orange = &paint{"orange", hex(0xe69f00, 255), hex(0xf0b93f, 255)}
	purple = &paint{"purple", hex(0xcc79a7, 255), hex(0xdc9cc0, 255)}
	shade  = &paint{"shade", hex(0x5b6875, 40), hex(0xa3afbb, 48)}

	paints = []*paint{paper, ink, muted, axisLine, grid, blue, blueWide, blueHalf, grey, vermilion, green, orange, purple, shade}
)

// paintOf is the attribute that paints a fill or a stroke.
func paintOf(c color.Color, what string) string {
	if p, ok := c.(*paint); ok {
		return `class="` + what[:1] + "-" + p.name + `"`
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf(`%s="#%02x%02x%02x" %s-opacity="%s"`, what, n.R, n.G, n.B, what, number(float64(n.A)/255))
}

// Style is the style sheet of every picture, light and dark: in a page that holds Inline pictures it belongs in once.
func Style() string { return style }

var style = func() string {
	var b strings.Builder
	rules := func(shade func(*paint) color.NRGBA) {
		for _, p := range paints {
			c := shade(p)
			for _, what := range []string{"fill", "stroke"} {
				fmt.Fprintf(&b, ".polemos .%s-%s{%s:#%02x%02x%02x", what[:1], p.name, what, c.R, c.G, c.B)
				if c.A != 255 {
					fmt.Fprintf(&b, ";%s-opacity:%s", what, number(float64(c.A)/255))
				}
				b.WriteString("}")
			}
		}
	}
	b.WriteString(`.polemos text{font-family:"Liberation Sans",Arial,Helvetica,sans-serif;white-space:pre}`)
	rules(func(p *paint) color.NRGBA { return p.light })
	b.WriteString("@media(prefers-color-scheme:dark){")
	rules(func(p *paint) color.NRGBA { return p.dark })
	b.WriteString("}")
	return b.String()
}()

// Sizes of text, in points.
const (
	titleSize  = 12.5
	textSize   = 10
	footerSize = 8.5
)

var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// letters is a text style of the theme.
func letters(size vg.Length, c *paint) text.Style {
	return text.Style{Color: c, Font: font.From(sans, size), Handler: plot.DefaultTextHandler}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

// newPlot is a plot in the theme: no title of its own (the frame has it), light grid drawn by the plotters, thin grey axes.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the paper is the canvas's
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: axisLine, Width: 0.7}
		a.Tick.LineStyle = draw.LineStyle{Color: axisLine, Width: 0.7}
		a.Tick.Length = 3
		a.Padding = 0
		a.Label.Padding = 3
		xa, ya := a.Tick.Label.XAlign, a.Tick.Label.YAlign
		a.Tick.Label = letters(textSize, muted)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = xa, ya
		xa, ya = a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign
		a.Label.TextStyle = letters(textSize, muted)
		a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = xa, ya
	}
	p.Y.Tick.Length = 0
	p.Y.LineStyle.Width = 0
	return p
}

// fit shortens text with an ellipsis until it is no wider than w.
func fit(s text.Style, t string, w vg.Length) string {
	if s.Width(t) <= w {
		return t
	}
	r := []rune(t)
	for len(r) > 1 && s.Width(string(r)+"…") > w {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ") + "…"
}

// put writes text at (x, y): horizontally by its alignment, vertically with the middle of its small letters at y.
func put(c draw.Canvas, s text.Style, x, y vg.Length, t string) {
	face := s.Handler.Cache().Lookup(s.Font, s.Font.Size)
	c.SetColor(s.Color)
	c.FillString(face, vg.Point{X: x + vg.Length(s.XAlign)*face.Width(t), Y: y - 0.34*s.Font.Size}, t)
}

func aligned(s text.Style, x draw.XAlignment) text.Style {
	s.XAlign = x
	return s
}
