package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/sim"
)

const (
	signatureFile  = "testdata/signatures.txt"
	signatureGames = 200_000
)

// TestSignatures holds what is played. The file is not written by any tool:
// whoever changes games on purpose reads the message and states the new signature.
func TestSignatures(t *testing.T) {
	text, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	stated := map[string]string{}
	for l := range strings.Lines(string(text)) {
		if name, signature, ok := strings.Cut(strings.TrimSpace(l), " "); ok && name != "#" {
			stated[name] = strings.TrimSpace(signature)
		}
	}
	for i := range workloads {
		w := &workloads[i]
		t.Run(w.name, func(t *testing.T) {
			for _, by := range engines {
				if got, want := signature(t, w, by), stated[w.name]; got != want {
					t.Error(changed(w.name+", engine "+engine.Engines[by], want, got))
				}
			}
			delete(stated, w.name)
		})
	}
	for name := range stated {
		t.Errorf("%s states a signature of %s, which is no workload", signatureFile, name)
	}
}

func signature(t *testing.T, w *workload, by engine.Engine) string {
	t.Helper()
	e, err := w.experiment(w.games(signatureGames))
	if err != nil {
		t.Fatal(err)
	}
	e.Engine = by
	// Rows have no part in it: without them it is quicker.
	e.Keep.Games, e.Keep.Wars, e.Keep.Turns = false, false, false
	tally, err := play(e)
	if err != nil {
		t.Fatal(err)
	}
	return sim.Signature(tally)
}

func changed(name, stated, got string) string {
	if stated == "" {
		return fmt.Sprintf("%s states no signature of the workload %s; it plays %s", signatureFile, name, got)
	}
	return fmt.Sprintf(`the games of %s are no longer those stated:
  stated  %s
  played  %s
If no game was meant to change, this is a bug of the last change: "go test ./engine/... ./configs" may tell where.
If it was, write the new signature into bench/%s, raise sim.RulesVersion,
and say in the commit's message which rule, die or default changed.`, name, stated, got, signatureFile)
}
