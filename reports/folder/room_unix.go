//go:build linux || darwin || freebsd

package folder

import "golang.org/x/sys/unix"

// freeBytes is how much a user who is not root may write in a folder; false when it is not known.
func freeBytes(dir string) (uint64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil || s.Blocks == 0 { // file systems without blocks have no bound
		return 0, false
	}
	return uint64(max(s.Bavail, 0)) * uint64(s.Bsize), true
}
