package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/chronicle"
	"github.com/polemos-sim/polemos/sim"
)

func (a *app) replayVerb() *cobra.Command {
	var f struct {
		seed, game uint64
		dice       string
		set        settings
		format     string
	}
	c := &cobra.Command{
		Use:   "replay SCENARIO",
		Short: "Tell one game turn by turn, as a GM would",
		Long: `Replay tells one game turn by turn, in the words of the rule text. It is the same
game that run plays under that seed and number. With --dice the results of the
draws are yours, in the order in which the rules ask for them.`,
		Example: `  polemos replay inkopah --game 17
  polemos replay inkopah --game 17 --seed 2 --format json
  polemos replay inkopah-example --dice 4,-5,-1
  polemos replay my-war.yaml --set republic.crises.inkopah.victory_points=20`,
		Args:              one("a scenario", "replay inkopah --game 17"),
		ValidArgsFunction: completeScenarios,
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.scenario(args[0], f.set)
			if err != nil {
				return err
			}
			var dice []int32
			if c.Flags().Changed("dice") {
				if dice, err = parseDice(f.dice); err != nil {
					return err
				}
			}
			e := sim.Experiment{Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Seed: f.seed}
			told, err := sim.Replay(e, f.game, dice)
			tale := chronicle.Tale{Scenario: s.Name, Title: s.Title, Seed: f.seed, GivenDice: dice != nil, Game: told}
			if err != nil {
				if told != nil && f.format == "text" && len(told.Events) > 0 {
					// What led to the error; the result itself is none.
					if err := chronicle.Text(a.err, tale); err != nil {
						return broken(err)
					}
				}
				if fault := (*engine.Fault)(nil); dice != nil && !errors.As(err, &fault) {
					return failure{Usage, err} // the dice are wrong
				}
				return gameError(err)
			}
			if f.format == "json" {
				err = chronicle.JSON(a.out, tale)
			} else {
				err = chronicle.Text(a.out, tale)
			}
			if err != nil {
				return broken(err)
			}
			return nil
		},
	}
	c.Flags().Var(&natural{to: &f.game, top: 1<<63 - 1, example: "--game 17"}, "game", "number of the game, from 0")
	addSeed(c, &f.seed)
	c.Flags().StringVar(&f.dice, "dice", "", "`RESULTS` of the draws in the order of asking, such as 4,-5,-1")
	a.addSet(c, &f.set)
	addFormat(c, &f.format)
	return c
}

// parseDice reads "4,-5,-1"; nothing between the quotes is no draws.
func parseDice(text string) ([]int32, error) {
	dice := []int32{}
	if strings.TrimSpace(text) == "" {
		return dice, nil
	}
	for i, word := range strings.Split(text, ",") {
		v, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
		if err != nil {
			return nil, usage("--dice: draw %d: %q is not a whole number; write --dice 4,-5,-1", i+1, word)
		}
		dice = append(dice, int32(v))
	}
	return dice, nil
}

// replayCommand spells how to replay a game of a run.
func replayCommand(scenario string, seed uint64, set settings) func(uint64) string {
	return func(game uint64) string {
		s := fmt.Sprintf("polemos replay %s --seed %d --game %d", quoteWord(scenario), seed, game)
		for _, kv := range set {
			s += " --set " + quoteWord(kv)
		}
		return s
	}
}

// quoteWord quotes a word for a POSIX shell where it needs it.
func quoteWord(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,+@%", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
