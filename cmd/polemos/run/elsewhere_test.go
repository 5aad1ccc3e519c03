package run

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/polemos-sim/polemos/sim"
)

// nextDoor is a program that plays in this process after all, if --ready says so.
func nextDoor() *Elsewhere {
	ready := false
	return &Elsewhere{
		Name: "next-door", Short: "Plays next door", Long: "It plays next door.", Run: "Next door is where it plays.", Examples: "  next-door run inkopah --ready",
		Flags: func(f *pflag.FlagSet) { f.BoolVar(&ready, "ready", false, "play") },
		Check: func() error {
			if !ready {
				return errors.New("nobody is ready next door: give --ready")
			}
			return nil
		},
		Play: func(ctx context.Context, job Job) (*sim.Result, error) {
			job.Warn("it is loud next door")
			return sim.Run(ctx, job.Experiment, job.Folder, job.Progress)
		},
	}
}

func atNextDoor(args ...string) outcome {
	var out, err bytes.Buffer
	a := newApp(&out, &err)
	a.elsewhere = nextDoor()
	status := a.run(context.Background(), args)
	return outcome{status, out.String(), err.String()}
}

func TestRunElsewhere(t *testing.T) {
	line := append(spread, "run", "inkopah", "--games", "90_000", "--out", "r")
	chdirTemp(t)
	here := done(t, line...)
	want := folderBytes(t, "r")
	chdirTemp(t)
	o := atNextDoor(append(line, "--ready")...)
	if o.status != Done || o.out != here || !strings.Contains(o.err, "it is loud next door\n") {
		t.Errorf("%+v, want output %q", o, here)
	}
	got := folderBytes(t, "r")
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

func TestProgramElsewhere(t *testing.T) {
	chdirTemp(t)
	fails(t, atNextDoor("run", "inkopah", "--games", "1000"), Usage, "nobody is ready next door: give --ready")
	fails(t, atNextDoor("replay", "inkopah"), Usage, `there is no verb "replay" (next-door --help lists them)`)
	for command, want := range map[string][]string{
		"--help":     {"It plays next door.", "next-door [command]", "version"},
		"run --help": {"Next door is where it plays.", "next-door run inkopah --ready", "--ready", "--part-games"},
		"version":    {"polemos " + Version()},
	} {
		o := atNextDoor(strings.Fields(command)...)
		for _, words := range want {
			if o.status != Done || !strings.Contains(o.out, words) {
				t.Errorf("%s: %+v, want %q", command, o, words)
			}
		}
	}
}
