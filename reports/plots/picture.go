package plots

import (
	"bytes"
	"image/png"
	"io"
	"strconv"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/polemos-sim/polemos/reports/summary"
)

// A Picture can be drawn as often as wanted, by several goroutines at once, and gives the same bytes every time.
type Picture struct {
	Name  string // of its files, without extension: victory-odds
	Title string // the heading drawn on it
	Alt   string // what it shows, in words and numbers, for those who cannot see it

	height vg.Length
	draw   func(draw.Canvas)
}

// All returns the pictures of a run in the order a report shows them: victory odds, war lengths if a war was declared, then a
// quantile fan for every curve.
func All(s *summary.Summary) []Picture {
	var list []Picture
	if len(s.Outcomes) > 0 {
		list = append(list, victoryOdds(s))
	}
	if s.Wars.Length.Wars > 0 {
		list = append(list, warLengths(s))
	}
	for _, curve := range s.Curves {
		if len(curve.Value) > 0 {
			list = append(list, fan(s, curve.Key, curve.Value))
		}
	}
	return list
}

// SVG writes the picture as a file of its own, light or dark as the viewer prefers.
func (p Picture) SVG(w io.Writer) error {
	_, err := w.Write(p.svg(true))
	return err
}

// Inline writes the picture as an SVG element for a page that holds Style.
func (p Picture) Inline(w io.Writer) error {
	_, err := w.Write(p.svg(false))
	return err
}

func (p Picture) svg(standalone bool) []byte {
	c := newSVG(pictureWidth, p.height)
	p.draw(draw.New(c))
	return c.document(p.Name, p.Title, p.Alt, standalone)
}

// dotsPerInch of the PNG files: two pixels a point, sharp on a dense screen and in print at half the size.
const dotsPerInch = 144

// PNG writes the picture as a PNG file on white paper.
func (p Picture) PNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(pictureWidth, p.height), vgimg.UseDPI(dotsPerInch))
	p.draw(draw.New(c))
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, c.Image())
}

// A File is a drawn picture.
type File struct {
	Name string // victory-odds.svg
	Data []byte
}

// Files draws every picture as SVG and as PNG, on as many cores as there are.
func Files(pictures []Picture) ([]File, error) {
	files := make([]File, 2*len(pictures))
	var g errgroup.Group
	for i, p := range pictures {
		g.Go(func() error {
			var svg, png bytes.Buffer
			if err := p.SVG(&svg); err != nil {
				return err
			}
			if err := p.PNG(&png); err != nil {
				return err
			}
			files[2*i] = File{p.Name + ".svg", svg.Bytes()}
			files[2*i+1] = File{p.Name + ".png", png.Bytes()}
			return nil
		})
	}
	return files, g.Wait()
}

func seedText(seed uint64) string { return strconv.FormatUint(seed, 10) }
