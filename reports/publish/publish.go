package publish

import (
	"bytes"

	"golang.org/x/sync/errgroup"

	"github.com/polemos-sim/polemos/engine"
	"github.com/polemos-sim/polemos/reports/columns"
	"github.com/polemos-sim/polemos/reports/findings"
	"github.com/polemos-sim/polemos/reports/folder"
	"github.com/polemos-sim/polemos/reports/page"
	"github.com/polemos-sim/polemos/reports/plots"
	"github.com/polemos-sim/polemos/reports/summary"
)

// All writes every file that is made after the last part. They are made and
// written side by side: each is small, and most of the time goes by waiting for
// the disk.
func All(to *folder.Folder, s *summary.Summary, t *engine.Tally) error {
	var g errgroup.Group
	g.Go(func() error { return to.WriteCurves(t) })
	for name, content := range map[string]func() ([]byte, error){
		"summary.json":    func() ([]byte, error) { return written(func(b *bytes.Buffer) error { return s.Write(b) }) },
		"summary.parquet": func() ([]byte, error) { return summaryTable(s, t) },
		"report.html":     func() ([]byte, error) { return written(func(b *bytes.Buffer) error { return page.Write(b, s) }) },
	} {
		g.Go(func() error {
			data, err := content()
			if err != nil {
				return err
			}
			return to.Write(name, data)
		})
	}
	g.Go(func() error {
		pictures, err := plots.Files(plots.All(s))
		if err != nil {
			return err
		}
		var g errgroup.Group
		for _, p := range pictures {
			g.Go(func() error { return to.Write("plots/"+p.Name, p.Data) })
		}
		return g.Wait()
	})
	return g.Wait()
}

func written(write func(*bytes.Buffer) error) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

// summaryTable is summary.parquet: a row for every measure that could be
// computed, under its one spelling. A value without an interval has its own value
// as both ends.
func summaryTable(s *summary.Summary, t *engine.Tally) ([]byte, error) {
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "measure", Kind: columns.String, Doc: "the measure, as expectations and targets spell it"},
		{Name: "unit", Kind: columns.String, Doc: "unit of the value"},
		{Name: "value", Kind: columns.Float64, Doc: "the estimate"},
		{Name: "low", Kind: columns.Float64, Doc: "lower end of the interval; the value where there is none"},
		{Name: "high", Kind: columns.Float64, Doc: "upper end of the interval; the value where there is none"},
		{Name: "interval", Kind: columns.Enum, Codes: []string{"none", "given"}, Doc: "whether low and high are an interval at the run's confidence"},
	}, []columns.KeyValue{{Key: "polemos.scenario", Value: s.Scenario.Name}, {Key: "polemos.signature", Value: s.Signature}}, columns.Options{})
	if err != nil {
		return nil, err
	}
	var measure, unit []string
	var value, low, high []float64
	var interval []int32
	for _, v := range findings.Values(s, t) {
		if v.Value == nil {
			continue
		}
		measure, unit, value = append(measure, v.Name), append(unit, v.Unit), append(value, *v.Value)
		if v.Low != nil && v.High != nil {
			low, high, interval = append(low, *v.Low), append(high, *v.High), append(interval, 1)
		} else {
			low, high, interval = append(low, *v.Value), append(high, *v.Value), append(interval, 0)
		}
	}
	return written(func(b *bytes.Buffer) error {
		w := schema.NewWriter(b)
		if err := w.WriteRowGroup([]columns.Values{columns.Texts(measure), columns.Texts(unit), columns.Floats(value), columns.Floats(low), columns.Floats(high), columns.Ints(interval)}); err != nil {
			return err
		}
		return w.Close()
	})
}
