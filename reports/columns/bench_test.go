package columns_test

import (
	"io"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/polemos-sim/polemos/reports/columns"
)

// benchRow is the benchmark's table as parquet-go's GenericWriter takes it: a struct for each game.
type benchRow struct {
	Game     int64  `parquet:"game,delta"`
	Outcome  string `parquet:"outcome,dict"`
	Last     string `parquet:"last,dict"`
	Turns    int32  `parquet:"turns,delta"`
	Wars     int32  `parquet:"wars,delta"`
	Won      int32  `parquet:"won,delta"`
	Approval int32  `parquet:"approval,delta"`
	Fervor   int32  `parquet:"fervor,delta"`
	Treasury int32  `parquet:"treasury,delta"`
	Cavalry  int32  `parquet:"cavalry,delta"`
	Infantry int32  `parquet:"infantry,delta"`
	Navy     int32  `parquet:"navy,delta"`
	Battle   int32  `parquet:"battle,delta"`
	Best     int32  `parquet:"best,delta"`
	Worst    int32  `parquet:"worst,delta"`
	Bought   int32  `parquet:"bought,delta"`
	Lowest   int32  `parquet:"lowest,delta"`
	Spent    int32  `parquet:"spent,delta"`
}

// benchCodeRow is the same with the enums left as bare numbers: what GenericWriter is fastest at.
type benchCodeRow struct {
	Game     int64 `parquet:"game,delta"`
	Outcome  int32 `parquet:"outcome,delta"`
	Last     int32 `parquet:"last,delta"`
	Turns    int32 `parquet:"turns,delta"`
	Wars     int32 `parquet:"wars,delta"`
	Won      int32 `parquet:"won,delta"`
	Approval int32 `parquet:"approval,delta"`
	Fervor   int32 `parquet:"fervor,delta"`
	Treasury int32 `parquet:"treasury,delta"`
	Cavalry  int32 `parquet:"cavalry,delta"`
	Infantry int32 `parquet:"infantry,delta"`
	Navy     int32 `parquet:"navy,delta"`
	Battle   int32 `parquet:"battle,delta"`
	Best     int32 `parquet:"best,delta"`
	Worst    int32 `parquet:"worst,delta"`
	Bought   int32 `parquet:"bought,delta"`
	Lowest   int32 `parquet:"lowest,delta"`
	Spent    int32 `parquet:"spent,delta"`
}

const benchRows = 65536

var benchCols = []columns.Column{
	{Name: "game", Kind: columns.Int64},
	{Name: "outcome", Kind: columns.Enum, Codes: []string{"victory", "defeat", "declined", "unresolved"}},
	{Name: "last", Kind: columns.Enum, Codes: []string{"none", "inkopah", "rebels", "pirates", "neighbours"}},
	{Name: "turns"}, {Name: "wars"}, {Name: "won"}, {Name: "approval"}, {Name: "fervor"}, {Name: "treasury"},
	{Name: "cavalry"}, {Name: "infantry"}, {Name: "navy"}, {Name: "battle"}, {Name: "best"}, {Name: "worst"},
	{Name: "bought"}, {Name: "lowest"}, {Name: "spent"},
}

