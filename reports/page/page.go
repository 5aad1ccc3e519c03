package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
)

//go:embed report.html.tmpl
var text string

//go:embed report.css
var css string

var report = named("report", text)

// Write writes the report of a run. What comes from the scenario is escaped; only the pictures, which are ours, go in as they are.
func Write(w io.Writer, s *summary.Summary) error {
	c, err := contentOf(s)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := report.Execute(w, c); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// content is what the template shows: a few texts, and sections that are all alike.
type content struct {
	Style     template.CSS
	S         *summary.Summary
	Sentence  string
	Facts     []fact
	Sections  []section
	Commands  []command
	Signature string
}

// unbroken keeps a number and the sign of percent behind it in one line.
func unbroken(t string) string { return strings.ReplaceAll(t, " %", "\u00a0%") }

type fact struct{ Name, Value string }

type command struct{ Line, Does string }

// A section is a picture with its tables beside it, or tables alone.
type section struct {
	ID, Title string
	Picture   template.HTML
	Tables    []table
}

func contentOf(s *summary.Summary) (*content, error) {
	pictures := map[string]template.HTML{}
	for _, p := range plots.All(s) {
		var b bytes.Buffer
		if err := p.Inline(&b); err != nil {
			return nil, err
		}
		pictures[p.Name] = template.HTML(b.String())
	}
	c := &content{
		Style:    template.CSS(css + plots.Style()),
		S:        s,
		Sentence: unbroken(s.Sentence()),
		Facts: []fact{
			{"games", summary.Count(s.Games)},
			{"seed", strconv.FormatUint(s.Seed, 10)},
			{"intervals", summary.Plain(100*s.Confidence) + " %"},
			{"ruleset", s.Scenario.Ruleset},
			{"horizon", summary.Of(int64(s.Scenario.Turns), "turn")},
		},
		Commands: commands(s),
	}
	add := func(id, title string, tables ...table) {
		picture := pictures[plots.FileName(id)]
		if picture == "" && allEmpty(tables) {
			return
		}
		c.Sections = append(c.Sections, section{id, title, picture, tables})
	}
	add("victory-odds", "How games end", odds(s))
	add("endings", "How games end, turn by turn", byTurn(s))
	add("war-length", "How long wars last", length(s.Wars.Length, s.Scenario.Turns), steps(s.Wars.Length))
	add("wars", "War by war", endings(s), causes(s.Wars.Length))
	add("events", "How often it happens in a game", events(s))
	for _, set := range plots.CurveSets(s) {
		var tables []table
		for i, curve := range set.Curves {
			carried, _ := s.CurvesCarried.Get(curve.Key)
			on, all := points("Games still on, turn by turn", "on", curve.Value), points("All games, those over keeping their last value", "in all", carried).folded()
			if len(set.Curves) > 1 {
				side := plots.SideOf(curve.Key)
				on.Caption, all.Caption = side+": "+on.Caption, side+": "+all.Caption
				if i > 0 {
					on = on.folded()
				}
			}
			tables = append(tables, on, all)
		}
		add(set.ID, set.Title, tables...)
	}
	add("final", "At the end of the game", final(s), gameLength(s.Game.Length))
	return c, nil
}

func allEmpty(tables []table) bool {
	for _, t := range tables {
		if len(t.Rows) > 0 {
			return false
		}
	}
	return true
}

func commands(s *summary.Summary) []command {
	seed := strconv.FormatUint(s.Seed, 10)
	list := []command{{
		"polemos run scenario.yaml --seed " + seed + " --games " + strconv.FormatInt(s.Games, 10) + " --out again",
		"plays the same games again, from the folder of this page; the signature must be the same",
	}}
	for _, e := range s.Exemplars {
		list = append(list, command{
			"polemos replay scenario.yaml --seed " + seed + " --game " + strconv.FormatInt(e.Game, 10),
			"tells " + strings.TrimSuffix(e.What, "."),
		})
	}
	return list
}
