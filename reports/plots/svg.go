package plots

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas is a vg.Canvas that writes SVG. Unlike gonum's, it writes the width of every text (so that the layout holds where the
// font is missing), classes instead of colours (so that a page can be dark), and coordinates already transformed (so no groups).
type svgCanvas struct {
	body   bytes.Buffer
	w, h   vg.Length
	states []svgState // the last is the current one
}

type svgState struct {
	color      color.Color
	width      vg.Length
	dashes     []vg.Length
	dashOffset vg.Length
	at         matrix
}

// matrix maps (x, y) to (a x + c y + e, b x + d y + f), as in SVG.
type matrix struct{ a, b, c, d, e, f float64 }

// times is the map that applies n first and then m.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) apply(p vg.Point) (x, y float64) {
	return m.a*float64(p.X) + m.c*float64(p.Y) + m.e, m.b*float64(p.X) + m.d*float64(p.Y) + m.f
}

func newSVG(w, h vg.Length) *svgCanvas {
	c := &svgCanvas{w: w, h: h, states: []svgState{{at: matrix{1, 0, 0, -1, 0, float64(h)}}}} // vg's y grows upwards
	vg.Initialize(c)
	return c
}

func (c *svgCanvas) now() *svgState { return &c.states[len(c.states)-1] }

func (c *svgCanvas) Size() (w, h vg.Length)   { return c.w, c.h }
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.now().width = w }
func (c *svgCanvas) SetLineDash(pattern []vg.Length, o vg.Length) {
	c.now().dashes, c.now().dashOffset = pattern, o
}
func (c *svgCanvas) SetColor(clr color.Color) { c.now().color = clr }
func (c *svgCanvas) Push()                    { c.states = append(c.states, *c.now()) }
func (c *svgCanvas) Pop()                     { c.states = c.states[:len(c.states)-1] }
func (c *svgCanvas) Translate(p vg.Point)     { c.turn(matrix{1, 0, 0, 1, float64(p.X), float64(p.Y)}) }
func (c *svgCanvas) Scale(x, y float64)       { c.turn(matrix{x, 0, 0, y, 0, 0}) }

func (c *svgCanvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	c.turn(matrix{cos, sin, -sin, cos, 0, 0})
}

func (c *svgCanvas) turn(m matrix) { c.now().at = c.now().at.times(m) }

func (c *svgCanvas) Fill(p vg.Path) {
	c.body.WriteString(`<path ` + paintOf(c.now().color, "fill") + ` d="`)
	c.path(p)
	c.body.WriteString("\"/>\n")
}

func (c *svgCanvas) Stroke(p vg.Path) {
	s := c.now()
	if s.width <= 0 {
		return
	}
	c.body.WriteString(`<path fill="none" ` + paintOf(s.color, "stroke") + ` stroke-width="` + number(float64(s.width)) + `"`)
	if len(s.dashes) > 0 {
		c.body.WriteString(` stroke-dasharray="`)
		for i, d := range s.dashes {
			if i > 0 {
				c.body.WriteByte(' ')
			}
			c.body.WriteString(number(float64(d)))
		}
		c.body.WriteString(`"`)
		if s.dashOffset != 0 {
			c.body.WriteString(` stroke-dashoffset="` + number(float64(s.dashOffset)) + `"`)
		}
	}
	c.body.WriteString(` d="`)
	c.path(p)
	c.body.WriteString("\"/>\n")
}

func (c *svgCanvas) path(p vg.Path) {
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			c.points('M', comp.Pos)
		case vg.LineComp:
			c.points('L', comp.Pos)
		case vg.CurveComp:
			c.points("_QC"[len(comp.Control)], append(comp.Control[:len(comp.Control):len(comp.Control)], comp.Pos)...)
		case vg.ArcComp:
			c.arc(comp)
		case vg.CloseComp:
			c.body.WriteByte('Z')
		}
	}
}

