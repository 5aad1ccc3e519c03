package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// gamesOfExamples is how many games examples play here: enough for every picture.
const gamesOfExamples = "3000"

// fewerGames makes the runs of examples short: POLEMOS_TEST_GAMES in the
// environment takes the place of --games and --precision.
func fewerGames(args []string) []string {
	games := os.Getenv("POLEMOS_TEST_GAMES")
	if games == "" || len(args) == 0 || args[0] != "run" {
		return args
	}
	kept := []string{}
	for i := 0; i < len(args); i++ {
		if args[i] == "--games" || args[i] == "--precision" {
			i++
			continue
		}
		kept = append(kept, args[i])
	}
	return append(kept, "--games", games)
}

// eachVerb visits every command that help shows.
func eachVerb(c *cobra.Command, visit func(*cobra.Command)) {
	for _, verb := range c.Commands() {
		visit(verb)
		eachVerb(verb, visit)
	}
}

func TestEveryVerbHasAnExample(t *testing.T) {
	root := newApp(nil, nil).root()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	verbs := 0
	eachVerb(root, func(c *cobra.Command) {
		verbs++
		if !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s has no example", c.CommandPath())
		}
		if len(c.Commands()) > 0 {
			return
		}
		help := polemos(t, append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if help.status != Done || help.err != "" || !strings.Contains(help.out, c.Example) {
			t.Errorf("%s --help: status %d, %q\n%s", c.CommandPath(), help.status, help.err, help.out)
		}
	})
	if verbs < 12 {
		t.Errorf("only %d verbs", verbs)
	}
}

// commands are the lines of a text that call the program; a line that ends with
// a backslash goes on in the next.
func commands(text string) []string {
	text = strings.ReplaceAll(text, "\\\n", " ")
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		line = strings.Replace(line, "go run ./cmd/polemos ", "polemos ", 1)
		if strings.HasPrefix(line, "polemos ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// shell runs command lines with a polemos on the path that is this test.
func shell(t *testing.T, lines []string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		lacking(t, "no sh runs the examples: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "polemos")); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		c := exec.Command("sh", "-c", line)
		c.Env = append(os.Environ(), asProgram+"=1", "POLEMOS_TEST_GAMES="+gamesOfExamples, "PATH="+bin+":"+os.Getenv("PATH"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

func TestExamplesOfHelpRun(t *testing.T) {
	root := newApp(nil, nil).root()
	root.InitDefaultHelpCmd()
	_, first, _ := strings.Cut(root.Long, "Type this first:")
	lines := commands(first)
	eachVerb(root, func(c *cobra.Command) { lines = append(lines, commands(c.Example)...) })
	// What a line needs is made before it, as a reader would.
	slices.SortStableFunc(lines, func(a, b string) int { return order(a) - order(b) })
	lines = slices.Compact(lines)
	if len(lines) < 25 {
		t.Fatalf("only %d examples: %q", len(lines), lines)
	}
	scenarios := filepath.Join(checkout(t), "configs")
	dir := chdirTemp(t)
	if err := os.Symlink(scenarios, filepath.Join(dir, "configs")); err != nil {
		t.Fatal(err)
	}
	// The root's text, and those of verbs, may say the same twice.
	seen := map[string]bool{}
	lines = slices.DeleteFunc(lines, func(l string) bool {
		l = strings.TrimSpace(regexp.MustCompile(`   .*`).ReplaceAllString(l, ""))
		was := seen[l]
		seen[l] = true
		return was
	})
	for i, l := range lines {
		lines[i] = withoutRemark(l)
	}
	shell(t, lines)
}

// withoutRemark cuts what stands beside a command, three spaces apart.
func withoutRemark(line string) string {
	command, _, _ := strings.Cut(line, "   ")
	return command
}

// order puts what makes a file before what reads it.
func order(line string) int {
	switch {
	case strings.HasPrefix(line, "polemos new"):
		return 0
	case strings.HasPrefix(line, "polemos run"):
		return 1
	default:
		return 2
	}
}

// The shipped scenarios tell in their comments what to type.
func TestCommandsInScenariosRun(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(checkout(t), "configs", "*.yaml"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := commands(strings.ReplaceAll(string(text), "#", ""))
		for i := range lines {
			lines[i] = withoutRemark(lines[i])
		}
		if len(lines) == 0 {
			t.Errorf("%s does not say what to type", filepath.Base(file))
		}
		chdirTemp(t)
		shell(t, lines)
	}
}

// codeBlocks are the blocks of a Markdown text in one of the languages.
func codeBlocks(markdown string, languages ...string) []string {
	var blocks []string
	for _, b := range regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```").FindAllStringSubmatch(markdown, -1) {
		if slices.Contains(languages, b[1]) {
			blocks = append(blocks, b[2])
		}
	}
	return blocks
}

func TestCommandsOfReadmeRun(t *testing.T) {
	root := checkout(t)
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := commands(strings.Join(codeBlocks(string(text), "sh", "bash", "shell", "console"), "\n"))
	for i := range lines {
		lines[i], _, _ = strings.Cut(withoutRemark(lines[i]), " # ")
	}
	if len(lines) < 5 {
		t.Fatalf("README.md shows only %d commands: %q", len(lines), lines)
	}
	dir := chdirTemp(t)
	if err := os.Symlink(filepath.Join(root, "configs"), filepath.Join(dir, "configs")); err != nil {
		t.Fatal(err)
	}
	shell(t, lines)
}

func TestWithoutArgumentsItSaysWhatToTypeFirst(t *testing.T) {
	out := done(t)
	first, _, ok := strings.Cut(out[strings.Index(out, "Type this first:")+len("Type this first:"):], "   ")
	if !ok || strings.TrimSpace(first) != "polemos run inkopah" {
		t.Errorf("the first command is %q in\n%s", first, out)
	}
}
