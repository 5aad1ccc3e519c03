package republic

import "testing"

// What is looked up says what asking would: a condition on how one crisis stands is
// tested without being asked.
func TestConditionsOnOneCrisisAreLookedUp(t *testing.T) {
	r := inkopah()
	for i := range r.Victory {
		holds := r.Victory[i].When.Holds
		r.Victory[i].When.Sure = func(v *View) bool {
			yes, _ := holds(v)
			return yes
		}
	}
	r.Victory = append(r.Victory, Condition{3, Expression{Reads: ReadsCrisis(0) | ReadsTurn, Sure: func(v *View) bool { return v.Turn() > 2 }}})
	all := tests(r)
	for i := range r.Victory {
		when := &r.Victory[i].When
		if one := when.Reads == ReadsCrisis(0); (all[i].ask == nil) != one {
			t.Errorf("condition %d reads one crisis: %t; it is asked: %t", i, one, all[i].ask != nil)
		}
		for as := range Standings {
			v := View{r: r}
			v.s.Standing[0] = Standing(as)
			if looked, asked := all[i].standings>>as&1 != 0, when.Sure(&v); all[i].ask == nil && looked != asked {
				t.Errorf("condition %d of a crisis that is %s: looked up %t, asked %t", i, Standings[as], looked, asked)
			}
		}
	}
}
