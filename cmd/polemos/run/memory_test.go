//go:build linux

package run

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// most is how much memory a run may take, in kilobytes.
const most = 256 << 10

// resident is the most memory that a run of so many games had at any time, in kilobytes: as the run's process itself
// knows it, since what the system says of a child counts the process that started it, too.
func resident(t *testing.T, games int, scenario ...string) int64 {
	t.Helper()
	line := append([]string{"run", "--games", strconv.Itoa(games), "--workers", "2", "--out", filepath.Join(t.TempDir(), "r"), "--quiet"}, scenario...)
	c, file := child(t, line...), filepath.Join(t.TempDir(), "status")
	c.Env = append(c.Env, statusFile+"="+file)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(text), "VmHWM:")
	peak, _, _ = strings.Cut(peak, " kB")
	kilobytes, err := strconv.ParseInt(strings.TrimSpace(peak), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes
}

// Memory does not grow with the games, and stays within bounds where a game has a thousand turns and leaves all rows.
func TestMemoryIsFlat(t *testing.T) {
	few, many := size(1<<20, 2<<20, 4<<20), size(8<<20, 16<<20, 64<<20)
	small, large := resident(t, few, "inkopah", "--rows", "none"), resident(t, many, "inkopah", "--rows", "none")
	t.Logf("%d kB for %d games, %d kB for %d", small, few, large, many)
	if large > small+small/2 || large > most {
		t.Errorf("%d kB for %d games, and %d kB for %d", small, few, large, many)
	}
	long := resident(t, size(2000, 10_000, 100_000), "long-peace", "--set", "turns=1000", "--turns", "all")
	t.Logf("%d kB for games of up to 1000 turns", long)
	if long > most {
		t.Errorf("%d kB for games of up to 1000 turns", long)
	}
}
