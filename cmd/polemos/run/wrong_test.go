package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/configs"
)

// shippedNames lists the shipped scenarios as messages do.
func shippedNames() string {
	var names []string
	for _, s := range configs.List() {
		names = append(names, s.Name)
	}
	return "shipped: " + strings.Join(names, ", ")
}

func TestWrongUsage(t *testing.T) {
	chdirTemp(t)
	const games = `not a whole number; write --games 1_000_000`
	shipped := shippedNames()
	for _, c := range []struct{ line, message string }{
		{"rum inkopah", `there is no verb "rum" (did you mean run? polemos --help lists them)`},
		{"sweeep inkopah --vary x", `there is no verb "sweeep" (did you mean sweep? polemos --help lists them)`},
		{"list polices", `there is no list "polices" (did you mean policies? there are keys, measures, policies, scenarios)`},
		{"list crises", `there is no list "crises" (there are keys, measures, policies, scenarios)`},
		{"--version", `there is no flag --version: polemos version prints it`},
		{"list", `list needs to know what: polemos list scenarios, polemos list policies, polemos list measures SCENARIO, polemos list keys`},
		{"help rnu", `there is no verb "rnu" (did you mean run? polemos --help lists them)`},
		{"help run inkopah", `polemos run has no verbs of its own, found "inkopah"`},
		{"completion", `completion needs one shell: polemos completion bash, polemos completion zsh, polemos completion fish, polemos completion powershell`},
		{"completion tcsh", `there is no completion for "tcsh": choose one of bash, zsh, fish, powershell`},
		{"version now", `version takes no argument, found "now"`},
		{"list policies congress", `list policies takes no argument, found "congress"`},
		{"run", `run needs a scenario: polemos run inkopah`},
		{"run inkopah two-fronts", `run takes one argument, a scenario; found 2: inkopah two-fronts`},
		{"validate", `validate needs a scenario: polemos validate my-war.yaml`},

		{"run inkopah --gmaes 5", `there is no flag --gmaes (did you mean --games? polemos run --help lists them)`},
		{"run inkopah -g 5", `there is no flag -g (polemos run --help lists them)`},
		{"run inkopah --seed", `--seed needs a value: --seed N`},
		{"run inkopah --set", `--set needs a value: --set KEY=VALUE`},
		{"run inkopah --quiet=maybe", `--quiet=maybe: give true or false, or leave the value away`},
		{"run inkopah --rows all", `--rows "all": choose one of none, games, wars, turns`},
		{"run inkopah --format yaml", `--format "yaml": choose one of text, json`},

		{"run inkopah --games 0", `--games "0": out of range; choose from 1 to 1_099_511_627_776`},
		{"run inkopah --games -5", `--games "-5": it cannot be negative; write --games 1_000_000`},
		{"run inkopah --games 4e6", `--games "4e6": not in plain digits; write --games 4_000_000`},
		{"run inkopah --games 010", `--games "010": ` + games},
		{"run inkopah --games 1_000_", `--games "1_000_": ` + games},
		{"run inkopah --games 1__000", `--games "1__000": ` + games},
		{"run inkopah --games 18446744073709551616", `--games "18446744073709551616": ` + games},
		{"run inkopah --games NaN", `--games "NaN": ` + games},
		{"run inkopah --workers 0", `--workers "0": out of range; choose from 1 to 4_096`},
		{"run inkopah --seed -1", `--seed "-1": it cannot be negative; write --seed 7`},
		{"run inkopah --turns some", `--turns "some": not a whole number; write --turns 10_000 or --turns all`},
		{"run inkopah --part-games 100_000", `parts of 100000 games are not possible: choose a multiple of 65536, such as 262144`},
		{"run inkopah --precision 0", `--precision "0": not between 0 and 1; write --precision 0.001 for odds to +-0.1 %`},
		{"run inkopah --precision NaN", `--precision "NaN": not between 0 and 1; write --precision 0.001 for odds to +-0.1 %`},
		{"run inkopah --precision much", `--precision "much": not a number; write --precision 0.001 for odds to +-0.1 %`},
		{"run inkopah --precision 1e-9", `--precision 1e-09 needs more than 1,099,511,627,776 games: ask for a wider one`},
		{"run inkopah --precision 0.01 --games 5", `--games and --precision are not given together: --precision says how many games there are`},

		{"run inkopah --set turns", `--set turns: write KEY=VALUE, such as --set params.patience=30`},
		{"run inkopah --set =5", `--set =5: write KEY=VALUE, such as --set params.patience=30`},
		{"run inkopah --set republic.aproval.start=5", `--set republic.aproval.start=5: republic: unknown key aproval (did you mean approval?)`},
		{"run inkopah --set turns=many", `--set turns=many: turns: found the text "many", but a whole number from 1 to 1000 is wanted`},
		{"replay inkopah --game 1.5", `--game "1.5": not a whole number; write --game 17`},

		{"replay inkopah --game -1", `--game "-1": it cannot be negative; write --game 17`},
		{"run inkopah.yml", `inkopah.yml: there is no such file and no shipped scenario of this name (did you mean inkopah? ` + shipped + `)`},
		{"run inkopha", `inkopha: there is no such file and no shipped scenario of this name (did you mean inkopah? ` + shipped + `)`},
		{"run wars/mine.yaml", `wars/mine.yaml: there is no such file and no shipped scenario of this name (` + shipped + `)`},
		{"run .", `. is a folder: name the scenario file in it`},
		{"new w.yaml --like inkopha", `inkopha: there is no such file and no shipped scenario of this name (did you mean inkopah? ` + shipped + `)`},
		{"new inkopah", `inkopah is a shipped scenario: run would play that one; choose another name, such as inkopah.yaml`},

		{"replay inkopah-example --dice 4,-5", `draw 3 (the randomizer in the war about inkopah, turn 3): the result is missing: 2d10-11 is asked for, but only 2 results are given`},
		{"replay inkopah-example --dice 4,-5,-1,2", `draw 4: the result 2 is one too many: the game asks for 3 draws`},
		{"replay inkopah-example --dice 4,-50,-1", `draw 2 (the randomizer in the war about inkopah, turn 2): -50 is impossible: 2d10-11 gives -9 to 9`},
		{"replay inkopah-example --dice 4,five", `--dice: draw 2: "five" is not a whole number; write --dice 4,-5,-1`},
		{"replay inkopah-example --dice ,", `--dice: draw 1: "" is not a whole number; write --dice 4,-5,-1`},
	} {
		t.Run(c.line, func(t *testing.T) {
			args := strings.Fields(c.line)
			if args[0] == "replay" {
				args = append(args, "--format", "json") // else the game is told so far as it went
			}
			fails(t, polemos(t, args...), Usage, c.message)
		})
	}
	if left := folderBytes(t, "."); len(left) > 0 {
		t.Errorf("wrong usage left files: %v", left)
	}
}

