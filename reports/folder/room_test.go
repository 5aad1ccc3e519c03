package folder

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/polemos-sim/polemos/engine"
)

// What a run is thought to take is near what it takes, table by table, and parts that are there take nothing more.
func TestRoomIsEstimated(t *testing.T) {
	e, err := experiment(3 * engine.BlockGames).Checked()
	if err != nil {
		t.Fatal(err)
	}
	e.TurnsFor = 30_000
	each, tally, err := measured(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	before, err := needs(t.Context(), dir, e)
	if err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, e, options)
	m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]float64{}
	for _, r := range m.Parts {
		for _, x := range r.Files {
			sizes[filepath.Dir(x.Path)] += float64(x.Bytes)
		}
	}
	all := 0.0
	for table, games := range map[int]uint64{tableGames: e.Games, tableWars: e.Games, tableTurns: e.TurnsFor} {
		name := []string{"games", "wars", "turns"}[table]
		if thought := each[table] * float64(games); thought < sizes[name]/1.5 || thought > 1.5*sizes[name] {
			t.Errorf("%s were thought to take %.0f bytes and take %.0f", name, thought, sizes[name])
		}
		all += sizes[name]
	}
	if float64(before) < all/1.5+madeBytes || float64(before) > 1.5*all+madeBytes {
		t.Errorf("the run was thought to take %d bytes and takes %.0f", before, all)
	}
	for _, name := range []string{"00000", "00002"} {
		info, err := os.Stat(filepath.Join(dir, "tallies", "part-"+name+".tally"))
		if err != nil || info.Size() > int64(3*tally) {
			t.Errorf("a tally of few games takes %d bytes, one of a part %d (%v)", tally, info.Size(), err)
		}
	}
	for _, part := range []string{"00000", "00001"} {
		if err := os.Remove(filepath.Join(dir, "tallies", "part-"+part+".tally")); err != nil {
			t.Fatal(err)
		}
		if after, err := needs(t.Context(), dir, e); err != nil || after == 0 || after >= before {
			t.Errorf("%d of %d bytes are needed without part %s (%v)", after, before, part, err)
		}
	}
}

func TestPlentyOfRoomIsNotMeasured(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there")
	room, err := RoomFor(t.Context(), dir, experiment(1))
	if err != nil || room.Needed != 0 {
		t.Errorf("%+v, %v", room, err)
	}
	if _, ok := freeBytes(existing(dir)); ok != (room.Free > 0) {
		t.Errorf("free is known: %t, and is %d", ok, room.Free)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 bytes", 999: "999 bytes", 1000: "1.00 kB", 12_345: "12.3 kB", 999_499: "999 kB", 999_500: "1.00 MB", 9_996_000: "10.0 MB", 4_430_000_000: "4.43 GB", 1<<64 - 1: "18.4 EB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
