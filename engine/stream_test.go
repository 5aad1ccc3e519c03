package engine

import (
	"math/bits"
	"testing"
)

// The words at some addresses, computed with a separate program in Python from
// the definition in the doc comments. They may never change: old seeds keep their
// meaning.
func TestWordsAreFrozen(t *testing.T) {
	for _, c := range []struct {
		seed, game  uint64
		site        string
		turn, index int32
		want        uint64
	}{
		{0, 0, "republic/war/inkopah", 1, 0, 0xc5e7d0c90e2f2e60},
		{1, 0, "republic/war/inkopah", 1, 0, 0xd23a15837e9283ae},
		{1, 17, "republic/war/inkopah", 3, 0, 0xcafce03c86267708},
		{9223372036854775808, 999999, "republic/crisis/x/chance", 40, 2, 0x2c89cad29e89485b},
		{18446744073709551615, 18446744073709551614, "", 0, 0, 0x84898e52f71504c5},
		{1, 0, "a", -1, 7, 0xe78b35ebb9158c62},
	} {
		s := NewStream(c.seed)
		s.Game(c.game)
		if got := s.Word(NewSite(c.site), c.turn, c.index); got != c.want {
			t.Errorf("seed %d, game %d, %s, turn %d, index %d: %#x, want %#x", c.seed, c.game, c.site, c.turn, c.index, got, c.want)
		}
	}
}

func TestNoTwoAddressesShareAWord(t *testing.T) {
	seen := map[uint64]bool{}
	n := 0
	for _, seed := range []uint64{0, 1, 2, 1 << 63} {
		s := NewStream(seed)
		for g := range uint64(200) {
			s.Game(g)
			for _, site := range []Site{NewSite("republic/war/a"), NewSite("republic/war/b")} {
				for turn := range int32(20) {
					for index := range int32(5) {
						seen[s.Word(site, turn, index)] = true
						n++
					}
				}
			}
		}
	}
	if len(seen) != n {
		t.Errorf("%d addresses have %d words", n, len(seen))
	}
}

// Base seeds that differ little share no game: their games' keys are apart.
func TestSeedsShareNoGame(t *testing.T) {
	keys := map[uint64]uint64{}
	for _, seed := range []uint64{0, 1, 2, 1 << 63} {
		s := NewStream(seed)
		for g := range uint64(250_000) {
			s.Game(g)
			if other, ok := keys[s.key]; ok {
				t.Fatalf("a game of seed %d is also one of seed %d", seed, other)
			}
			keys[s.key] = seed
		}
	}
}

// One flipped bit of the seed, the game, the turn or the index flips each bit of
// the word in about half of the cases.
func TestAvalanche(t *testing.T) {
	const n = 4000
	word := func(seed, game uint64, turn, index int32) uint64 {
		s := NewStream(seed)
		s.Game(game)
		return s.Word(NewSite("republic/war/inkopah"), turn, index)
	}
	for what, flip := range map[string]func(uint64) uint64{
		"seed":  func(g uint64) uint64 { return word(1^1<<(g%64), g, 3, 0) },
		"game":  func(g uint64) uint64 { return word(1, g^1<<(g%40), 3, 0) },
		"turn":  func(g uint64) uint64 { return word(1, g, 3^1<<(g%5), 0) },
		"index": func(g uint64) uint64 { return word(1, g, 3, 1<<(g%8)) },
	} {
		var flips [64]int
		for g := range uint64(n) {
			d := word(1, g, 3, 0) ^ flip(g)
			for d != 0 {
				flips[bits.TrailingZeros64(d)]++
				d &= d - 1
			}
		}
		for bit, k := range flips {
			if k < n/2-160 || k > n/2+160 { // 5 standard deviations
				t.Errorf("%s: bit %d flips in %d of %d cases", what, bit, k, n)
			}
		}
	}
}

func TestDrawsDoNotAllocate(t *testing.T) {
	s := NewStream(1)
	small, large := dice(t, "2d10-11"), dice(t, "10d6")
	site := NewSite("x")
	g := uint64(0)
	if n := testing.AllocsPerRun(1000, func() {
		g++
		s.Game(g)
		s.Draw(small, site, 1, 0)
		s.Draw(large, site, 1, 1)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
