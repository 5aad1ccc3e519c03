package main

import "github.com/polemos-sim/polemos/engine"

// digest is one number for everything that a tally counted: a sum of hashes, one
// of every cell that is not zero. The C peer makes the same number.
func digest(t *engine.Tally) uint64 {
	d := uint64(0)
	cell := func(table, turn, value int, n uint64) {
		if n != 0 {
			d += scramble(scramble(uint64(table)*0x9e3779b97f4a7c15+uint64(turn)*0xbb67ae8584caa73b+uint64(value)*0xa54ff53a5f1d36f1) + n)
		}
	}
	for o, row := range t.Outcomes {
		for turn, n := range row {
			cell(1, turn, o, n)
		}
		cell(2, 0, o, t.First[o])
	}
	endings := len(t.Schema.Endings)
	for s, rows := range t.Wars {
		for e, row := range rows {
			for turn, n := range row {
				cell(3, turn, s*endings+e, n)
			}
		}
	}
	for s, pairs := range t.Pairs {
		for high, row := range pairs {
			for low, n := range row {
				cell(256+s, high, low, n)
			}
		}
	}
	cell(4, 0, 0, t.Longest.Game)
	cell(4, 0, 1, uint64(t.Longest.Turns))
	finals := 0
	for i, c := range t.Schema.Games {
		if c.Measure == "" || t.Covered(i) {
			continue
		}
		h := t.Final(i)
		for k, n := range h.Counts {
			cell(16+finals, 0, int(h.Lo)+k, n)
		}
		cell(16+finals, 1, 0, h.Below)
		cell(16+finals, 1, 1, h.Above)
		finals++
	}
	for i := range t.Curves {
		c := &t.Curves[i]
		for k, table := range []engine.Table{engine.Steps, engine.Lasts} {
			c.Each(table, func(turn, v int32, n uint64) { cell(64+4*i+k, int(turn), int(v), n) })
			for at, n := range c.Outside(table) {
				cell(66+4*i+k, at/2, at%2, n)
			}
		}
	}
	return d
}

// scramble is the engine's mixing of 64 bits.
func scramble(x uint64) uint64 {
	x ^= x >> 27
	x *= 0x3c79ac492ba7b653
	x ^= x >> 33
	x *= 0x1c69b3f74ac4ae35
	return x ^ x>>27
}
