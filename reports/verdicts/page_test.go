package verdicts_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/reports/verdicts"
)

var hostile = verdicts.Scenario{Name: "east.1", Title: "War | in the <East>", SHA256: "abc123"}

func checkPage(t *testing.T) string {
	var b bytes.Buffer
	about := verdicts.About{Program: "v9", Scenarios: []verdicts.Scenario{hostile, {Name: "idle"}}}
	if err := verdicts.WritePage(&b, about, checks(t)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func comparePage(t *testing.T, sides int) string {
	var b bytes.Buffer
	about := verdicts.About{Program: "v9", Command: "polemos compare 'a&b' --with \"turns=<20>\"", Scenarios: []verdicts.Scenario{hostile, hostile, hostile}[:sides]}
	if err := verdicts.WriteComparisonPage(&b, about, 3, compared(t, sides)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	svgElement = regexp.MustCompile(`(?s)<svg .*?</svg>`)
	svgID      = regexp.MustCompile(` id="([^"]+)"`)
	notANumber = regexp.MustCompile(`NaN|Inf`)
	outside    = regexp.MustCompile(`(?:src|href)="|url\(|@import`)
)

func TestPagesAreSound(t *testing.T) {
	for name, c := range map[string]struct {
		page     string
		pictures int
	}{"check": {checkPage(t), 1}, "two": {comparePage(t, 2), 2}, "three": {comparePage(t, 3), 2}} {
		pictures := svgElement.FindAllString(c.page, -1)
		if len(pictures) != c.pictures {
			t.Errorf("%s: %d pictures, want %d", name, len(pictures), c.pictures)
		}
		for _, svg := range pictures {
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: not well-formed: %v", name, err)
				}
			}
		}
		seen := map[string]bool{}
		for _, id := range svgID.FindAllStringSubmatch(c.page, -1) {
			if seen[id[1]] {
				t.Errorf("%s: two elements are called %s", name, id[1])
			}
			seen[id[1]] = true
		}
		for what, bad := range map[string]*regexp.Regexp{"no number": notANumber, "something outside of it": outside} {
			if found := bad.FindString(c.page); found != "" {
				t.Errorf("%s: holds %s: %q", name, what, found)
			}
		}
		if strings.Contains(c.page, "<East>") || !strings.Contains(c.page, "&lt;East&gt;") {
			t.Errorf("%s: the title is not escaped", name)
		}
	}
}

// tableOf has the rows of a table, by its caption, as text.
func tableOf(t *testing.T, page, caption string) (rows [][]string) {
	t.Helper()
	_, after, found := strings.Cut(page, ">"+html.EscapeString(caption)+"</caption>")
	if !found {
		t.Fatalf("no table is called %q", caption)
	}
	body, _, _ := strings.Cut(after, "</tbody>")
	for _, tr := range regexp.MustCompile(`<tr><th scope="row">(.*)</tr>`).FindAllString(body, -1) {
		var row []string
		for _, cell := range regexp.MustCompile(`<t[hd][^>]*>(.*?)</t[hd]>`).FindAllStringSubmatch(tr, -1) {
			row = append(row, html.UnescapeString(cell[1]))
		}
		rows = append(rows, row)
	}
	return rows
}

// spelled is a number of the page, nil where it has none.
func spelled(t *testing.T, text string) *float64 {
	t.Helper()
	if text == "–" {
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

func equal(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// shown says whether a rounded number, in hundredths for odds, is the full one to its last digit.
func shown(text string, v *float64, by float64) error {
	number := strings.Fields(strings.TrimPrefix(text, "+"))
	if v == nil || len(number) == 0 {
		return nil
	}
	x, err := strconv.ParseFloat(number[0], 64)
	if err != nil {
		return err
	}
	_, decimals, _ := strings.Cut(number[0], ".")
	last, _ := strconv.ParseFloat("1e-"+strconv.Itoa(len(decimals)), 64)
	if d := x - by**v; d > last || d < -last {
		return fmt.Errorf("%s is not %v", text, by**v)
	}
	return nil
}

func TestPageOfCheckHasTheNumbersOfJSON(t *testing.T) {
	var list []struct {
		Expectations []struct {
			Measure, Verdict, Expected string
			Value, Low, High           *float64
			AtLeast                    *float64 `json:"at_least"`
			AtMost                     *float64 `json:"at_most"`
		}
	}
	if err := json.Unmarshal([]byte(written(t, verdicts.WriteJSON, checks(t))), &list); err != nil {
		t.Fatal(err)
	}
	page := checkPage(t)
	rounded, exactly := tableOf(t, page, "131,072 games played, seed 7, all answers together at 99 % confidence"), tableOf(t, page, "In full, as --format json writes them")
	if len(rounded) != 6 || len(exactly) != 6 {
		t.Fatalf("%d and %d rows, want 6", len(rounded), len(exactly))
	}
	for i, e := range list[0].Expectations {
		for k, want := range []*float64{e.Value, e.Low, e.High, e.AtLeast, e.AtMost} {
			if got := spelled(t, exactly[i][k+1]); exactly[i][0] != e.Measure || !equal(got, want) {
				t.Errorf("%s: %q, want %v", e.Measure, exactly[i], want)
			}
		}
		if r := rounded[i]; r[0] != e.Measure || r[1] != e.Verdict || r[4] != e.Expected {
			t.Errorf("%q, want %+v", r, e)
		} else if err := shown(r[2], e.Value, 1); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{
		`<p class="sentence">2 of 6 expectations hold, 1 fail, 3 undecided; odds.lost is 0.375 (0.370 to 0.380) after 65,536`, "Nothing is expected of this scenario.",
		"<code>polemos check east.yaml --seed 7</code>", "<td>abc123</td>",
	} {
		if !strings.Contains(page, text) {
			t.Errorf("%q is not on the page", text)
		}
	}
}

func TestPageOfComparisonHasTheNumbersOfJSON(t *testing.T) {
	var b bytes.Buffer
	if err := verdicts.WriteComparisonJSON(&b, 3, compared(t, 2)); err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Differences []struct {
			Measure, Verdict string
			FirstValue       *float64 `json:"first_value"`
			SideValue        *float64 `json:"side_value"`
			Difference       struct{ Value, Low, High *float64 }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	page := comparePage(t, 2)
	rounded, exactly := tableOf(t, page, "Differences from A; pp: percentage points"), tableOf(t, page, "In full, as --format json writes them, odds as shares")
	if len(rounded) != 5 || len(exactly) != 5 {
		t.Fatalf("%d and %d rows, want 5", len(rounded), len(exactly))
	}
	for i, row := range exactly {
		d := answer.Differences[i]
		for k, want := range []*float64{d.Difference.Value, d.Difference.Low, d.Difference.High} {
			if got := spelled(t, row[k+1]); row[0] != d.Measure || !equal(got, want) {
				t.Errorf("%s: %q, want %v", d.Measure, row, want)
			}
		}
		by := 1.
		if strings.HasPrefix(d.Measure, "odds.") {
			by = 100
		}
		for k, v := range []*float64{d.FirstValue, d.SideValue, d.Difference.Value} {
			if err := shown(rounded[i][k+2], v, by); err != nil {
				t.Errorf("%s: %v", d.Measure, err)
			}
		}
	}
	if rounded[0][1] != "B is worse" || rounded[3][1] != "undecided" || rounded[3][6] != "131,072, needs about 530,000" || rounded[4][5] != "no wars" {
		t.Errorf("verdicts: %q", rounded)
	}
	if rows := tableOf(t, page, "Alike in every game"); len(rows) != 1 || rows[0][0] != "war.east.declared" {
		t.Errorf("alike: %q", rows)
	}
	for _, text := range []string{
		`<p class="sentence">odds.won is 91.0 % in A and 90.0 % in B, by -1.0 pp (-1.1 to -0.9), so B is worse; of 6 differences: 2 clear, 1 no larger than what does not matter, 2 undecided, 1 alike in every game.</p>`,
		"turns=&lt;20&gt;", "How does B, two, differ from A, one?",
	} {
		if !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(page, "&#43;", "+"), "\u00a0", " "), text) {
			t.Errorf("%q is not on the page", text)
		}
	}
}
