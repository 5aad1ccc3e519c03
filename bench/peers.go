package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

//go:embed peers
var peerFiles embed.FS

// A peer is the C program, built in a folder of its own.
type peer struct{ dir string }

// buildPeer compiles the C peer.
func buildPeer() (*peer, error) {
	dir, err := os.MkdirTemp("", "polemos-peer-")
	if err != nil {
		return nil, err
	}
	p := &peer{dir}
	if err := os.CopyFS(dir, peerFiles); err != nil {
		p.remove()
		return nil, err
	}
	compiler := cmp.Or(os.Getenv("CC"), "gcc")
	build := exec.Command(compiler, "-std=gnu11", "-O3", "-march=native", "-o", p.program(), p.file("inkopah.c"))
	if said, err := build.CombinedOutput(); err != nil {
		p.remove()
		return nil, fmt.Errorf("the C peer cannot be built: %w: set CC to a C compiler\n%s", err, said)
	}
	return p, nil
}

func (p *peer) program() string         { return filepath.Join(p.dir, "inkopah") }
func (p *peer) file(name string) string { return filepath.Join(p.dir, "peers", name) }
func (p *peer) remove()                 { os.RemoveAll(p.dir) }

// play runs the C peer, which measures itself.
func (p *peer) play(rules string, games uint64) (outcome, error) {
	said, err := output(exec.Command(p.program(), p.file(rules), strconv.FormatUint(games, 10), "1"))
	if err != nil {
		return outcome{}, err
	}
	var o struct {
		First     uint64
		Length    float64 `json:"war_length"`
		Signature string
		Tallies   string
		Ns        float64
	}
	if err := json.Unmarshal(said, &o); err != nil {
		return outcome{}, err
	}
	return outcome{Ns: o.Ns, Odds: float64(o.First) / float64(games), Length: o.Length, Signature: o.Signature, Tallies: o.Tallies}, nil
}

// output runs a program; what it says about an error is in the error.
func output(c *exec.Cmd) ([]byte, error) {
	out, err := c.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}

// A script is a peer in Python.
type script struct{ name, file string }

var pythonPeers = []script{{"Numba", "peers/inkopah_numba.py"}, {"NumPy", "peers/inkopah_numpy.py"}}

// player starts nothing: every call runs the script, which measures itself. The
// error says what is missing.
func (s script) player() (player, error) {
	python := cmp.Or(os.Getenv("POLEMOS_PYTHON"), "python3")
	text, err := peerFiles.ReadFile(s.file)
	if err != nil {
		return player{}, err
	}
	run := func(games uint64) (outcome, error) {
		said, err := output(exec.Command(python, "-c", string(text), strconv.FormatUint(games, 10)))
		if err != nil {
			return outcome{}, err
		}
		var o outcome
		return o, json.Unmarshal(said, &o)
	}
	if _, err := run(1000); err != nil {
		return player{}, fmt.Errorf("set POLEMOS_PYTHON to a Python with numpy and numba: %w", err)
	}
	return player{name: s.name, play: run}, nil
}
