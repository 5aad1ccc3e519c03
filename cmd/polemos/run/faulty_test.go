package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/engine/republic"
	"github.com/polemos-sim/polemos/policies"
)

// faulty is a Congress, and a President, whose code fails, or who acts against the
// rules, once in some thousand questions.
type faulty struct {
	republic.President
	slip    *engine.Dist
	panics  bool
	illegal bool
}

var slip = engine.NewSite("policy/test/slip")

func (f *faulty) slips(v *republic.View) bool { return v.Draw(f.slip, slip, 0) == 1 }

func (f *faulty) Declare(*republic.View, int) bool { return true }

func (f *faulty) Peace(v *republic.View, _ int) bool {
	if f.panics && f.slips(v) {
		var none []int
		return none[v.Turn()] > 0
	}
	return false
}

func (f *faulty) Deploy(v *republic.View, o *republic.Orders) {
	f.President.Deploy(v, o)
	if f.illegal && v.Wars() > 0 && f.slips(v) {
		o.Deploy(0, 99, 0)
	}
}

// withFaulty are the ready-made policies and two that fail: a Congress that
// panics and a President who deploys what is not there.
func withFaulty(t *testing.T) *policies.Table {
	t.Helper()
	rarely, err := engine.Chance(1, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	table := policies.Default()
	table.Congress["absent-minded"] = func(*republic.Rules, policies.Options) (republic.Congress, error) {
		return &faulty{slip: rarely, panics: true}, nil
	}
	table.President["overstretched"] = func(r *republic.Rules, o policies.Options) (republic.President, error) {
		allIn, err := policies.NewAllIn(r, o)
		return &faulty{President: allIn, slip: rarely, illegal: true}, err
	}
	return table
}

func TestPolicyThatFails(t *testing.T) {
	chdirTemp(t)
	table := withFaulty(t)
	for _, c := range []struct {
		seat, policy string
		status       int
		where, why   string // what is said of seat and policy, and of the reason
	}{
		{"congress", "{policy: absent-minded}", Broken, "policy absent-minded of seat congress failed: ", "runtime error: index out of range [%d] with length 0"},
		{"president", "{policy: overstretched}", Usage, "illegal action of seat president (policy overstretched): ", "deploys 99 cavalry in the war about inkopah, but 0 of 2 are left on station: a unit can be deployed in only one war"},
	} {
		set := "policies." + c.seat + "=" + c.policy
		var first string
		for _, workers := range []string{"1", "2", "5"} {
			o := polemosWith(t, table, "run", "inkopah", "--games", "300_000", "--part-games", "65_536", "--seed", "3", "--set", set, "--workers", workers, "--out", c.seat+workers, "--quiet")
			if o.status != c.status || o.out != "" {
				t.Fatalf("%s: status %d, output %q, errors %q", set, o.status, o.out, o.err)
			}
			if first == "" {
				first = o.err
			} else if o.err != first {
				t.Errorf("%s workers say %q, one says %q", workers, o.err, first)
			}
		}
		message, command, ok := strings.Cut(strings.TrimSuffix(first, "\n"), "\nto see it turn by turn: ")
		var game, turn int
		if _, err := fmt.Sscanf(message, "polemos: game %d, turn %d: ", &game, &turn); err != nil || !ok {
			t.Fatalf("message %q: %v", first, err)
		}
		why := c.why
		if strings.Contains(why, "%d") {
			why = fmt.Sprintf(why, turn)
		}
		if want := fmt.Sprintf("polemos: game %d, turn %d: %s%s", game, turn, c.where, why); message != want {
			t.Errorf("message\n%s\nwant\n%s", message, want)
		}
		if want := fmt.Sprintf("polemos replay inkopah --seed 3 --game %d --set '%s'", game, set); command != want {
			t.Errorf("command\n%s\nwant\n%s", command, want)
		}

		// The command shows the game up to there, and ends in the same way.
		args := []string{"replay", "inkopah", "--seed", "3", "--game", fmt.Sprint(game), "--set", set}
		o := polemosWith(t, table, args...)
		if o.status != c.status || o.out != "" || !strings.HasSuffix(o.err, "\n"+message+"\n") {
			t.Errorf("%s: status %d, output %q, errors\n%s", command, o.status, o.out, o.err)
		}
		for n := 1; n <= turn; n++ {
			if told := strings.Contains(o.err, fmt.Sprintf("\nTurn %d\n", n)); !told && n < turn {
				t.Errorf("turn %d of %d is not told:\n%s", n, turn, o.err)
			}
		}
		o = polemosWith(t, table, append(args, "--format", "json")...)
		fails(t, o, c.status, strings.TrimPrefix(message, "polemos: "))

		// The game before it is as whole as ever.
		args[5] = fmt.Sprint(game - 1)
		if o := polemosWith(t, table, args...); o.status != Done {
			t.Errorf("game %d: status %d\n%s", game-1, o.status, o.err)
		}
	}
}

func TestInternalFailureIsNotTheUsers(t *testing.T) {
	o := polemosWith(t, nil, "list", "policies") // a program without a table
	if o.status != Broken || !strings.HasPrefix(o.err, "polemos: internal failure: ") || strings.Contains(o.err, "goroutine") {
		t.Errorf("status %d, errors %q", o.status, o.err)
	}
	o = polemosWith(t, nil, "run", "inkopah", "--log-format", "json")
	if records := logged(t, o.err); o.status != Broken || len(records) != 1 || records[0]["msg"] != "failed" {
		t.Errorf("status %d, errors %q", o.status, o.err)
	}
}
