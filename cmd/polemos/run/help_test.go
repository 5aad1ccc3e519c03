package run

import (
	"cmp"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// gamesOfExamples is how many games examples play here: enough for every picture.
const gamesOfExamples = "3000"

// fewerGames makes examples short: POLEMOS_TEST_GAMES in the environment takes the
// place of --games and --precision, in every verb that has them.
func fewerGames(args []string) []string {
	games := os.Getenv("POLEMOS_TEST_GAMES")
	if games == "" {
		return args
	}
	verb, _, err := newApp(io.Discard, io.Discard).root().Find(args)
	if err != nil || verb.Flags().Lookup("games") == nil {
		return args
	}
	if info, err := os.Stat(args[len(args)-1]); err == nil && info.IsDir() {
		return args // a run, whose games have been played
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

// commands are the lines of a text that call the program, without the remarks
// that stand three spaces beside them.
func commands(text string) []string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "   ")
		line = strings.Replace(line, "go run ./cmd/polemos ", "polemos ", 1)
		if line == "polemos" || strings.HasPrefix(line, "polemos ") {
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
	bin := toolbox(t, nil)
	for _, line := range lines {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		c := exec.CommandContext(ctx, "sh", "-c", "exec "+line)
		c.Env = append(os.Environ(), asProgram+"=1", "POLEMOS_TEST_GAMES="+gamesOfExamples, "PATH="+bin+":"+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		cancel()
		// So few games may leave an expectation undecided.
		if err != nil && c.ProcessState.ExitCode() != Undecided {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

func TestExamplesOfHelpRun(t *testing.T) {
	root := newApp(nil, nil).root()
	root.InitDefaultHelpCmd()
	_, text, _ := strings.Cut(root.Long, "Type this first:")
	eachVerb(root, func(c *cobra.Command) { text += "\n" + c.Example })
	lines := commands(text)
	// What a line needs is made before it, as a reader would; texts may say the same.
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Or(order(a)-order(b), strings.Compare(a, b)) })
	lines = slices.Compact(lines)
	if len(lines) < 25 {
		t.Fatalf("only %d examples: %q", len(lines), lines)
	}
	scenarios := filepath.Join(checkout(t), "configs")
	dir := chdirTemp(t)
	if err := os.Symlink(scenarios, filepath.Join(dir, "configs")); err != nil {
		t.Fatal(err)
	}
	shell(t, lines)
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
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := commands(strings.ReplaceAll(string(text), "#", ""))
		count += len(lines)
		chdirTemp(t)
		shell(t, lines)
	}
	if count < 6 {
		t.Errorf("the scenarios show only %d commands", count)
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
	// Blocks that are indented show the command line.
	var blocks strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^    .*`).FindAllString(string(text), -1) {
		line, _, _ = strings.Cut(line, " # ")
		blocks.WriteString(line + "\n")
	}
	lines := commands(blocks.String())
	if len(lines) < 10 {
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
