package policies

import (
	"maps"
	"slices"
	"strconv"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/hellas"
	"github.com/polemos-sim/polemos/engine/republic"
)

// A Description tells what a policy does and how it can be set.
type Description struct {
	Seat, Policy string
	About        string
	Options      []Option // in the order in which the constructor asks
}

// An Option is one setting of a policy.
type Option struct {
	Key, Doc  string
	Type      OptionType
	Default   string  // as it would be written; "" when leaving it out is no value
	Low, High int32   // of a Whole
	Shape     []Level // of a Nested, outermost first
}

// OptionType is what an option takes.
type OptionType uint8

// The types of options, each asked for by one method of [Options].
const (
	Whole       OptionType = iota // Int: a whole number or the name of a param
	Probability                   // Chance: a decimal from 0 to 1
	Nested                        // Rows: maps and a list or values
)

// CitySeat is the seat of policies that decide for a major city-state. In a
// scenario it has the city-state's name.
const CitySeat = "city-state"

// Describe tells of every policy in the table: seats in the order in which they
// are asked, policies by name. It makes each policy once, for the rules of the
// Republic or for small stand-ins, and notes what it asks for.
func (t *Table) Describe(r *republic.Rules) []Description {
	if r == nil {
		r = standIn()
	}
	all := describe(republic.SeatNames[republic.SeatCongress], t.Congress, r)
	all = append(all, describe(republic.SeatNames[republic.SeatLegislation], t.Legislation, r)...)
	all = append(all, describe(republic.SeatNames[republic.SeatPresident], t.President, r)...)
	return append(all, describe(CitySeat, t.City, &hellas.Rules{Turns: 1})...)
}

func describe[R, P any](seat string, table map[string]func(R, Options) (P, error), r R) []Description {
	var all []Description
	for _, name := range slices.Sorted(maps.Keys(table)) {
		n := notes{Description{Seat: seat, Policy: name}}
		// A policy that cannot do without options refuses; its questions are noted
		// all the same.
		_, _ = table[name](r, &n)
		all = append(all, n.Description)
	}
	return all
}

// notes are Options that give no option and write down the questions.
type notes struct{ Description }

func (n *notes) About(doc string) { n.Description.About = doc }

func (n *notes) Int(key string, def, low, high int32, doc string) int32 {
	o := Option{Key: key, Doc: doc, Type: Whole, Low: low, High: high}
	if low <= def && def <= high {
		o.Default = strconv.Itoa(int(def))
	}
	n.Options = append(n.Options, o)
	return def
}

func (n *notes) Chance(key, def, doc string) *engine.Dist {
	n.Options = append(n.Options, Option{Key: key, Doc: doc, Type: Probability, Default: def})
	d, _ := ParseChance(def)
	return d
}

func (n *notes) Rows(key, doc string, shape ...Level) [][]int32 {
	n.Options = append(n.Options, Option{Key: key, Doc: doc, Type: Nested, Shape: shape})
	return nil
}

func (n *notes) Given(string) bool   { return false }
func (n *notes) Fail(string, string) {}

// standIn are rules with one thing of each kind.
func standIn() *republic.Rules {
	r := republic.Defaults()
	r.Units = []republic.Unit{{Name: "cavalry", Kind: republic.Cavalry, BattlePoints: 1, Purchase: 1, Support: 1, Start: 1}}
	r.Crises = []republic.Crisis{{Name: "crisis", At: 1}}
	r.Outcomes = []string{engine.Unresolved}
	return &r
}
