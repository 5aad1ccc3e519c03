package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The NOTICEs, this one and that of polemos, name every module that is linked into the program, and this one no other.
func TestNoticeNamesWhatIsLinked(t *testing.T) {
	named := func(name string) []string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var modules []string
		for line := range strings.Lines(string(text)) {
			if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(line, "  ") {
				modules = append(modules, first)
			}
		}
		return modules
	}
	here, there := named("NOTICE"), named("../../NOTICE")
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	for _, module := range linked {
		ours := strings.HasPrefix(module, "github.com/polemos-sim/polemos")
		fonts := module == "codeberg.org/go-fonts/liberation" // told of in a sentence
		if !ours && !fonts && !slices.Contains(here, module) && !slices.Contains(there, module) {
			t.Errorf("NOTICE lacks %s", module)
		}
	}
	for _, module := range here {
		if !slices.Contains(linked, module) {
			t.Errorf("NOTICE names %s, which is not linked", module)
		}
	}
}
