package terminal

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/polemos-sim/polemos/reports/summary"
)

// Options say what the terminal can do and where the run's files are.
type Options struct {
	Width int    // columns; 0 means 80
	Color bool   // escape sequences for bold, dim and colour
	ASCII bool   // nothing beyond ASCII
	Dir   string // the run's folder; "" when nothing was written
	// Replay spells the command that tells a game; nil: by the scenario's name.
	Replay func(game uint64) string
	Files  []string // what it holds, as shown: "report.html", "6 plots", "games/"
}

// DefaultWidth is the number of columns where none is known.
const DefaultWidth = 80

// Detect gives the options for an output: colour on a terminal unless NO_COLOR is set (to anything but nothing) or TERM is dumb,
// and ASCII where the locale is not UTF-8. An empty locale counts as UTF-8 except on a terminal that says it is dumb.
func Detect(getenv func(string) string, isTerminal bool, width int) Options {
	dumb := getenv("TERM") == "dumb"
	o := Options{Width: width, Color: isTerminal && getenv("NO_COLOR") == "" && !dumb, ASCII: dumb}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set decides, as in POSIX
		if locale := strings.ToUpper(getenv(name)); locale != "" {
			o.ASCII = o.ASCII || !strings.Contains(locale, "UTF-8") && !strings.Contains(locale, "UTF8")
			break
		}
	}
	return o
}

// Write prints the summary: odds with intervals and bars, war lengths, measures at the end, warnings, and where to look further.
func Write(w io.Writer, s *summary.Summary, o Options) error {
	p := newPrinter(o)
	p.heading(s)
	p.odds(s)
	p.wars(s)
	p.final(s)
	p.warnings(s)
	p.further(s)
	return p.writeTo(w)
}

type printer struct {
	o Options
	b strings.Builder
}

func newPrinter(o Options) *printer {
	if o.Width <= 0 {
		o.Width = DefaultWidth
	}
	return &printer{o: o}
}

// writeTo hands on what was printed.
func (p *printer) writeTo(w io.Writer) error {
	out := p.b.String()
	if p.o.ASCII {
		out = ascii(out)
	}
	_, err := io.WriteString(w, out)
	return err
}

func (p *printer) line(parts ...string) {
	p.b.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	p.b.WriteByte('\n')
}

// Select Graphic Rendition codes of ECMA-48.
const (
	boldOn   = "1"
	dimOn    = "2"
	yellowOn = "33"
	blueOn   = "34"
)

func (p *printer) style(code, t string) string {
	if !p.o.Color || t == "" {
		return t
	}
	return "\x1b[" + code + "m" + t + "\x1b[0m"
}

func (p *printer) heading(s *summary.Summary) {
	facts := summary.Of(s.Games, "game") + "   seed " + strconv.FormatUint(s.Seed, 10) + "   " + summary.Plain(100*s.Confidence) + " % intervals"
	title := clean(s.Scenario.Title)
	if gap := p.o.Width - columns(title) - len(facts); gap >= 3 {
		p.line(p.style(boldOn, title), strings.Repeat(" ", gap), facts)
	} else {
		for _, l := range Wrap(title, p.o.Width) {
			p.line(p.style(boldOn, l))
		}
		p.line(facts)
	}
	p.line()
}

// clean keeps a scenario's text from steering the terminal: control characters become spaces.
func clean(t string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
			return ' '
		}
		return r
	}, t)
}

func (p *printer) odds(s *summary.Summary) {
	exact := false
	for _, o := range s.Outcomes {
		exact = exact || o.Exact != nil
	}
	head := []string{"outcome", "games", "odds", ""}
	right := []bool{false, true, true, true}
	if exact {
		head, right = append(head, "exact"), append(right, true)
	}
	var rows [][]string
	var shares []float64
	for _, o := range s.Outcomes {
		row := []string{clip(clean(o.Name), p.o.Width/2), summary.Count(o.Games), "not known", ""}
		share := 0.0
		if r := summary.Percent(o.Odds, o.Low, o.High); r.Value != "" {
			row[2], share = r.Value+" %", *o.Odds
			row[3] = interval(r)
		}
		if exact {
			row = append(row, "")
			if o.Exact != nil {
				row[4] = summary.Share(*o.Exact) + " %"
			}
		}
		rows, shares = append(rows, row), append(shares, share)
	}
	p.table(head, right, rows, shares)
}

