package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/polemos-sim/polemos/reports/plots"
)

//go:embed study.html.tmpl
var studyText string

//go:embed sections.html.tmpl
var sectionsText string

// named is a template with the parts that pages share.
func named(name, text string) *template.Template {
	return template.Must(template.Must(template.New(name).Funcs(template.FuncMap{"unbroken": unbroken}).Parse(sectionsText)).Parse(text))
}

var studyPage = named("study", studyText)

// A Study is the page of a question that took many runs: what was asked, the answer in one sentence, pictures, tables,
// and how to ask it again.
type Study struct {
	Scenario string // its title
	SHA256   string // of the scenario as it is
	Program  string // version
	Title    string
	Asked    string // one sentence
	Answer   string // one sentence
	Facts    []Fact
	Notes    []Note
	Parts    []Part
	Commands []Command
	Files    string // a sentence about the files beside the page; may be empty
}

// A Fact is a short thing to know: games, seed.
type Fact = fact

// A Command is what to type, and what it does.
type Command = command

// A Note is something to beware of.
type Note struct{ Code, Text string }

// A Part is a picture with tables beside it, or one of the two.
type Part struct {
	Title   string
	Picture *plots.Picture
	Tables  []Table
}

// A Table has a name in its first column.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
	Folded  bool // shown only when asked for
}

// WriteStudy writes the page. What comes from the scenario is escaped.
func WriteStudy(w io.Writer, s Study) error {
	page := struct {
		Study
		Style    template.CSS
		Sections []section
	}{s, template.CSS(css + plots.Style()), nil}
	page.Asked, page.Answer = unbroken(s.Asked), unbroken(s.Answer)
	page.Notes = slices.Clone(s.Notes)
	for i := range page.Notes {
		page.Notes[i].Text = unbroken(page.Notes[i].Text)
	}
	for _, p := range s.Parts {
		part := section{Title: p.Title}
		if p.Picture != nil {
			var b bytes.Buffer
			if err := p.Picture.Inline(&b); err != nil {
				return fmt.Errorf("report: %w", err)
			}
			part.Picture = template.HTML(b.String())
		}
		for _, t := range p.Tables {
			list := table{Caption: t.Caption, Head: t.Head, Folded: t.Folded}
			for _, row := range t.Rows {
				cells := make([]cell, len(row))
				for i, text := range row {
					cells[i] = plain(text)
				}
				list.Rows = append(list.Rows, cells)
			}
			part.Tables = append(part.Tables, list)
		}
		page.Sections = append(page.Sections, part)
	}
	if err := studyPage.Execute(w, page); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