func (c *svgCanvas) points(command byte, points ...vg.Point) {
	c.body.WriteByte(command)
	for i, p := range points {
		if i > 0 {
			c.body.WriteByte(' ')
		}
		x, y := c.now().at.apply(p)
		c.body.WriteString(number(x) + " " + number(y))
	}
}

// arc is written as Bézier curves of at most a quarter turn, which every transform keeps; they are off by 0.03 % of the radius.
func (c *svgCanvas) arc(a vg.PathComp) {
	around := func(angle float64, along vg.Length) vg.Point { // a point of the circle, moved along its tangent
		sin, cos := math.Sincos(angle)
		return a.Pos.Add(vg.Point{X: a.Radius*vg.Length(cos) - along*vg.Length(sin), Y: a.Radius*vg.Length(sin) + along*vg.Length(cos)})
	}
	parts := max(math.Ceil(math.Abs(a.Angle)/(math.Pi/2)-1e-9), 1)
	step := a.Angle / parts
	reach := a.Radius * vg.Length(4./3*math.Tan(step/4))
	c.points('L', around(a.Start, 0))
	for i := range int(parts) {
		from := a.Start + float64(i)*step
		c.points('C', around(from, reach), around(from+step, -reach), around(from+step, 0))
	}
}

func (c *svgCanvas) FillString(f font.Face, p vg.Point, text string) {
	if f.Font.Size == 0 || text == "" {
		return
	}
	m := c.now().at
	x, y := m.apply(p)
	c.body.WriteString(`<text ` + paintOf(c.now().color, "fill") + ` x="` + number(x) + `" y="` + number(y) +
		`" font-size="` + number(float64(f.Font.Size)) + `" textLength="` + number(float64(f.Width(text))) + `" lengthAdjust="spacingAndGlyphs"`)
	if f.Font.Weight == xfont.WeightBold {
		c.body.WriteString(` font-weight="bold"`)
	}
	if m.b != 0 {
		angle := math.Atan2(m.b, m.a) * 180 / math.Pi
		c.body.WriteString(` transform="rotate(` + number(angle) + ` ` + number(x) + ` ` + number(y) + `)"`)
	}
	c.body.WriteString(`>` + escape(text) + "</text>\n")
}

func (c *svgCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		return // only an image without pixels cannot be encoded: nothing to draw
	}
	x, y := c.now().at.apply(vg.Point{X: r.Min.X, Y: r.Max.Y})
	fmt.Fprintf(&c.body, "<image x=%q y=%q width=%q height=%q preserveAspectRatio=\"none\" href=\"data:image/png;base64,%s\"/>\n",
		number(x), number(y), number(float64(r.Size().X)), number(float64(r.Size().Y)), base64.StdEncoding.EncodeToString(data.Bytes()))
}

// document is the whole file (standalone), or the element to put into a page that holds Style once.
func (c *svgCanvas) document(id, title, desc string, standalone bool) []byte {
	var b bytes.Buffer
	if standalone {
		b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" `)
	} else {
		b.WriteString(`<svg `)
	}
	w, h := number(float64(c.w)), number(float64(c.h))
	const pixelsPerPoint = 4. / 3
	fmt.Fprintf(&b, "class=\"polemos\" viewBox=\"0 0 %s %s\" width=\"%s\" height=\"%s\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n",
		w, h, number(float64(c.w)*pixelsPerPoint), number(float64(c.h)*pixelsPerPoint), id, id)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(title), id, escape(desc))
	if standalone {
		b.WriteString("<style>" + Style() + "</style>\n")
		b.WriteString(`<rect ` + paintOf(paper, "fill") + ` width="` + w + `" height="` + h + `"/>` + "\n")
	}
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// number writes a coordinate to a hundredth of a point, without trailing zeros and never as -0.
func number(x float64) string {
	n := math.Round(x * 100)
	if n == 0 {
		return "0"
	}
	return strconv.FormatFloat(n/100, 'f', -1, 64)
}

func escape(text string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(text)) // writing to a bytes.Buffer cannot fail
	return b.String()
}
