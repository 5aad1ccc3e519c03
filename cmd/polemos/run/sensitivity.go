package run

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/polemos-sim/polemos/configs"
	"github.com/polemos-sim/polemos/policies/expr"
	"github.com/polemos-sim/polemos/reports/studies"
	"github.com/polemos-sim/polemos/sim/measure"
	"github.com/polemos-sim/polemos/sim/study"
)

func (a *app) sensitivityVerb() *cobra.Command {
	var f studyFlags
	var measureName string
	trajectories, samples, indices := uint64(20), uint64(128), uint64(6)
	c := &cobra.Command{
		Use:   "sensitivity SCENARIO",
		Short: "Show which settings move a measure, and which do nothing",
		Long: `Sensitivity moves every number of a scenario, or those that --vary names, within a
range around its value: a quarter less to a quarter more, at least 1 either way, unless
--vary KEY=LOW:HIGH says otherwise. It shows

  one at a time   the measure at both ends of each range, all else as it is (tornado)
  Morris          effects of single moves from places all over the ranges: their mean,
                  mean absolute value and spread
  Sobol           for the settings with the greatest effects: the share of the variance
                  that each is behind, alone and with others, with bootstrap intervals

Whole numbers stay whole. A setting that does nothing is said to have no effect.`,
		Example: `  polemos sensitivity inkopah
  polemos sensitivity inkopah --measure war.length.mean --samples 512
  polemos sensitivity inkopah --vary params.patience=20:80 --vary republic.crises.inkopah.victory_points=8:30
  polemos sensitivity two-fronts --vary republic.units.riders --games 20_000 --exact never`,
		Args:              one("a scenario", "sensitivity inkopah"),
		ValidArgsFunction: completeScenarios,
		RunE: func(c *cobra.Command, args []string) error {
			return a.sensitivity(c, args[0], &f, study.Sensitivity{
				Measure: measureName, Trajectories: int(trajectories), Samples: samplesOf(samples), Indices: int(indices),
			})
		},
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.vary, "vary", nil, "vary `KEY`, all numbers below KEY, or KEY=LOW:HIGH; may be repeated (default: all numbers)")
	_ = c.RegisterFlagCompletionFunc("vary", a.completeKeys)
	flags.StringVar(&measureName, "measure", "", "the `MEASURE` (default: the odds of the first outcome)")
	_ = c.RegisterFlagCompletionFunc("measure", a.completeMeasures)
	flags.Var(&natural{to: &trajectories, low: 2, top: 10_000, example: "--trajectories 20"}, "trajectories", "walks of Morris's screening, each a point longer than there are settings")
	flags.Var(&natural{to: &samples, top: 1 << 20, example: "--samples 256"}, "samples", "rows of the design for Sobol's indices, best a power of two, each of two more points than settings; 0: no indices")
	flags.Var(&natural{to: &indices, low: 1, top: 32, example: "--indices 6"}, "indices", "settings that get Sobol's indices")
	f.add(a, c, 100_000, "games to play at every point that is not exact", "`DIR` for a report, the tornado and the answer as JSON, and the points, from which a stopped one goes on (default: nothing is kept)")
	return c
}

// samplesOf tells no rows from the default.
func samplesOf(n uint64) int {
	if n == 0 {
		return -1
	}
	return int(n)
}

func (a *app) sensitivity(c *cobra.Command, name string, f *studyFlags, asked study.Sensitivity) error {
	s, err := a.scenario(name, f.set)
	if err != nil {
		return err
	}
	if asked.Build, err = a.build(name, f.set); err != nil {
		return err
	}
	if asked.Axes, err = a.ranges(s, f.vary, asked.Build); err != nil {
		return err
	}
	schema := s.Ruleset().Schema()
	if asked.Measure == "" {
		asked.Measure = measure.OddsOf(schema.Outcomes[0])
	}
	if _, err := measure.Parse(asked.Measure, schema, expr.Closest); err != nil {
		return usage("--measure: %v", err)
	}
	asked.How = f.how(c.Context(), nil, f.games)
	id := identity("sensitivity", s, f, asked.Axes)
	id.Measures = append(id.Measures, asked.Measure)
	id.Design = strings.Join([]string{strconv.Itoa(asked.Trajectories), strconv.Itoa(asked.Samples), strconv.Itoa(asked.Indices)}, " ")
	p := a.reporter("points", "done", f.reporting)
	defer p.close()
	p.began(f.began(c, name, s)...)
	asked.Progress = p.update
	answer := &studies.Sensitivity{}
	err = a.answer(f, id, answer, p, func(store study.Store) error {
		asked.Store = store
		sensed, err := asked.Run(c.Context())
		if err == nil {
			*answer = *studies.NewSensitivity(about(s, f.command(c, name)), sensed)
		}
		return err
	})
	if err != nil {
		return err
	}
	p.finished(nil, "settings", len(asked.Axes))
	return nil
}

// ranges are the settings that vary: those named, over the ranges given or around their values, or all numbers. A range
// around a value ends at the value where the scenario does not allow more.
func (a *app) ranges(s *configs.Scenario, vary []string, build study.Build) ([]study.Axis, error) {
	numbers := s.Numbers(a.table)
	var axes []study.Axis
	add := func(text string) error {
		axis, err := parseAxis(text)
		if err != nil {
			return err
		}
		for _, there := range axes {
			if there.Key == axis.Key {
				return nil // the first one given counts
			}
		}
		axes = append(axes, axis)
		return nil
	}
	for _, text := range vary {
		if strings.Contains(text, "=") {
			if err := add(text); err != nil {
				return nil, err
			}
		}
	}
	for _, n := range numbers {
		if len(vary) > 0 && !slices.ContainsFunc(vary, func(text string) bool { return isBelow(n.Key, text) }) {
			continue
		}
		for _, end := range []*string{&n.Low, &n.High} {
			if _, err := build(study.Setting{Key: n.Key, Value: *end}); err != nil {
				*end = n.Value
			}
		}
		if n.Low != n.High {
			if err := add(n.Key + "=" + n.Low + ":" + n.High); err != nil {
				return nil, err
			}
		}
	}
	return axes, allThere(vary, numbers, s.Name)
}

// isBelow says whether the text is the key, or the beginning of it.
func isBelow(key, text string) bool { return key == text || strings.HasPrefix(key, text+".") }

// allThere refuses a name that no number of the scenario has.
func allThere(vary []string, numbers []configs.Number, scenario string) error {
	var keys []string
	for _, n := range numbers {
		keys = append(keys, n.Key)
	}
	for _, text := range vary {
		if strings.Contains(text, "=") || slices.ContainsFunc(keys, func(key string) bool { return isBelow(key, text) }) {
			continue
		}
		near := expr.Closest(text, keys)
		if ends := configs.Nearest(text, keys); near == "" && len(ends) > 0 {
			near = ends[0]
		}
		return usage("--vary %s: the scenario has no such number (%spolemos validate %s --resolved shows them)", text, didYouMean(near), quoteWord(scenario))
	}
	return nil
}
