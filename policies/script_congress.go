package policies

import "github.com/polemos-sim/polemos/engine/republic"

// congressScript has, by crisis, whether it is declined and the turn of the
// peace; 0: no peace.
type congressScript struct {
	rules    *republic.Rules
	declined [republic.MaxCrises]bool
	peace    [republic.MaxCrises]int32
}

// NewCongressScript is a Congress that votes as it is written.
func NewCongressScript(r *republic.Rules, o Options) (republic.Congress, error) {
	o.About("Votes as listed: declares war over every crisis that is not listed, and makes no peace that is not.")
	p := &congressScript{rules: r}
	for _, row := range o.Rows("declare", "whether war is declared, by crisis; one that is not listed is declared", Crisis, Yes) {
		p.declined[row[0]] = row[1] == 0
	}
	rows := o.Rows("peace", "the wars that end in a surrender, by turn", Turn, Crisis)
	for turn, wars := range byTurn(r, o, "peace", rows) {
		for _, row := range wars {
			if len(row) == 0 {
				continue // an empty list
			}
			c := row[0]
			if p.peace[c] != 0 {
				o.Fail("peace", r.Crises[c].Name+" is listed twice, but a crisis comes once")
			}
			p.peace[c] = int32(turn)
		}
	}
	return p, nil
}

func (p *congressScript) Declare(_ *republic.View, crisis int) bool { return !p.declined[crisis] }

func (p *congressScript) Peace(v *republic.View, war int) bool {
	return p.peace[v.Crisis(war)] == v.Turn()
}

// Unmet names a peace of this turn without a war of an earlier turn to end.
func (p *congressScript) Unmet(v *republic.View) string {
	for c := range p.rules.Crises {
		if p.peace[c] == v.Turn() && v.Standing(c) != republic.Surrendered {
			return "makes peace over " + p.rules.Crises[c].Name + ", but there is no war about it that was declared in an earlier turn and is still on"
		}
	}
	return ""
}

// Reads says that how crises stand counts: Unmet looks for surrenders.
func (*congressScript) Reads() uint64 { return republic.ReadsCrises }
