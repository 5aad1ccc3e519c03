package run

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/sim/measure"
)

// natural is a flag of whole numbers without sign, in decimal, "1_000_000".
type natural struct {
	to       *uint64
	low, top uint64
	words    map[string]uint64
	example  string
}

func (n *natural) String() string {
	if n.to == nil {
		return ""
	}
	for word, value := range n.words {
		if value == *n.to {
			return word
		}
	}
	return spellCount(*n.to)
}

func (n *natural) Type() string { return "N" }

func (n *natural) Set(text string) error {
	if value, ok := n.words[text]; ok {
		*n.to = value
		return nil
	}
	digits := strings.ReplaceAll(text, "_", "")
	value, err := strconv.ParseUint(digits, 10, 64)
	switch whole, number := strconv.ParseFloat(text, 64); {
	case strings.HasPrefix(text, "-") && number == nil && whole < 0:
		return fmt.Errorf("it cannot be negative; write %s", n.example)
	case strings.ContainsAny(text, ".eE") && number == nil && whole == math.Trunc(whole) && whole < exactFloat:
		flag, _, _ := strings.Cut(n.example, " ")
		return fmt.Errorf("not in plain digits; write %s %s", flag, spellCount(uint64(whole)))
	}
	if err != nil || digits == "" || strings.HasPrefix(text, "_") || strings.HasSuffix(text, "_") || strings.Contains(text, "__") || len(digits) > 1 && digits[0] == '0' {
		return fmt.Errorf("not a whole number; write %s", n.example)
	}
	if value < n.low || value > n.top {
		return fmt.Errorf("out of range; choose from %s to %s", spellCount(n.low), spellCount(n.top))
	}
	*n.to = value
	return nil
}

// exactFloat bounds the whole numbers that are certain in floating point.
const exactFloat = 1 << 53

// spellCount writes 1000000 as 1_000_000.
func spellCount(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "_" + s[i:]
	}
	return s
}

// choice is a flag of some words.
type choice struct {
	to    *string
	words []string
}

func (c *choice) String() string {
	if c.to == nil {
		return ""
	}
	return *c.to
}

func (c *choice) Type() string { return strings.Join(c.words, "|") }

func (c *choice) Set(text string) error {
	for _, w := range c.words {
		if w == text {
			*c.to = text
			return nil
		}
	}
	return fmt.Errorf("choose one of %s", strings.Join(c.words, ", "))
}

func addChoice(c *cobra.Command, to *string, name, words, value, help string) {
	*to = value
	list := strings.Split(words, "|")
	c.Flags().Var(&choice{to, list}, name, help)
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)) // fails for an unknown flag only
}

func addFormat(c *cobra.Command, to *string) {
	addChoice(c, to, "format", "text|json", "text", "how the result is written to standard output")
}

func addSeed(c *cobra.Command, to *uint64) {
	*to = 1
	c.Flags().Var(&natural{to: to, top: 1<<64 - 1, example: "--seed 7"}, "seed", "seed of the games; every number, 0 included, is a seed like any other")
}

// settings are the --set flags of a verb.
type settings []string

func (a *app) addSet(c *cobra.Command, to *settings) {
	c.Flags().StringArrayVar((*[]string)(to), "set", nil, "set `KEY=VALUE` in the scenario, such as republic.crises.inkopah.victory_points=20; may be repeated")
	_ = c.RegisterFlagCompletionFunc("set", a.completeKeys)
}

func (s settings) parsed() ([]configs.Setting, error) {
	var list []configs.Setting
	for _, text := range s {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, usage("--set %s: write KEY=VALUE, such as --set params.patience=30", text)
		}
		list = append(list, configs.Setting{Key: key, Value: value})
	}
	return list, nil
}

// scenario loads the scenario that a verb is about.
func (a *app) scenario(name string, set settings) (*configs.Scenario, error) {
	list, err := set.parsed()
	if err != nil {
		return nil, err
	}
	s, err := configs.Load(name, a.table, list)
	if err != nil {
		return nil, scenarioError(err)
	}
	return s, nil
}

// scenarioError is Broken when the file is there and cannot be read.
func scenarioError(err error) error {
	var path *fs.PathError
	var unknown *measure.Unknown
	switch {
	case errors.As(err, &unknown) && unknown.Why == "" && unknown.Nearest == "":
		return usage("%w (polemos list measures SCENARIO shows them all)", err)
	case !errors.As(err, &path):
		return failure{Usage, err}
	case errors.Is(err, syscall.EISDIR):
		return usage("%s is a folder: name the scenario file in it", path.Path)
	default:
		return broken(fmt.Errorf("the scenario cannot be read: %w", err))
	}
}

// completeKeys offers the numbers of the scenario, by their whole paths.
func (a *app) completeKeys(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 || strings.Contains(begun, "=") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := configs.Load(args[0], a.table, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var keys []string
	for _, n := range s.Numbers(a.table) {
		keys = append(keys, n.Key+"=\t"+n.Value)
	}
	return keys, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// completeMeasures offers the measures of the scenario.
func (a *app) completeMeasures(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := configs.Load(args[0], a.table, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, m := range measure.List(s.Ruleset().Schema()) {
		names = append(names, m.Name+"\t"+m.Doc)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeScenarios offers the shipped scenarios, and files.
func completeScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, s := range configs.List() {
		names = append(names, s.Name+"\t"+s.Title)
	}
	return names, cobra.ShellCompDirectiveDefault
}
