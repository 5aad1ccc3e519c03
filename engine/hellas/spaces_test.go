package hellas

import (
	"slices"
	"testing"
)

// Sets behave as sets do in both of their words, and at the border between them.
func TestSpaces(t *testing.T) {
	members := func(x Spaces) (all []Space) {
		for at, rest := x.first(); at != Nowhere; at, rest = rest.first() {
			all = append(all, at)
		}
		return all
	}
	var x Spaces
	if !x.Empty() || members(x) != nil || x.count() != 0 {
		t.Error("the zero set is not empty")
	}
	all := []Space{0, 1, 62, 63, 64, 65, 94, 95}
	for _, s := range all {
		x.Add(s)
	}
	if got := members(x); !slices.Equal(got, all) || int(x.count()) != len(all) {
		t.Errorf("a set of %v has %v", all, got)
	}
	for i, s := range all {
		without := x
		without.remove(s)
		put := x
		put.put(s, false)
		cleared := x
		cleared.clear(just(s))
		want := slices.Delete(slices.Clone(all), i, i+1)
		if without != x.without(just(s)) || put != without || cleared != without || !slices.Equal(members(without), want) {
			t.Errorf("without %d it has %v, put out %v, cleared %v", s, members(without), members(put), members(cleared))
		}
		back := without
		back.put(s, true)
		added := without
		added.add(just(s))
		if back != x || added != x || without.or(just(s)) != x {
			t.Errorf("%d does not come back", s)
		}
		if !x.Has(s) || without.Has(s) || !x.meets(just(s)) || without.meets(just(s)) || x.and(just(s)) != just(s) || just(s).when(true) != just(s) || !just(s).when(false).Empty() {
			t.Errorf("%d is not where it is", s)
		}
	}
	if x.and(Everywhere) != x || !x.without(Everywhere).Empty() {
		t.Error("everywhere is not everywhere")
	}
}
