package verify

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/sim"
)

// A manifest that was changed by hand is found out, though it is one of a run.
func TestManifestByHand(t *testing.T) {
	e, dir := experiment(t, "64"), t.TempDir()
	e.Keep = engine.Keep{}
	f := open(t, dir, e)
	result, err := sim.Run(t.Context(), e, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(t.Context(), Run{Dir: dir, Manifest: m, Experiment: e, Rerun: "run again"})
	if err != nil || r.Files != 2 || r.Bytes < 1000 { // two tallies and nothing else
		t.Errorf("%+v, %v", r, err)
	}
	publishIn(t, f, e, result.Tally)
	unlist := func(name string) func(*folder.Manifest) {
		return func(m *folder.Manifest) {
			m.Files = slices.DeleteFunc(m.Files, func(x folder.File) bool { return x.Path == name })
		}
	}
	for _, c := range []struct {
		change func(*folder.Manifest)
		file   string
		says   []string
	}{
		{func(m *folder.Manifest) { m.Parts[0].Part = 1 }, "manifest.json", []string{"part 1 is listed after part 1"}},
		{func(m *folder.Manifest) { slices.Reverse(m.Parts) }, "manifest.json", []string{"part 0 is listed after part 1"}},
		{func(m *folder.Manifest) { m.Scenario.Name = "other" }, "manifest.json", []string{`the scenario "other"`, `"inkopah"`}},
		{func(m *folder.Manifest) { m.Program = "another" }, "manifest.json", []string{"not spelled as the program spells it"}},
		{unlist("summary.json"), "manifest.json", []string{"no summary.json is listed"}},
		{unlist("report.html"), "manifest.json", []string{"no report.html is listed"}},
		{unlist("curves.parquet"), "manifest.json", []string{"no curves.parquet is listed"}},
		{unlist("plots/victory-odds.svg"), "plots/victory-odds.svg", []string{"a file that manifest.json does not list", ", then report"}},
		{func(m *folder.Manifest) { m.Files[0].Path = "../curves.parquet" }, "../curves.parquet", []string{"is not in the folder"}},
	} {
		m, err := folder.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		c.change(m)
		r, err := Check(t.Context(), Run{Dir: dir, Manifest: m, Experiment: e, Summary: summarised(e), Rerun: "run again", Redraw: "report"})
		if err != nil {
			t.Fatal(err)
		}
		r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
			return f.File != c.file || !strings.Contains(f.Found, c.says[0])
		})
		finds(t, c.says[0], r, c.file, c.says...)
	}

	// What is there and not listed was not checked, and is not said to be.
	path := filepath.Join(dir, "summary.json")
	if err := os.WriteFile(path, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if m, err = folder.Read(dir); err != nil {
		t.Fatal(err)
	}
	m.Files = nil
	r, err = Check(t.Context(), Run{Dir: dir, Manifest: m, Experiment: e, Summary: summarised(e), Rerun: "run again", Redraw: "report"})
	if err != nil || r.FromSummary || !slices.ContainsFunc(r.Notes, func(note string) bool { return strings.Contains(note, "were not checked") }) {
		t.Errorf("%+v, %v", r, err)
	}
}
