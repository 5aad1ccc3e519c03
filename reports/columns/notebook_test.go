package columns_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/polemos-sim/polemos/reports/columns"
)

// TestNotebooks asks pandas, pyarrow, polars and DuckDB for what a notebook may count on. POLEMOS_PYTHON names the
// interpreter that has them, else the python3 on the path is asked.
func TestNotebooks(t *testing.T) {
	python := os.Getenv("POLEMOS_PYTHON")
	if python == "" {
		python = "python3"
	}
	for _, compression := range []columns.Compression{columns.Uncompressed, columns.Snappy, columns.Zstd} {
		// Two parts of two row groups, so that chunks with and without a dictionary meet in one column.
		groups := []table{newTable(0, 3000), newTable(3000, 20), newTable(3020, 2500), newTable(5520, 1)}
		dir := t.TempDir()
		folder := filepath.Join(dir, "games")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		meta := []columns.KeyValue{{Key: "scenario", Value: "inkopah <é>"}, {Key: "seed", Value: "1"}}
		schema, err := columns.NewSchema(tableColumns, meta, columns.Options{Compression: compression})
		if err != nil {
			t.Fatal(err)
		}
		save := func(path string, groups ...table) {
			t.Helper()
			if err := os.WriteFile(path, encode(t, schema, groups...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		save(filepath.Join(folder, "part-00000.parquet"), groups[:2]...)
		save(filepath.Join(folder, "part-00001.parquet"), groups[2:]...)
		empty := filepath.Join(dir, "empty.parquet")
		save(empty)
		expected := filepath.Join(dir, "expected.json")
		if err := os.WriteFile(expected, expectation(t, meta, groups), 0o644); err != nil {
			t.Fatal(err)
		}

		out, err := exec.Command(python, filepath.Join("testdata", "notebook.py"), folder, empty, expected).CombinedOutput()
		const packageMissing = 3
		var exit *exec.ExitError
		switch noPackage := errors.As(err, &exit) && exit.ExitCode() == packageMissing; {
		case noPackage || errors.Is(err, exec.ErrNotFound):
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s cannot check the notebooks: %v %s", python, err, out)
			}
			t.Skipf("%s has not pandas, pyarrow, polars and duckdb (POLEMOS_PYTHON may name one that has): %s", python, out)
		case err != nil:
			t.Fatalf("compression %d: %v\n%s", compression, err, out)
		}
		t.Logf("compression %d: %s", compression, out)
	}
}

// expectation is the third argument of notebook.py.
func expectation(t *testing.T, meta []columns.KeyValue, groups []table) []byte {
	t.Helper()
	type column struct {
		Name        string   `json:"name"`
		Kind        string   `json:"kind"`
		Unit        string   `json:"unit"`
		Description string   `json:"description"`
		Names       []string `json:"names,omitempty"`
		Values      []any    `json:"values"`
	}
	kinds := map[columns.Kind]string{
		columns.Int32: "int32", columns.Int64: "int64", columns.Enum: "enum", columns.Float64: "float64", columns.String: "string",
	}
	cols := make([]column, len(tableColumns))
	for i, c := range tableColumns {
		cols[i] = column{Name: c.Name, Kind: kinds[c.Kind], Unit: c.Unit, Description: c.Doc, Names: c.Codes}
	}
	for _, g := range groups {
		for i, values := range [][]any{
			anys(g.Game), anys(g.War), anys(g.ID), names(tableColumns[3].Codes, g.Outcome), names(tableColumns[4].Codes, g.Only),
			anys(g.Turns), anys(g.Constant), anys(g.Edge), anys(g.Odds), anys(g.Note),
		} {
			cols[i].Values = append(cols[i].Values, values...)
		}
	}
	attrs := make(map[string]string)
	for _, kv := range meta {
		attrs[kv.Key] = kv.Value
	}
	b, err := json.Marshal(map[string]any{"columns": cols, "meta": attrs, "created_by": "polemos"})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func anys[T any](v []T) []any {
	out := make([]any, len(v))
	for i, x := range v {
		out[i] = x
	}
	return out
}

func names(codes []string, v []int32) []any {
	out := make([]any, len(v))
	for i, code := range v {
		out[i] = codes[code]
	}
	return out
}
