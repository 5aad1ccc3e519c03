package studies

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/polemos-sim/polemos/reports/answers"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/sim"
)

type scenarioJSON struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

type noteJSON struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func notesOf(notes []sim.Note) []noteJSON {
	list := []noteJSON{}
	for _, n := range notes {
		list = append(list, noteJSON{n.Code, n.Text})
	}
	return list
}

type measureJSON struct {
	Measure string `json:"measure"`
	Unit    string `json:"unit"`
	answers.Estimate
	Exact bool `json:"exact"`
}

type pointJSON struct {
	Point    int           `json:"point"`
	Settings orderedText   `json:"settings"`
	Status   string        `json:"status"`
	Error    string        `json:"error,omitempty"`
	Games    uint64        `json:"games"`
	Measures []measureJSON `json:"measures"`
}

// JSON writes the answer with all measures of all points.
func (s *Sweep) JSON(w io.Writer) error {
	j := struct {
		Scenario   scenarioJSON `json:"scenario"`
		Command    string       `json:"command"`
		Settings   []string     `json:"settings"`
		Design     string       `json:"design"`
		Seed       uint64       `json:"seed"`
		Games      uint64       `json:"games"`
		Confidence float64      `json:"confidence"`
		Answer     string       `json:"answer"`
		Warnings   []noteJSON   `json:"warnings"`
		Points     []pointJSON  `json:"points"`
	}{
		scenarioJSON{s.Name, s.SHA256}, s.Command, nil, s.Design.String(), s.Seed, s.Games, s.Confidence, s.Sentence(), notesOf(s.Notes), nil,
	}
	for _, a := range s.Axes {
		j.Settings = append(j.Settings, a.String())
	}
	for i, p := range s.Points {
		line := pointJSON{Point: i, Settings: orderedText(p.Set), Status: "ok", Error: p.Failed, Games: p.Games, Measures: []measureJSON{}}
		if p.Failed != "" {
			line.Status = "failed"
		}
		for _, v := range p.Values {
			line.Measures = append(line.Measures, measureJSON{v.Measure, v.Unit, answers.Of(v.Estimate), v.Exact})
		}
		j.Points = append(j.Points, line)
	}
	return answers.Write(w, j)
}

// settingColumns are a column for every setting, whole numbers as such where all values are, else decimal numbers, else
// texts; and what makes the values of points into them.
func (s *Sweep) settingColumns(taken []string) ([]columns.Column, []func(points []int) columns.Values) {
	var cols []columns.Column
	var fills []func([]int) columns.Values
	keys := s.keys()
	for k, a := range s.Axes {
		name := strings.ReplaceAll(keys[k], ".", "_")
		if slices.Contains(taken, name) {
			name = "set_" + name
		}
		c := columns.Column{Name: name, Doc: "the setting " + a.Key, Kind: columns.String}
		numeric := true
		for i := range a.Len() {
			_, is := a.Number(i)
			numeric = numeric && is
		}
		level := func(p int) int { return s.Levels[p][k] }
		var fill func([]int) columns.Values
		switch {
		case a.Whole():
			c.Kind = columns.Int64
			fill = func(points []int) columns.Values {
				return columns.Longs(each(points, func(p int) int64 { x, _ := a.Number(level(p)); return int64(x) }))
			}
		case numeric:
			c.Kind = columns.Float64
			fill = func(points []int) columns.Values {
				return columns.Floats(each(points, func(p int) float64 { x, _ := a.Number(level(p)); return x }))
			}
		default:
			fill = func(points []int) columns.Values {
				return columns.Texts(each(points, func(p int) string { return a.Value(level(p)) }))
			}
		}
		cols, fills = append(cols, c), append(fills, fill)
	}
	return cols, fills
}

func each[T any](points []int, value func(int) T) []T {
	list := make([]T, len(points))
	for i, p := range points {
		list[i] = value(p)
	}
	return list
}

