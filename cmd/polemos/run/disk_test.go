package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mounted mounts a tmpfs with the options for the rest of the test: what a test
// as root can fill, and cannot write to.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	mount(t, "-t", "tmpfs", "-o", options, "tmpfs", dir)
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return dir
}

func mount(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("mount", args...).CombinedOutput(); err != nil {
		lacking(t, "no small file system can be mounted here: mount %s: %v %s", strings.Join(args, " "), err, out)
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	work := t.TempDir()
	disk := mounted(t, "size=8m")
	t.Chdir(work)
	if err := os.Symlink(disk, "disk"); err != nil {
		t.Fatal(err)
	}
	done(t, "run", "inkopah", "--games", "2000", "--out", "disk/r")
	before := folderBytes(t, disk)
	mount(t, "-o", "remount,ro", disk)

	const readOnly = ": read-only file system"
	fails(t, polemos(t, "run", "inkopah", "--games", "2000", "--out", "disk/new"), Broken,
		"the run folder cannot be made: mkdir disk/new"+readOnly+": choose another with --out")
	fails(t, polemos(t, "run", "inkopah", "--games", "3000", "--out", "disk/r"), Broken,
		"the run folder cannot be written: unlinkat disk/r/.tmp"+readOnly+": finished parts are kept; choose another folder with --out")
	fails(t, polemos(t, "report", "disk/r"), Broken,
		"the run folder cannot be written: unlinkat disk/r/.tmp"+readOnly+": finished parts are kept; choose another folder with --out")
	fails(t, polemos(t, "new", "disk/my.yaml"), Broken,
		"the scenario cannot be written: open disk/my.yaml"+readOnly)
	for name, text := range folderBytes(t, disk) {
		if before[name] != text {
			t.Errorf("%s was touched", name)
		}
	}
	// Reading is enough for these.
	done(t, "replay", "disk/r/scenario.yaml")
	done(t, "verify", "disk/r")
	done(t, "merge", "disk/r", "--out", "copy")
	sameFolder(t, "a copy of what cannot be written", "copy", "disk/r")
}

func TestFullDisk(t *testing.T) {
	work := t.TempDir()
	disk := mounted(t, "size=4m") // more than half of what the run takes, else it is not begun
	t.Chdir(work)
	if err := os.Symlink(disk, "disk"); err != nil {
		t.Fatal(err)
	}
	const parts = 6
	play := func(dir string) []string {
		return append(spread, "run", "two-fronts", "--games", strconv.Itoa(parts*perPart), "--turns", "1000", "--out", dir, "--quiet")
	}
	o := polemos(t, play("disk/r")...)
	if o.status != Broken || o.out != "" {
		t.Fatalf("status %d, output %q", o.status, o.out)
	}
	const from, to = "polemos: the disk is full: write disk/r/", ": no space left on device: finished parts are kept; make room and give the same command again, or choose another folder with --out\n"
	if !strings.HasPrefix(o.err, from) || !strings.HasSuffix(o.err, to) || strings.Count(o.err, "\n") != 1 {
		t.Errorf("message %q", o.err)
	}

	kept, err := filepath.Glob("disk/r/games/*")
	if err != nil || len(kept) == 0 || len(kept) >= parts {
		t.Fatalf("%d of %d parts are kept (%v)", len(kept), parts, err)
	}
	whole := func(int64) bool { return true }
	if n := len(rows(t, "disk/r", "games", whole)); n != perPart*len(kept) {
		t.Errorf("%d games in %d parts", n, len(kept))
	}
	rows(t, "disk/r", "wars", whole)
	stamps := map[string]os.FileInfo{}
	records, _ := filepath.Glob("disk/r/tallies/*.tally")
	for _, name := range records {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		stamps[name] = info
	}
	if len(records) == 0 {
		t.Fatal("no part was finished")
	}

	mount(t, "-o", "remount,size=64m", disk)
	done(t, play("disk/r")...)
	for name, was := range stamps {
		if is, err := os.Stat(name); err != nil || !is.ModTime().Equal(was.ModTime()) {
			t.Errorf("%s was made again (%v)", name, err)
		}
	}
	done(t, play("calm")...)
	sameFolder(t, "a run that met a full disk", "disk/r", "calm")
}

func TestFullDiskLeavesNoHalfScenario(t *testing.T) {
	work := t.TempDir()
	disk := mounted(t, "size=4k")
	t.Chdir(work)
	if err := os.Symlink(disk, "disk"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("disk/full", make([]byte, 4096), 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, polemos(t, "new", "disk/my.yaml"), Broken, "the scenario cannot be written: write disk/my.yaml: no space left on device")
	if _, err := os.Stat("disk/my.yaml"); err == nil {
		t.Error("half a scenario is left")
	}
}

// A run that there is clearly no room for is refused before it is played; of one that may be too large the user is told.
func TestTooLittleRoom(t *testing.T) {
	work := t.TempDir()
	disk := mounted(t, "size=1m")
	t.Chdir(work)
	if err := os.Symlink(disk, "disk"); err != nil {
		t.Fatal(err)
	}
	const instead = "keep fewer tables \\(--rows\\), the turns of fewer games \\(--turns\\), or choose another folder with --out\n$"
	play := append(spread, "run", "two-fronts", "--games", strconv.Itoa(6*perPart), "--turns", "1000")
	o := polemos(t, append(play, "--out", "disk/r")...)
	refused := regexp.MustCompile("^polemos: the run takes about [67]\\.[0-9]+ MB, and there are 1\\.0[0-9] MB free for disk/r: nothing was played; make room, " + instead)
	if o.status != Broken || o.out != "" || !refused.MatchString(o.err) {
		t.Errorf("status %d, %q", o.status, o.err)
	}
	if left := folderBytes(t, disk); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	for _, shard := range []string{"1/2", "2/2"} {
		done(t, append(play, "--shard", shard, "--quiet")...)
	}
	o = polemos(t, "merge", "runs/two-fronts-1-shard-1-of-2", "runs/two-fronts-1-shard-2-of-2", "--out", "disk/all")
	if o.status != Broken || !regexp.MustCompile("^polemos: the parts take 5\\.[0-9]+ MB, and there are [0-9.]+ [kM]B free for disk/all: make room, or choose another folder with --out\n$").MatchString(o.err) {
		t.Errorf("status %d, %q", o.status, o.err)
	}

	mount(t, "-o", "remount,size=4m", disk)
	o = polemos(t, append(play, "--out", "disk/r")...)
	told := regexp.MustCompile(`^note: the run takes about [67]\.[0-9]+ MB, and there are [34]\.[0-9]+ MB free for disk/r: if the disk gets full, finished parts are kept; else `)
	if !told.MatchString(o.err) {
		t.Errorf("status %d, %q", o.status, o.err)
	}
	mount(t, "-o", "remount,size=64m", disk)
	if o := polemos(t, append(play, "--out", "disk/r")...); o.status != Done || strings.Contains(o.err, "the run takes") {
		t.Errorf("status %d, %q", o.status, o.err)
	}
}
