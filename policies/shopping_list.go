package policies

import "github.com/polemos-sim/polemos/engine/republic"

// shoppingList has the units in the order in which they are bought over the game.
// How far it has come is what the game counts as bought.
type shoppingList struct{ list []int32 }

// NewShoppingList is a Legislation with a list.
func NewShoppingList(r *republic.Rules, o Options) (republic.Legislation, error) {
	o.About("Buys the units of a list in order, once each, over the game; the next one waits until it can be paid for.")
	p := &shoppingList{}
	for _, row := range o.Rows("list", "the units, in the order of buying; left out: none", Unit) {
		unit := &r.Units[row[0]]
		if unit.Purchase == 0 {
			o.Fail("list", unit.Name+" is not for sale: it has no purchase price")
			continue
		}
		p.list = append(p.list, row[0])
	}
	return p, nil
}

func (p *shoppingList) Buy(v *republic.View) (int, bool) {
	at := v.Bought()
	if int(at) >= len(p.list) {
		return 0, false
	}
	u := int(p.list[at])
	return u, v.Treasury() >= v.Rules().Units[u].Purchase
}

// Reads says that the place in the list and the treasury count.
func (*shoppingList) Reads() uint64 { return republic.ReadsTreasury | republic.ReadsBought }