// benchValues are 65,536 games of about the shape that a republic's games have: small dependent integers.
func benchValues() (rows []benchRow, codeRows []benchCodeRow, values []columns.Values) {
	r := rand.New(rand.NewPCG(1, 2))
	d10 := func() int32 { return 1 + r.Int32N(10) }
	cols := make([][]int32, len(benchCols))
	rows, codeRows = make([]benchRow, benchRows), make([]benchCodeRow, benchRows)
	for i := range rows {
		turns := 1 + (d10()+d10())/5
		battle := 2*turns + d10() + d10() - 11
		outcome, won := int32(0), int32(1)
		if battle < 0 {
			outcome, won = 1+r.Int32N(2), 0
		}
		spent := 12 * (1 + turns)
		c := benchCodeRow{
			Game: 65536 + int64(i), Outcome: outcome, Last: 1 + (battle+20)%4, Turns: turns, Wars: 1, Won: won,
			Approval: 60 - 4*turns + 5*won, Fervor: turns + won, Treasury: 100 + 30*turns - spent,
			Cavalry: 2, Infantry: min(turns, 3), Navy: 0, Battle: battle, Best: 13 - turns, Worst: -d10(),
			Bought: turns / 2, Lowest: 60 - 4*turns, Spent: spent,
		}
		codeRows[i] = c
		rows[i] = benchRow{
			c.Game, benchCols[1].Codes[c.Outcome], benchCols[2].Codes[c.Last], c.Turns, c.Wars, c.Won, c.Approval, c.Fervor,
			c.Treasury, c.Cavalry, c.Infantry, c.Navy, c.Battle, c.Best, c.Worst, c.Bought, c.Lowest, c.Spent,
		}
		for j, v := range []int32{
			0, c.Outcome, c.Last, c.Turns, c.Wars, c.Won, c.Approval, c.Fervor, c.Treasury, c.Cavalry,
			c.Infantry, c.Navy, c.Battle, c.Best, c.Worst, c.Bought, c.Lowest, c.Spent,
		} {
			cols[j] = append(cols[j], v)
		}
	}
	values = append(values, columns.Count(65536, benchRows))
	for _, c := range cols[1:] {
		values = append(values, columns.Ints(c))
	}
	return rows, codeRows, values
}

// BenchmarkWriter writes files of four row groups, 18 columns each: an op is one row group.
// GenericWriter with names, and with bare numbers, writes the same rows beside it.
func BenchmarkWriter(b *testing.B) {
	rows, codeRows, values := benchValues()
	for _, c := range []struct {
		name        string
		compression columns.Compression
	}{{"none", columns.Uncompressed}, {"snappy", columns.Snappy}, {"zstd", columns.Zstd}} {
		b.Run("columns/"+c.name, func(b *testing.B) {
			schema, err := columns.NewSchema(benchCols, nil, columns.Options{Compression: c.compression})
			if err != nil {
				b.Fatal(err)
			}
			w := schema.NewWriter(io.Discard)
			report(b, func(last bool) (int64, error) {
				if err := w.WriteRowGroup(values); err != nil || !last {
					return 0, err
				}
				err := w.Close()
				size := w.Size()
				w.Reset(io.Discard)
				return size, err
			})
		})
	}
	b.Run("generic names/none", func(b *testing.B) { benchGeneric(b, rows) })
	b.Run("generic names/zstd", func(b *testing.B) {
		benchGeneric(b, rows, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}))
	})
	b.Run("generic codes/none", func(b *testing.B) { benchGeneric(b, codeRows) })
	b.Run("generic codes/zstd", func(b *testing.B) {
		benchGeneric(b, codeRows, parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}))
	})
}

func benchGeneric[T any](b *testing.B, rows []T, options ...parquet.WriterOption) {
	var out counter
	w := parquet.NewGenericWriter[T](&out, append(options, parquet.DataPageStatistics(false))...)
	report(b, func(last bool) (int64, error) {
		if _, err := w.Write(rows); err != nil {
			return 0, err
		}
		if err := w.Flush(); err != nil || !last {
			return 0, err
		}
		err := w.Close()
		size := int64(out)
		out = 0
		w.Reset(&out)
		return size, err
	})
}

// report runs write for every row group, closing a file after each fourth, and reports rows/s and bytes/row.
func report(b *testing.B, write func(last bool) (int64, error)) {
	b.ReportAllocs()
	var bytes, files int64
	for i := 0; b.Loop(); i++ {
		size, err := write(i%4 == 3)
		if err != nil {
			b.Fatal(err)
		}
		if size > 0 {
			bytes, files = bytes+size, files+1
		}
	}
	b.ReportMetric(float64(b.N)*benchRows/b.Elapsed().Seconds()/1e6, "Mrows/s")
	b.ReportMetric(float64(bytes)/float64(files)/(4*benchRows), "B/row")
}

// counter is a writer that only counts.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