func interval(r summary.Rounded) string {
	if r.Low == "" {
		return ""
	}
	return "(" + r.Low + " – " + r.High + ")"
}

// table prints columns, and bars of shares in what is left of the width if that is enough to tell them apart.
func (p *printer) table(head []string, right []bool, rows [][]string, shares []float64) {
	widths := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], columns(cell))
		}
	}
	width := 2 * (len(head) - 1)
	for _, w := range widths {
		width += w
	}
	if over := min(width-p.o.Width, widths[0]-shortestName); over > 0 { // too wide: the names give way, the numbers never
		widths[0], width = widths[0]-over, width-over
		for _, row := range rows {
			row[0] = clip(row[0], widths[0])
		}
	}
	aligned := func(row []string) string {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-columns(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if right[i] {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
		}
		return b.String()
	}
	room := p.o.Width - width - 2
	p.line(p.style(dimOn, strings.TrimRight(aligned(head), " ")))
	for i, row := range rows {
		if shares != nil && room >= shortestBar {
			p.line(aligned(row), "  ", p.bar(shares[i], min(room, longestBar)))
		} else {
			p.line(aligned(row))
		}
	}
	p.line()
}

// shortestName is the columns a name keeps on the narrowest terminal.
const shortestName = 10

// Columns a bar of 100 % takes.
const (
	shortestBar = 6
	longestBar  = 40
)

// bar draws a share of width columns, in eighths of a column; the rarest share still shows.
func (p *printer) bar(share float64, width int) string {
	if p.o.ASCII {
		n := int(share*float64(width) + 0.5)
		if n == 0 && share > 0 {
			return "."
		}
		return p.style(blueOn, strings.Repeat("#", n))
	}
	eighths := int(share*float64(width)*8 + 0.5)
	if eighths == 0 && share > 0 {
		eighths = 1
	}
	b := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		b += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return p.style(blueOn, b)
}

func (p *printer) warnings(s *summary.Summary) {
	for _, w := range s.Warnings {
		p.paragraph(p.style(yellowOn, "!")+" ", clean(w.Text))
	}
	if len(s.Warnings) > 0 {
		p.line()
	}
}

// paragraph prints text after a mark of two columns, indented below it.
func (p *printer) paragraph(mark, text string) {
	for i, l := range Wrap(text, p.o.Width-2) {
		if i > 0 {
			mark = "  "
		}
		p.line(mark, l)
	}
}

// further says where the files are and how to hear the games worth hearing.
func (p *printer) further(s *summary.Summary) {
	if p.o.Dir != "" {
		p.paragraph("", p.o.Dir+": "+strings.Join(p.o.Files, ", "))
	}
	commands := make([]string, len(s.Exemplars))
	width := 0
	for i, e := range s.Exemplars {
		commands[i] = clean(p.replay(s, e.Game))
		width = max(width, columns(commands[i]))
	}
	for i, e := range s.Exemplars {
		p.line(commands[i], strings.Repeat(" ", width-columns(commands[i])+3), p.style(dimOn, clean(e.What)))
	}
}

// replay is the command that tells a game of the run.
func (p *printer) replay(s *summary.Summary, game int64) string {
	if p.o.Replay != nil {
		return p.o.Replay(uint64(game))
	}
	return "polemos replay " + s.Scenario.Name + " --seed " + strconv.FormatUint(s.Seed, 10) + " --game " + strconv.FormatInt(game, 10)
}

// columns is how many columns text takes on a terminal, the same whatever the locale.
func columns(t string) int { return narrow.StringWidth(t) }

var narrow = &runewidth.Condition{StrictEmojiNeutral: true}

func clip(t string, width int) string {
	if columns(t) <= width {
		return t
	}
	r := []rune(t)
	for len(r) > 1 && columns(string(r)) > width-1 {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// Wrap breaks text between words into lines of at most width columns; a word that is longer stays whole, so that it can be copied.
func Wrap(t string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(t) {
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

var plainer = strings.NewReplacer("–", "-", "…", "~", "≤", "<=", "≥", ">=")

// ascii writes what ASCII does not have in another way, and as a question mark what there is no other way for.
func ascii(t string) string {
	return strings.Map(func(r rune) rune {
		if r > 0x7e {
			return '?'
		}
		return r
	}, plainer.Replace(t))
}
