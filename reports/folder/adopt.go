package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/summary"
	"github.com/polemos-sim/polemos/sim"
)

// A Source is a run folder whose parts are to be joined with those of others. Nobody writes to it until it is closed.
type Source struct {
	Dir      string
	Manifest *Manifest
	reading  *Reading
}

// OpenSource opens a run folder to be joined.
func OpenSource(dir string) (*Source, error) {
	reading, err := Hold(dir)
	if err != nil {
		return nil, err
	}
	m, err := Read(dir)
	if err != nil {
		return nil, errors.Join(err, reading.Close())
	}
	return &Source{dir, m, reading}, nil
}

// Close lets others write to the folder again.
func (s *Source) Close() error { return s.reading.Close() }

// String names the folder and, if it has but a share of the run, which.
func (s *Source) String() string {
	if s.Manifest.Of == 1 {
		return s.Dir
	}
	return fmt.Sprintf("%s (shard %d of %d)", s.Dir, s.Manifest.Shard, s.Manifest.Of)
}

// Joinable says why folders cannot be joined, whatever parts they have: they keep different runs, or the same shard.
func Joinable(sources []*Source) error {
	for i, s := range sources {
		if err := s.Manifest.SameRules(s.Dir); err != nil {
			return err
		}
		first := sources[0]
		alike := *s.Manifest
		alike.Shard, alike.Of = first.Manifest.Shard, first.Manifest.Of
		how := alike.differsFrom(first.Manifest, first.Dir)
		if how == "" && alike.Games != first.Manifest.Games {
			how = fmt.Sprintf("%s games, and %s has %s", summary.Count(int64(alike.Games)), first.Dir, summary.Count(int64(first.Manifest.Games)))
		}
		if how != "" {
			return fmt.Errorf("%s cannot be joined with %s, as it holds another run: %s", s.Dir, first.Dir, how)
		}
		for _, other := range sources[:i] {
			if s.Manifest.Of > 1 && s.Manifest.Shard == other.Manifest.Shard && s.Manifest.Of == other.Manifest.Of {
				return fmt.Errorf("%s and %s both are shard %d of %d: leave one of them away", other.Dir, s.Dir, s.Manifest.Shard, s.Manifest.Of)
			}
		}
	}
	return nil
}

// A DamagedPart is a part that cannot be joined as it is.
type DamagedPart struct {
	Source *Source
	Part   int
	Err    error
}

func (e *DamagedPart) Error() string {
	return fmt.Sprintf("part %d of %s cannot be joined: %v", e.Part, e.Source, e.Err)
}

func (e *DamagedPart) Unwrap() error { return e.Err }

// MissingParts are parts that are nowhere.
type MissingParts struct{ text string }

func (e *MissingParts) Error() string { return e.text }

// joint is a part that is to be here.
type joint struct {
	sim.Part
	here bool    // its record is here already
	from *Source // that has it; nil: none
	room int64   // bytes that it takes where it is not here
}

// Adopt copies what the folder lacks from sources that are [Joinable], to a run of all shards, compares every checksum, and
// counts all. Nothing is copied when two sources have the same part or, unless partial, a part is nowhere. Progress is told
// games, as that of [sim.Run] is; the result, too, is as there, so that an interrupted one says so.
//
// As in a run, a part is there when its record is: whatever happens, the same call once more comes to the same end.
func (f *Folder) Adopt(ctx context.Context, sources []*Source, partial bool, progress func(done, all uint64)) (*sim.Result, error) {
	joints, err := f.plan(sources, partial)
	if err == nil {
		err = f.room(joints)
	}
	if err != nil {
		return nil, err
	}
	result := &sim.Result{Tally: engine.NewTally(f.schema)}
	var all uint64
	for _, j := range joints {
		all += j.Games
	}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(syncsAtOnce)
	for _, j := range joints {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error {
			tally, kept, err := f.adopt(j)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			result.Tally.Merge(tally)
			result.Games += j.Games
			result.Parts++
			if kept {
				result.Kept++
			}
			progress(result.Games, all)
			return explain(f.updateManifest(false))
		})
	}
	err = g.Wait()
	result.Interrupted = err == nil && result.Parts < len(joints)
	return result, errors.Join(err, explain(f.updateManifest(true)))
}

// plan says where each part is taken from. Parts that are nowhere are left out.
func (f *Folder) plan(sources []*Source, partial bool) ([]joint, error) {
	for _, s := range sources {
		if s.Manifest.Program != f.manifest.Program {
			f.note(-1, "other_program", fmt.Sprintf("the parts of %s were written by version %s of the program, this is %s: bytes may differ, values do not", s.Dir, s.Manifest.Program, f.manifest.Program))
		}
	}
	var joints []joint
	var missing []int
	for _, p := range f.e.Parts() {
		j := joint{Part: p}
		for _, s := range sources {
			record, _, err := f.readRecord(s.Dir, p)
			switch {
			case errors.Is(err, errAbsent), err == nil && record.Games != p.Games: // it was to be extended
			case err != nil:
				return nil, &DamagedPart{s, p.Number, err}
			case j.from != nil:
				return nil, fmt.Errorf("%s and %s both have part %d: leave one of them away", j.from, s, p.Number)
			default:
				j.from = s
				for _, x := range record.Files {
					j.room += x.Bytes
				}
			}
		}
		record, _, err := f.readRecord(f.dir, p)
		j.here = err == nil && record.Games == p.Games
		if !j.here && j.from == nil {
			f.unlist(p.Number)
			missing = append(missing, p.Number)
			continue
		}
		joints = append(joints, j)
	}
	if len(missing) > 0 && !partial {
		return nil, missingParts(missing, sources)
	}
	return joints, nil
}

