package configs

import (
	"slices"
	"sync"

	"github.com/polemos-sim/polemos/policies"
	"github.com/polemos-sim/polemos/sim"
	"github.com/polemos-sim/polemos/sim/study"
)

// Builder makes experiments of a scenario, by [Load]'s name, with settings applied: first the base, then those of the
// point. The file is read once, so that all of a study is about the same scenario. Builders may be called by several
// goroutines at once.
func Builder(name string, t *policies.Table, base []Setting) study.Build {
	read := sync.OnceValues(func() ([]byte, error) { return source(name) })
	file := name
	if !isFile(name) {
		file += ".yaml"
	}
	return func(set ...study.Setting) (sim.Experiment, error) {
		data, err := read()
		if err != nil {
			return sim.Experiment{}, err
		}
		all := slices.Clone(base)
		for _, s := range set {
			all = append(all, Setting(s))
		}
		s, err := Parse(file, data, t, all)
		if err != nil {
			return sim.Experiment{}, err
		}
		return sim.Experiment{Ruleset: s.Ruleset(), Name: s.Name, ID: s.SHA256, Confidence: s.Confidence}, nil
	}
}
