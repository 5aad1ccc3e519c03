package engine

import "math/bits"

// A Site is the name of a place in the rules where chance is asked for, such as
// "republic/war/inkopah", hashed once when a scenario is loaded. Dice are
// addressed by name and not by position: adding a crisis, a unit or a space
// moves nobody else's dice.
type Site uint64

// NewSite hashes a name: FNV-1a over its bytes, then [mix].
func NewSite(name string) Site {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return Site(mix(h))
}

// A Stream answers every request for chance in a game. Each draw has an address,
// (seed, game, site, turn, index), and its 64 bits are a hash of it: any draw of
// any game is reached in constant time, in any order, on any machine.
//
// One concrete type serves three ways: at random (runs), from a [Tape] of given
// results (replays of a rule case), and from a Tape that walks every path
// (enumeration). So all three run the same rules.
//
// A Stream belongs to one goroutine.
type Stream struct {
	seed uint64 // the mixed base seed
	key  uint64 // of the current game
	tape *Tape  // nil: random
}

// Odd 64-bit constants (fractional parts of square and cube roots of primes)
// that keep games, turns and indices apart before mixing.
const (
	oddGame  = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	oddTurn  = 0xbb67ae8584caa73b // sqrt 3
	oddIndex = 0xa54ff53a5f1d36f1 // sqrt 7
)

// NewStream is a random stream; every seed, 0 included, is a seed like any other.
func NewStream(seed uint64) Stream { return Stream{seed: mix(seed)} }

// NewTapeStream asks the tape for every result.
func NewTapeStream(t *Tape) Stream { return Stream{tape: t} }

// Game moves to the first draw of game g (counted from 0).
func (s *Stream) Game(g uint64) { s.key = mix(s.seed + (g+1)*oddGame) }

// Word is the 64 random bits at an address. Only random streams have words.
func (s *Stream) Word(at Site, turn, index int32) uint64 {
	return mix(s.key + uint64(at) + uint64(turn)*oddTurn + uint64(index)*oddIndex)
}

// Draw is one result of d. The index tells draws of one site in one turn apart.
func (s *Stream) Draw(d *Dist, at Site, turn, index int32) int32 {
	if s.tape != nil {
		return s.tape.draw(draw{d, at, turn, index}, false)
	}
	w := s.Word(at, turn, index)
	if i, low := bits.Mul64(w, uint64(len(d.table))); i < uint64(len(d.table)) && low >= uint64(len(d.table)) {
		return d.table[i]
	}
	return d.rare(w)
}

// PolicyDraw is Draw for a policy, which may still remember what it drew before in
// the same call.
func (s *Stream) PolicyDraw(d *Dist, at Site, turn, index int32) int32 {
	if s.tape != nil {
		return s.tape.draw(draw{d, at, turn, index}, true)
	}
	return s.Draw(d, at, turn, index)
}

// Tape is the tape behind the stream, nil when it is random.
func (s *Stream) Tape() *Tape { return s.tape }

// mix is a bijection of 64 bits in which every input bit moves every output bit:
// P. Evensen's moremur constants (2019) in the finalizer shape of MurmurHash3.
//
// Words at the addresses of games passed PractRand 0.96 at 4 GB in seven orders:
// game by game over sites and turns (to 16 GB), the first draw of each game, a later
// one, consecutive seeds, consecutive indices, two similar names in turn, and
// reversed bits. Two sites that differed in the top bit only would fail; of the
// sites of a game the closest two differ in nine binary digits.
func mix(x uint64) uint64 {
	x ^= x >> 27
	x *= 0x3c79ac492ba7b653
	x ^= x >> 33
	x *= 0x1c69b3f74ac4ae35
	return x ^ x>>27
}

// redraw makes a draw below n from word w exactly uniform: the multiply-shift
// result is kept unless w falls into the few leftover words, then w is hashed on
// (D. Lemire, Fast Random Integer Generation in an Interval, 2019).
func redraw(w, n uint64) uint64 {
	leftover := -n % n
	for {
		i, low := bits.Mul64(w, n)
		if low >= leftover {
			return i
		}
		w = mix(w + oddGame)
	}
}