// With text for people, a replay that stops tells how far the game came.
func TestReplayTellsWhatLedToWrongDice(t *testing.T) {
	o := polemos(t, "replay", "inkopah-example", "--dice", "4")
	if o.status != Usage || o.out != "" || !strings.Contains(o.err, "the running total is 10") || !strings.Contains(o.err, "\npolemos: draw 2 (") {
		t.Errorf("status %d, output %q, errors\n%s", o.status, o.out, o.err)
	}
}

func TestWrongFolder(t *testing.T) {
	chdirTemp(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("file", "mine")
	write("photos/sea.png", "mine")
	write("liar/manifest.json", "{}")
	done(t, "run", "inkopah", "--games", "2000", "--out", "r")
	done(t, "new", "my.yaml")
	before := folderBytes(t, ".")
	write("war.yaml", "")
	before["war.yaml"] = ""

	const other = ": choose another folder with --out, or replace this one with --force"
	const untouched = "; nothing in it is touched, also not with --force: choose another folder with --out"
	for _, c := range []struct {
		line    string
		status  int
		message string
	}{
		{"run inkopah --out file", Usage, "file is a file: choose a folder with --out"},
		{"run inkopah --out file --force", Usage, "file is a file: choose a folder with --out"},
		{"run inkopah --out file/r", Broken, "the run folder cannot be used: stat file/r: not a directory: choose another with --out"},
		{"run inkopah --out photos", Usage, "photos is not a run folder: it has no manifest.json" + untouched},
		{"run inkopah --out photos --force", Usage, "photos is not a run folder: it has no manifest.json" + untouched},
		{"run inkopah --out liar --force", Usage, "liar is not a run folder: its manifest.json says something else" + untouched},
		{"run two-fronts --out r", Usage, "r holds another run: the scenario inkopah, and this run has two-fronts" + other},
		{"run inkopah --set params.patience=30 --out r", Usage, "r holds another run: other settings of the scenario inkopah" + other},
		{"run inkopah --seed 2 --out r", Usage, "r holds another run: seed 1, and this run has 2" + other},
		{"run inkopah --games 1000 --out r", Usage, "r was asked for 2,000 games, of which 2,000 are kept: ask for at least 2,000, choose another folder with --out, or replace this one with --force"},
		{"run inkopah --games 2000 --rows wars --out r", Usage, "r holds another run: --rows turns, and this run has wars" + other},
		{"run inkopah --games 2000 --turns 5 --out r", Usage, "r holds another run: --turns 10000, and this run has 5" + other},
		{"run inkopah --games 2000 --part-games 65536 --out r", Usage, "r holds another run: parts of 262144, and this run has 65536 games (--part-games)" + other},
		{"run war.yml", Usage, "war.yml: there is no such file and no shipped scenario of this name (did you mean war.yaml? " + shippedNames() + ")"},
		{"run war", Usage, "war: there is no such file and no shipped scenario of this name (did you mean war.yaml? " + shippedNames() + ")"},
		{"report nowhere", Usage, "nowhere is not a run folder: it has no manifest.json"},
		{"report photos", Usage, "photos is not a run folder: it has no manifest.json"},
		{"report file", Usage, "file is not a run folder: it has no manifest.json"},
		{"report liar", Usage, "liar is not a run folder: its manifest.json says something else"},
		{"report", Usage, "report needs the folder of a run: polemos report runs/inkopah-1"},
		{"new my.yaml", Usage, "my.yaml is there already and is not touched; choose another name"},
		{"new photos", Usage, "photos is there already and is not touched; choose another name"},
		{"new no/such/my.yaml", Broken, "the scenario cannot be written: open no/such/my.yaml: no such file or directory"},
	} {
		t.Run(c.line, func(t *testing.T) { fails(t, polemos(t, strings.Fields(c.line)...), c.status, c.message) })
	}
	for name, text := range folderBytes(t, ".") {
		if before[name] != text {
			t.Errorf("%s was touched", name)
		}
	}
	done(t, "run", "inkopah", "--seed", "2", "--games", "2000", "--out", "r", "--force")
	done(t, "run", "inkopah", "--seed", "2", "--games", "2000", "--out", "fresh")
	sameFolder(t, "a folder taken by --force", "r", "fresh")
}

func TestReportOfAnotherFolder(t *testing.T) {
	chdirTemp(t)
	done(t, "run", "inkopah", "--games", "2000", "--out", "r")
	manifest, err := os.ReadFile("r/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	scenario, err := os.ReadFile("r/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}

	unfinished := strings.Replace(string(manifest), `"complete": true`, `"complete": false`, 1)
	if err := os.WriteFile("r/manifest.json", []byte(unfinished), 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, polemos(t, "report", "r"), Usage, "the run in r is not finished: the command that began it goes on with it")

	if err := os.WriteFile("r/manifest.json", manifest, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("r/scenario.yaml", []byte(strings.Replace(string(scenario), "patience: 64", "patience: 63", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if o := polemos(t, "report", "r"); o.status != Usage || !strings.HasPrefix(o.err, "polemos: r/scenario.yaml is not the scenario that was played (SHA-256 ") {
		t.Errorf("status %d, %q", o.status, o.err)
	}

	// A page that was lost is drawn again, to the byte.
	if err := os.WriteFile("r/scenario.yaml", scenario, 0o644); err != nil {
		t.Fatal(err)
	}
	want := folderBytes(t, "r")
	for _, name := range []string{"report.html", "summary.json", "plots/victory-odds.svg", "curves.parquet"} {
		if err := os.Remove(filepath.Join("r", name)); err != nil {
			t.Fatal(err)
		}
	}
	done(t, "report", "r")
	for name, text := range folderBytes(t, "r") {
		if want[name] != text {
			t.Errorf("%s is another after report", name)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is not drawn again", name)
	}
}

// A file that is there and cannot be read is the machine's fault, not the user's.
func TestUnreadableScenario(t *testing.T) {
	chdirTemp(t)
	name, why := "secret.yaml", "open secret.yaml: permission denied"
	if err := os.WriteFile(name, []byte("polemos: 1\n"), 0); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // who may open everything
		name, why = "/proc/self/mem", "read /proc/self/mem: input/output error"
	}
	fails(t, polemos(t, "run", name), Broken, "the scenario cannot be read: "+why)
	fails(t, polemos(t, "replay", name), Broken, "the scenario cannot be read: "+why)
	if o := polemos(t, "validate", name, "inkopah"); o.status != Broken || o.out != "inkopah is valid\n" || !strings.HasPrefix(o.err, "the scenario cannot be read: "+why+"\n") {
		t.Errorf("validate: status %d, output %q, errors %q", o.status, o.out, o.err)
	}
	if o := polemos(t, "validate", "."); o.status != Usage || o.err != ". is a folder: name the scenario file in it\n" {
		t.Errorf("validate .: status %d, errors %q", o.status, o.err)
	}
}

func TestNewScenarioRuns(t *testing.T) {
	chdirTemp(t)
	for file, like := range map[string]string{"a.yaml": "inkopah", "my war.yml": "two-fronts", "plain": "long-peace", ".yaml": "inkopah-example"} {
		out := done(t, "new", file, "--like", like)
		if !strings.HasPrefix(out, file+" is yours to change.") {
			t.Errorf("%s: %s", file, out)
		}
		done(t, "validate", file)
		if like == "inkopah-example" { // a script that is for the dice of the text
			done(t, "replay", file, "--dice", "4,-5,-1")
			continue
		}
		done(t, "run", file, "--games", "1000", "--out", "run-"+like)
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), "\n# ") {
			t.Errorf("%s has no comments (%v)", file, err)
		}
	}
}