// Table is sweep.parquet: a row for every point and measure that has a value. A value without an interval has its own
// value as both ends; an end that nothing bounds is infinite.
func (s *Sweep) Table() ([]byte, error) {
	own := []columns.Column{
		{Name: "measure", Kind: columns.String, Doc: "the measure, as expectations and targets spell it"},
		{Name: "unit", Kind: columns.String, Doc: "unit of the value"},
		{Name: "value", Kind: columns.Float64, Doc: "the estimate, or the exact value"},
		{Name: "low", Kind: columns.Float64, Doc: "lower end of the interval; the value where there is none"},
		{Name: "high", Kind: columns.Float64, Doc: "upper end of the interval; the value where there is none"},
		{Name: "told", Kind: columns.Enum, Codes: []string{"sampled", "exact"}, Doc: "whether games were played for the value"},
		{Name: "games", Kind: columns.Int64, Doc: "games that the value comes from; 0 when it is exact"},
	}
	settings, fills := s.settingColumns([]string{"point", "measure", "unit", "value", "low", "high", "told", "games"})
	var points []int
	var measure, unit []string
	var value, low, high []float64
	var told []int32
	var games []int64
	for i, p := range s.Points {
		for _, v := range p.Values {
			if !v.Known() {
				continue
			}
			points, measure, unit = append(points, i), append(measure, v.Measure), append(unit, v.Unit)
			value, low, high = append(value, v.Est), append(low, v.Low), append(high, v.High)
			if v.Exact {
				told, games = append(told, 1), append(games, 0)
			} else {
				told, games = append(told, 0), append(games, int64(p.Games))
			}
		}
	}
	return s.parquet(settings, fills, points, own,
		columns.Texts(measure), columns.Texts(unit), columns.Floats(value), columns.Floats(low), columns.Floats(high), columns.Ints(told), columns.Longs(games))
}

// PointsTable is points.parquet: a row for every point.
func (s *Sweep) PointsTable() ([]byte, error) {
	own := []columns.Column{
		{Name: "status", Kind: columns.Enum, Codes: []string{"ok", "failed"}, Doc: "whether the point has values"},
		{Name: "games", Kind: columns.Int64, Doc: "games played; 0 when all values are exact"},
		{Name: "error", Kind: columns.String, Doc: "why the point failed"},
	}
	settings, fills := s.settingColumns([]string{"point", "status", "games", "error"})
	var points []int
	var status []int32
	var games []int64
	var errs []string
	for i, p := range s.Points {
		points, games, errs, status = append(points, i), append(games, int64(p.Games)), append(errs, p.Failed), append(status, 0)
		if p.Failed != "" {
			status[i] = 1
		}
	}
	return s.parquet(settings, fills, points, own, columns.Ints(status), columns.Longs(games), columns.Texts(errs))
}

func (s *Sweep) parquet(settings []columns.Column, fills []func([]int) columns.Values, points []int, own []columns.Column, values ...columns.Values) ([]byte, error) {
	cols := slices.Concat([]columns.Column{{Name: "point", Kind: columns.Int32, Doc: "number of the point, from 0"}}, settings, own)
	schema, err := columns.NewSchema(cols, []columns.KeyValue{
		{Key: "polemos.scenario", Value: s.Name}, {Key: "polemos.scenario_sha256", Value: s.SHA256}, {Key: "polemos.seed", Value: strconv.FormatUint(s.Seed, 10)},
	}, columns.Options{})
	if err != nil {
		return nil, err
	}
	all := []columns.Values{columns.Ints(each(points, func(p int) int32 { return int32(p) }))}
	for _, fill := range fills {
		all = append(all, fill(points))
	}
	var b bytes.Buffer
	w := schema.NewWriter(&b)
	if err := w.WriteRowGroup(append(all, values...)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Publish writes every file that is made from the points.
func (s *Sweep) Publish(to *Folder) error {
	for _, x := range []struct {
		name string
		make func() ([]byte, error)
	}{
		{"sweep.parquet", s.Table},
		{"points.parquet", s.PointsTable},
		{"sweep.json", func() ([]byte, error) { return written(s.JSON) }},
		{"report.html", func() ([]byte, error) { return written(s.Page) }},
	} {
		data, err := x.make()
		if err != nil {
			return err
		}
		if err := to.Write(x.name, data); err != nil {
			return err
		}
	}
	return publishPictures(to, s.Pictures())
}

func publishPictures(to *Folder, pictures []plots.Picture) error {
	files, err := plots.Files(pictures)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := to.Write("plots/"+f.Name, f.Data); err != nil {
			return err
		}
	}
	return to.Finish()
}

func written(write func(io.Writer) error) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}
