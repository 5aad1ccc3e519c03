package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The example in the README, built as a reader would: in a module of its own,
// beside a checkout, without the network.
func TestOwnPolicyOfReadme(t *testing.T) {
	root := checkout(t)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	example := ""
	for _, block := range codeBlocks(string(readme), "go") {
		if strings.Contains(block, "run.Main") {
			example = block
			break
		}
	}
	if example == "" {
		t.Fatal("README.md shows no program with a policy of one's own")
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := chdirTemp(t)
	for name, text := range map[string]string{
		"main.go": example,
		"go.sum":  string(sums),
		"go.mod": "module example.com/mywars\n\ngo 1.26\n\nrequire github.com/polemos-sim/polemos v0.0.0\n\n" +
			"replace github.com/polemos-sim/polemos => " + root + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("gofmt", "-l", "main.go").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("the example is not formatted: %s %v", out, err)
	}
	build := exec.Command("go", "build", "-o", "mywars", ".")
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	mywars := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(filepath.Join(dir, "mywars"), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("mywars %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	named := regexp.MustCompile(`t\.Congress\["(.*?)"\]`).FindStringSubmatch(example)
	if named == nil {
		t.Fatal("the example names no Congress of its own")
	}
	if list := mywars("list", "policies"); !strings.Contains(list, "\n  "+named[1]+" ") {
		t.Errorf("the policy %s is not listed:\n%s", named[1], list)
	}
	// The command that the README gives, for fewer games.
	line := regexp.MustCompile(`(?m)^    go run \. (run .*)$`).FindStringSubmatch(string(readme))
	if line == nil {
		t.Fatal("README.md does not say how to run the example")
	}
	out, err := exec.Command("sh", "-c", "./mywars "+line[1]+" --games 20_000 --out mine --quiet").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "victory") {
		t.Fatalf("%s: %v\n%s", line[1], err, out)
	}
	done(t, "run", "inkopah", "--games", "20_000", "--out", "theirs")
	if signature(t, "mine") == signature(t, "theirs") {
		t.Error("the policy changes nothing")
	}
	if told := mywars("replay", filepath.Join("mine", "scenario.yaml"), "--game", "3"); !strings.Contains(told, "Outcome: ") {
		t.Errorf("the replay tells\n%s", told)
	}
}
