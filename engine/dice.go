package engine

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

// An Amount is a number in the rules that may be rolled: plain, or dice. A plain
// number asks for no draw; dice and tables are asked for even when they have one
// result only.
type Amount struct {
	Dice  *Dist // nil: the plain number
	Plain int32
}

// Min is the lowest it can be.
func (a Amount) Min() int32 {
	if a.Dice != nil {
		return a.Dice.Min()
	}
	return a.Plain
}

// Max is the highest it can be.
func (a Amount) Max() int32 {
	if a.Dice != nil {
		return a.Dice.Max()
	}
	return a.Plain
}

// String spells the amount as a scenario does.
func (a Amount) String() string {
	if a.Dice != nil {
		return a.Dice.Name()
	}
	return strconv.Itoa(int(a.Plain))
}

const (
	diceMost  = 1000    // dice of one kind
	sidesMost = 10_000  // of a die
	plainMost = 1 << 20 // size of a plain number among dice
)

// ParseDice reads "2d10-11", "d6", "3d6+1d4", "10d6" or a plain "7": terms NdS
// and numbers, joined by + and -. The error says what in the text is wrong and
// what would do.
func ParseDice(text string) (Amount, error) {
	terms, err := diceTerms(text)
	if err != nil {
		return Amount{}, err
	}
	sum := pmf{weight: []uint64{1}}
	rolled := false
	for _, t := range terms {
		if t.sides == 0 {
			sum.low += t.sign * t.count
			continue
		}
		rolled = true
		for range t.count {
			if err := sum.add(t.sign, t.sides); err != nil {
				return Amount{}, errors.New("dice " + strconv.Quote(text) + ": " + err.Error())
			}
		}
	}
	if sum.low < -plainMost*8 || sum.low > plainMost*8 {
		return Amount{}, errors.New("dice " + strconv.Quote(text) + ": the result is too large")
	}
	if !rolled {
		return Amount{Plain: int32(sum.low)}, nil
	}
	result := make([]int32, len(sum.weight))
	for i := range result {
		result[i] = int32(sum.low + int64(i))
	}
	d, err := NewDist(strings.Join(strings.Fields(text), ""), result, sum.weight)
	if err != nil {
		return Amount{}, errors.New("dice " + strconv.Quote(text) + ": " + err.Error())
	}
	return Amount{Dice: d}, nil
}

type diceTerm struct {
	sign, count int64 // a plain number is count with sides 0
	sides       int64
}

func diceTerms(text string) ([]diceTerm, error) {
	bad := func(what string) ([]diceTerm, error) {
		return nil, errors.New("dice " + strconv.Quote(text) + ": " + what + " (such as 2d10-11 or 3d6+1d4)")
	}
	rest := ""
	for _, word := range strings.Fields(strings.ToLower(text)) {
		// Spaces may stand around + and - only: "2d6 3" is not 2d63.
		if rest != "" && !strings.HasSuffix(rest, "+") && !strings.HasSuffix(rest, "-") && word[0] != '+' && word[0] != '-' {
			return bad("a + or - is missing before " + strconv.Quote(word))
		}
		rest += word
	}
	if rest == "" {
		return bad("nothing to roll")
	}
	var terms []diceTerm
	for first := true; rest != ""; first = false {
		t := diceTerm{sign: 1}
		switch {
		case rest[0] == '+' || rest[0] == '-':
			if rest[0] == '-' {
				t.sign = -1
			}
			rest = rest[1:]
		case !first:
			return bad("a + or - is missing before " + strconv.Quote(rest))
		}
		digits := leadingDigits(rest)
		rest = rest[len(digits):]
		dice := strings.HasPrefix(rest, "d")
		if digits == "" && !dice {
			return bad("a number or dice are missing where " + strconv.Quote(rest) + " stands")
		}
		limit, what := int64(plainMost), "number"
		if dice {
			limit, what = diceMost, "number of dice"
		}
		t.count = 1
		if digits != "" {
			n, err := strconv.ParseInt(digits, 10, 64)
			if err != nil || n > limit {
				return bad("the " + what + " " + digits + " is too large: at most " + strconv.FormatInt(limit, 10))
			}
			t.count = n
		}
		if dice {
			if t.count == 0 {
				return bad("0 dice roll nothing: at least 1d")
			}
			digits = leadingDigits(rest[1:])
			rest = rest[1+len(digits):]
			n, err := strconv.ParseInt(digits, 10, 64)
			switch {
			case digits == "":
				return bad("the number of sides is missing after d")
			case err == nil && n == 0:
				return bad("a die with 0 sides cannot be rolled: at least 1")
			case err != nil || n > sidesMost:
				return bad("a die with " + digits + " sides is too large: at most " + strconv.Itoa(sidesMost))
			}
			t.sides = n
		}
		if len(terms) == 64 {
			return bad("more than 64 terms")
		}
		terms = append(terms, t)
	}
	return terms, nil
}

func leadingDigits(s string) string {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n]
}

// pmf counts the ways to reach each sum: weight[i] ways to low+i.
type pmf struct {
	low    int64
	weight []uint64
}

// add puts one more die beside the others, a running window over the weights.
func (p *pmf) add(sign, sides int64) error {
	if len(p.weight)+int(sides) > ResultsMost {
		return errors.New("more than " + strconv.Itoa(ResultsMost) + " different results")
	}
	next := make([]uint64, len(p.weight)+int(sides)-1)
	var window uint64
	for i := range next {
		if i < len(p.weight) {
			sum, carry := bits.Add64(window, p.weight[i], 0)
			if carry != 0 {
				return errors.New("too many ways to roll to count them exactly in 64 bits")
			}
			window = sum
		}
		if out := i - int(sides); out >= 0 {
			window -= p.weight[out]
		}
		next[i] = window
	}
	p.weight = next
	if sign > 0 {
		p.low++
	} else {
		p.low -= sides
	}
	return nil
}
