package plots

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"strconv"
	"sync"

	"git.sr.ht/~sbinet/gg"
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

// All returns the pictures of a run in the order a report shows them: victory odds, and when games end if not all do in one turn;
// war lengths if a war lasted a turn; what is counted in a game, if that is several things; then every curve that moves, those of
// sides that share a measure in one picture.
func All(s *summary.Summary) []Picture {
	var list []Picture
	if len(s.Outcomes) > 0 {
		list = append(list, victoryOdds(s))
	}
	if endingsSpread(s) {
		list = append(list, endings(s))
	}
	if s.Wars.Length.Fought() {
		list = append(list, warLengths(s))
	}
	if len(s.Game.Events) > 1 {
		list = append(list, eventFrequencies(s))
	}
	for _, set := range CurveSets(s) {
		if p, ok := set.picture(s); ok {
			list = append(list, p)
		}
	}
	return list
}

// moves says whether a curve is worth a picture: in the turns shown it differs between turns, or
// between games other than a few in a hundred.
func moves(points []summary.CurvePoint) bool {
	if len(points) == 0 {
		return false
	}
	for _, p := range reached(points) {
		if p.P05 != p.P95 || p.P50 != points[0].P50 {
			return true
		}
	}
	return false
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
	pixels := func(l vg.Length) int { return int(l.Dots(dotsPerInch) + 0.5) }
	img := image.NewRGBA(image.Rect(0, 0, pixels(pictureWidth), pixels(p.height)))
	// With a context of its own, vgimg draws on the image as it is, and makes no two copies of it first.
	ctx := gg.NewContextForRGBA(img)
	ctx.SetLineCapButt()
	ctx.InvertY() // vg's y grows upwards
	c := vgimg.NewWith(vgimg.UseImageWithContext(img, ctx), vgimg.UseDPI(dotsPerInch))
	p.draw(draw.New(c))
	return encoder.Encode(w, img)
}

// encoder favours speed over size (65 KB a picture where 45 would do, in half the time) and keeps its buffers for the next picture.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: new(buffers)}

type buffers struct{ pool sync.Pool }

// Get returns a buffer used before, or nil, which makes the encoder take a new one.
func (b *buffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer
}

// Put keeps a buffer for the next picture.
func (b *buffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }

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
