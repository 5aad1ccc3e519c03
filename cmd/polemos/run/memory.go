package run

import "runtime/debug"

// softLimit is how much memory of Go's a run may hold before the garbage collector works harder for it: with what Go does not
// count a run then stays below 256 MB, where what it needs at one time does.
const softLimit = 128 << 20

// spareMemory sets the limit, unless the user set one with GOMEMLIMIT, and returns what sets the former one again.
func (a *app) spareMemory() (restore func()) {
	if a.getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	before := debug.SetMemoryLimit(softLimit)
	return func() { debug.SetMemoryLimit(before) }
}
