package cluster

import (
	"context"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"github.com/polemos-sim/polemos/engine"
)

func TestReason(t *testing.T) {
	for text, want := range map[string]string{
		"no more workers\n": "no more workers",
		"job 1 failed:\njava.lang.RuntimeException: Error for instruction 3: while executing FinishBundle for Plan[1-3]:\n" +
			"1: DataSource[S[x]]\n\tcaused by:\nDoFn[UID:6, Name: cluster.play] failed:\nthe disk is full\n\tat org.apache.x(Y.java:1)\n\tat z": "the disk is full",
		"org.apache.flink.NoResources: none\n\tat org.apache.x(Y.java:1)": "org.apache.flink.NoResources: none",
	} {
		if got := reason(text); got != want {
			t.Errorf("the reason in %q is %q, want %q", text, got, want)
		}
	}
}

func TestWarnings(t *testing.T) {
	var told []string
	w := &warnings{to: func(text string) { told = append(told, text) }}
	for _, said := range []struct {
		severity log.Severity
		text     string
	}{{log.SevInfo, "Submitted job"}, {log.SevError, "lost\n"}, {log.SevError, "lost\n\tat x"}, {log.SevWarn, "found"}} {
		w.Log(context.Background(), said.severity, 0, said.text)
	}
	if want := []string{"beam: lost", "beam: found"}; !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// Of games that went wrong the first is told, in whatever order counts are merged.
func TestFirstFault(t *testing.T) {
	faults := []*engine.Fault{nil, {Game: 7}, {Game: 3}, nil, {Game: 9}}
	for range faults {
		var sum count
		for _, fault := range faults {
			if err := sum.merge(&count{Fault: fault}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if sum.Fault == nil || sum.Fault.Game != 3 {
			t.Errorf("the first is %v", sum.Fault)
		}
		faults = append(faults[1:], faults[0])
	}
}
