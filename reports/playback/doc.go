// Package playback gives the games of a run folder back, block by block, as if they were played once more.
package playback
