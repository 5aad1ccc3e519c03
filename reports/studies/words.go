package studies

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/reports/terminal"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/stats"
	"github.com/polemos-sim/polemos/sim/study"
)

// An About is what every answer says of the question.
type About struct {
	Name, Title, SHA256 string // of the scenario
	Program             string // version
	Command             string // what was typed
}

const unitShare = "share"

// shownValue writes a value to what its interval supports, with the sign of percent for shares.
func shownValue(e stats.Estimate, unit string) string {
	if !e.Known() {
		return "not known"
	}
	r := rounded(e, unit)
	if unit == unitShare {
		return r.Value + " %"
	}
	return r.Value
}

func rounded(e stats.Estimate, unit string) summary.Rounded {
	low, high := &e.Low, &e.High
	if e.Low == e.High || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		low, high = nil, nil
	}
	if unit == unitShare {
		if low == nil {
			return summary.Rounded{Value: exactShare(e.Est)}
		}
		return summary.Percent(&e.Est, low, high)
	}
	if low == nil {
		return summary.Rounded{Value: exactNumber(e.Est)}
	}
	return summary.Number(&e.Est, low, high)
}

// exactShare writes an exact share in percent, without the sign, all to as many decimals: below each other they line up. None
// and all of it have no decimals.
func exactShare(x float64) string {
	text := summary.Share(summary.Snapped(x))
	if text == "0" || text == "100" || strings.ContainsAny(text, "<>") {
		return text
	}
	return strconv.FormatFloat(100*x, 'f', 4, 64)
}

// exactNumber writes a number without an interval: a whole one as it is, the others to three decimals, that they line up.
func exactNumber(x float64) string {
	if text := summary.Plain(x); !strings.Contains(text, ".") {
		return text
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// shownBoth writes a value with its interval behind it, where it has one.
func shownBoth(e stats.Estimate, unit string, exact bool) string {
	text := shownValue(e, unit)
	if !e.Known() || exact {
		return text
	}
	if interval := shownInterval(e, unit, exact); interval != "" {
		return text + " (" + strings.TrimSuffix(interval, " %") + ")"
	}
	return text
}

// shownWithin writes a value with the longer arm of its interval, for where there is little room.
func shownWithin(e stats.Estimate, unit string) string {
	if !e.Known() || e.Low == e.High || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return shownValue(e, unit)
	}
	arm := max(e.Est-e.Low, e.High-e.Est)
	e.Low, e.High = e.Est-arm, e.Est+arm
	by, sign := 1., ""
	if unit == unitShare {
		by, sign = 100, " %"
	}
	est, low, high := by*e.Est, by*e.Low, by*e.High
	r := summary.Number(&est, &low, &high)
	_, decimals, _ := strings.Cut(r.Value, ".")
	return r.Value + " ±" + strconv.FormatFloat(by*arm, 'f', len(decimals), 64) + sign
}

// shownInterval writes an interval, "exact" where there is none because nothing was sampled.
func shownInterval(e stats.Estimate, unit string, exact bool) string {
	switch {
	case !e.Known():
		return e.Missing
	case exact:
		return "exact"
	case math.IsInf(e.Low, 0) && math.IsInf(e.High, 0):
		return ""
	case math.IsInf(e.Low, 0):
		return "at most " + summary.Plain(e.High)
	case math.IsInf(e.High, 0):
		return "at least " + summary.Plain(e.Low)
	case e.Low == e.High:
		return ""
	}
	r := rounded(e, unit)
	if r.Low == "" {
		return ""
	}
	text := r.Low + " – " + r.High
	if unit == unitShare {
		text += " %"
	}
	return text
}

// shortKeys are the ends of dotted keys, as much of them as tells one from another and says what it is: two names, and
// one more before a number.
func shortKeys(keys []string) []string {
	short := make([]string, len(keys))
	for i, key := range keys {
		parts := strings.Split(key, ".")
		least := 2
		if _, err := strconv.Atoi(parts[len(parts)-1]); err == nil {
			least = 3
		}
		for n := min(least, len(parts)); n <= len(parts); n++ {
			short[i] = strings.Join(parts[len(parts)-n:], ".")
			unique := true
			for j, other := range keys {
				unique = unique && (i == j || other != short[i] && !strings.HasSuffix(other, "."+short[i]))
			}
			if unique {
				break
			}
		}
	}
	return short
}

// wholeKeys are the shortened keys with what --set and --vary take in their place; the others stand whole everywhere.
func wholeKeys(short, keys []string) (rows [][2]string) {
	for i, key := range keys {
		if short[i] != key {
			rows = append(rows, [2]string{short[i], key})
		}
	}
	return rows
}

// legend writes the whole keys, a line each, for who types them.
func legend(b *strings.Builder, short, keys []string) {
	for i, k := range wholeKeys(short, keys) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "%s = %s\n", clean(k[0]), clean(k[1]))
	}
}

