package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/polemos-sim/polemos"

// house says which packages of the module each may import, by pattern; the first
// pattern that matches counts. A package that none matches fails the test: give
// it a place.
var house = []struct{ pkg, may string }{
	{"engine", ""},
	{"engine/*", "engine"},
	{"policies/expr", ""},
	{"policies/ask", "engine"},
	{"policies", "engine engine/* policies/*"},
	{"policies/*", "engine engine/* policies/ask policies/expr"},
	{"sim/stats", ""},
	{"sim", "engine sim/stats"},
	{"sim/measure", "engine sim/stats"},
	{"sim/study", "engine sim sim/stats sim/measure"},
	{"configs", "engine engine/* policies policies/* sim sim/measure sim/study"},
	{"reports/summary", ""},
	{"reports/columns", ""},
	{"reports/*", "engine sim sim/stats sim/measure sim/study reports/*"},
	{"cmd/*", "engine engine/* policies policies/* sim sim/* configs reports/* cmd/*/*"},
	{"cmd/*/*", "engine engine/* policies policies/* sim sim/* configs reports/* cmd/*"},
	{"bench", "engine engine/* policies policies/* sim sim/* configs reports/*"},
	{"bench/*", "engine engine/* policies policies/* sim sim/* configs reports/* bench"},
}

// kernelLacks are the parts of the standard library that could bring the outside
// world, or time, into a game.
var kernelLacks = []string{"os", "time", "log", "sync", "encoding", "fmt", "math/rand", "net", "runtime", "unsafe", "reflect", "io"}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	c := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports", module+"/...")
	out, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImportsKeepTheirDirection(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		i := slices.IndexFunc(house, func(h struct{ pkg, may string }) bool { return match(h.pkg, name) })
		if i < 0 {
			t.Errorf("%s has no place in the house", name)
			continue
		}
		for _, imported := range p.Imports {
			other, ours := strings.CutPrefix(imported, module+"/")
			if ours && !slices.ContainsFunc(strings.Fields(house[i].may), func(may string) bool { return match(may, other) }) {
				t.Errorf("%s imports %s", name, other)
			}
		}
	}
}

func TestKernelKnowsNoOutsideWorld(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if name != "engine" && !match("engine/*", name) {
			continue
		}
		for _, imported := range p.Imports {
			if strings.Contains(imported, ".") && !strings.HasPrefix(imported, module) {
				t.Errorf("%s imports %s: the kernel has the standard library only", name, imported)
			}
			for _, lacks := range kernelLacks {
				if imported == lacks || strings.HasPrefix(imported, lacks+"/") {
					t.Errorf("%s imports %s", name, imported)
				}
			}
		}
	}
}

// NOTICE names every module that is linked into the program.
func TestNoticeNamesWhatIsLinked(t *testing.T) {
	notice, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-pgo=off", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, linked := range strings.Fields(string(out)) {
		if linked != module && !bytes.Contains(notice, []byte(linked)) {
			t.Errorf("NOTICE lacks %s", linked)
		}
	}
}

func match(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