// adopt makes sure of the part: it is kept, or copied, last its record, which vouches for the others.
func (f *Folder) adopt(j joint) (tally *engine.Tally, kept bool, err error) {
	var record Record
	if j.here {
		record, tally, err = f.check(j.Part)
		switch {
		case err == nil:
			f.list(record)
			return tally, true, nil
		case j.from == nil:
			return nil, false, &DamagedPart{&Source{Dir: f.dir, Manifest: f.manifest}, j.Number, err}
		}
	}
	if record, tally, err = f.readRecord(j.from.Dir, j.Part); err != nil {
		return nil, false, &DamagedPart{j.from, j.Number, err}
	}
	for _, x := range record.Files {
		if err := f.adoptFile(j, x); err != nil {
			return nil, false, err
		}
	}
	text, err := f.encodeRecord(&record, tally)
	if err != nil {
		return nil, false, err
	}
	if err := f.replace(PartPath("tallies", j.Number, "tally"), text); err != nil {
		return nil, false, err
	}
	f.list(record)
	return tally, false, nil
}

func (f *Folder) adoptFile(j joint, x File) error {
	out, err := f.create(f.temp(x.Path))
	if err != nil {
		return explain(err)
	}
	written := &lastError{Writer: out}
	err = copyFile(written, j.from.Dir, x)
	if err != nil && written.err == nil {
		return errors.Join(&DamagedPart{j.from, j.Number, err}, out.Close())
	}
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = f.rename(x.Path)
	}
	if err == nil {
		err = syncDir(filepath.Join(f.dir, filepath.Dir(filepath.FromSlash(x.Path))))
	}
	return explain(err)
}

// lastError remembers that writing failed, where reading may as well.
type lastError struct {
	io.Writer
	err error
}

func (w *lastError) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	w.err = err
	return n, err
}

// missingParts names shards, where the sources are shards of one dealing, or else parts.
func missingParts(missing []int, sources []*Source) error {
	of, shards := dealt(sources)
	if of == 1 {
		return &MissingParts{listed("part", missing) + areMissing(missing)}
	}
	var absent []int
	lacks := make(map[uint64][]int) // parts of shards that are there
	for _, part := range missing {
		shard := sim.ShardOf(part, of)
		if shards[shard] != nil {
			lacks[shard] = append(lacks[shard], part)
		} else if !slices.Contains(absent, int(shard)) {
			absent = append(absent, int(shard))
		}
	}
	slices.Sort(absent)
	var said []string
	if len(absent) > 0 {
		said = append(said, fmt.Sprintf("%s of %d%s", listed("shard", absent), of, areMissing(absent)))
	}
	for _, shard := range slices.Sorted(maps.Keys(lacks)) {
		said = append(said, fmt.Sprintf("%s is not finished: it lacks %s", shards[shard], listed("part", lacks[shard])))
	}
	return &MissingParts{strings.Join(said, "; ")}
}

// dealt is the number of shards that the sources are some of, and which these are; 1 when they are of several dealings, or of
// none.
func dealt(sources []*Source) (of uint64, shards map[uint64]*Source) {
	of, shards = 1, make(map[uint64]*Source)
	for _, s := range sources {
		switch {
		case s.Manifest.Of == 1: // some shards joined, which it no longer knows
		case of != 1 && of != s.Manifest.Of:
			return 1, nil
		default:
			of = s.Manifest.Of
			shards[s.Manifest.Shard] = s
		}
	}
	return of, shards
}

func areMissing(numbers []int) string {
	if len(numbers) == 1 {
		return " is missing"
	}
	return " are missing"
}

// numbersTold is how many numbers are told one by one.
const numbersTold = 12

// listed is "part 3", "parts 3, 4 and 9" or "parts 0, 1, 2, ... and 71 more".
func listed(what string, numbers []int) string {
	var words []string
	for _, n := range numbers[:min(len(numbers), numbersTold)] {
		words = append(words, strconv.Itoa(n))
	}
	last := len(words) - 1
	switch {
	case len(numbers) == 1:
		return what + " " + words[0]
	case len(numbers) > numbersTold:
		return fmt.Sprintf("%ss %s and %d more", what, strings.Join(words, ", "), len(numbers)-numbersTold)
	}
	return fmt.Sprintf("%ss %s and %s", what, strings.Join(words[:last], ", "), words[last])
}