// keysPart has the whole keys for a page.
func keysPart(short, keys []string) page.Part {
	t := page.Table{Caption: "What --set and --vary take", Head: []string{"here", "key"}}
	for _, k := range wholeKeys(short, keys) {
		t.Rows = append(t.Rows, k[:])
	}
	return page.Part{Title: "Settings by their whole names", Tables: []page.Table{t}}
}

// axisKeys are the whole keys of settings.
func axisKeys(axes []study.Axis) []string {
	keys := make([]string, len(axes))
	for i, a := range axes {
		keys[i] = a.Key
	}
	return keys
}

// clean keeps a scenario's words from steering a terminal.
func clean(t string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, t)
}

// number is the whole part of a number at the beginning of a cell.
var number = regexp.MustCompile(`^(?:[<>] )?-?\d+`)

// aligned puts spaces before numbers so that their decimal points stand in columns.
func aligned(rows [][]string) [][]string {
	var widths []int
	list := make([][]string, len(rows))
	for i, row := range rows {
		list[i] = slices.Clone(row)
		for k, text := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], len(number.FindString(text)))
		}
	}
	for _, row := range list {
		for k, text := range row {
			if whole := number.FindString(text); whole != "" {
				row[k] = strings.Repeat(" ", widths[k]-len(whole)) + text
			}
		}
	}
	return list
}

// table writes columns side by side.
func table(b *strings.Builder, head []string, rows [][]string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{head}, aligned(rows)...) {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = clean(text)
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t "))
	}
	w.Flush() // to a builder, which takes everything
}

// ending writes notes.
func ending(b *strings.Builder, notes []sim.Note) {
	for i, n := range notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		mark := "! "
		for _, line := range terminal.Wrap(clean(n.Text), terminal.DefaultWidth-len(mark)) {
			fmt.Fprintf(b, "%s%s\n", mark, line)
			mark = "  "
		}
	}
}

// paragraph writes a text in lines that a terminal shows whole.
func paragraph(b *strings.Builder, text string) {
	for _, line := range terminal.Wrap(clean(text), terminal.DefaultWidth) {
		b.WriteString(line + "\n")
	}
}

func emit(w io.Writer, b *strings.Builder) error {
	_, err := io.WriteString(w, b.String())
	return err
}

func pageNotes(notes []sim.Note) []page.Note {
	var list []page.Note
	for _, n := range notes {
		list = append(list, page.Note{Code: n.Code, Text: n.Text})
	}
	return list
}

// howTold says how the numbers came about, and how sure their intervals are.
func howTold(exact bool, games, seed uint64, confidence float64) string {
	text := howPlayed(exact, games, seed)
	if exact {
		return text
	}
	return text + ", " + summary.Plain(100*confidence) + " % intervals"
}

// howPlayed says how the numbers of a picture without intervals came about.
func howPlayed(exact bool, games, seed uint64) string {
	if exact {
		return "exact, computed without sampling"
	}
	return fmt.Sprintf("%s a point on the same dice, seed %d", summary.Of(int64(games), "game"), seed)
}

// widestFirst orders 0 to n-1 by a width, the largest first; equals stay in order.
func widestFirst(n int, width func(int) float64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(width(b), width(a)) })
	return order
}
