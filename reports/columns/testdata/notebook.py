"""What a notebook may count on, asked of pandas, pyarrow, polars and DuckDB.

    python3 notebook.py FOLDER EMPTY EXPECTED

FOLDER holds the parts of one table, EMPTY is a file of the same table without rows, EXPECTED is JSON:
{"columns": [{name, kind, unit, description, names, values}], "meta": {key: value}, "created_by": text}.
Ends with status 1 and the difference if a promise is broken, with 3 if a package is missing.
"""

import glob
import json
import sys

try:
    import duckdb
    import pandas
    import polars
    import pyarrow
    import pyarrow.parquet
except ImportError as missing:
    print(missing)
    sys.exit(3)

folder, empty, expected = sys.argv[1:]
with open(expected, encoding="utf-8") as f:
    expected = json.load(f)
columns, meta = expected["columns"], expected["meta"]
parts = sorted(glob.glob(folder + "/*.parquet"))
rows = len(columns[0]["values"])


def same(what, got, want):
    if got != want:
        print(f"{what}: got {str(got)[:500]}, want {str(want)[:500]}")
        sys.exit(1)


ARROW = {"int32": "int32", "int64": "int64", "float64": "double", "string": "string",
         "enum": "dictionary<values=string, indices=int32, ordered=0>"}
PANDAS = {"int32": "int32", "int64": "int64", "float64": "float64", "enum": "category"}
POLARS = {"int32": polars.Int32, "int64": polars.Int64, "float64": polars.Float64,
          "string": polars.String, "enum": polars.Categorical}
DUCKDB = {"int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "string": "VARCHAR", "enum": "VARCHAR"}


def check_arrow(table, n):
    for key, value in meta.items():
        same(f"pyarrow metadata {key}", table.schema.metadata[key.encode()].decode(), value)
    notes = json.loads(table.schema.metadata[b"polemos.columns"])
    same("polemos.columns", [(c["name"], c["unit"], c["description"], c.get("names")) for c in notes],
         [(c["name"], c["unit"], c["description"], c.get("names")) for c in columns])
    for c in columns:
        field = table.schema.field(c["name"])
        same(f"pyarrow type of {c['name']}", str(field.type), ARROW[c["kind"]])
        same(f"pyarrow nullable of {c['name']}", field.nullable, False)
        notes = {k.encode(): c[k].encode() for k in ("unit", "description") if c[k]}
        same(f"pyarrow metadata of {c['name']}", field.metadata or {}, notes)
        same(f"pyarrow values of {c['name']}", table.column(c["name"]).to_pylist(), c["values"][:n])
        if c["kind"] == "enum" and n > 0:
            for chunk in table.column(c["name"]).chunks:
                same(f"dictionary of {c['name']}", chunk.dictionary.to_pylist(), c["names"])


def check_pandas(frame, n):
    for key, value in meta.items():
        same(f"df.attrs[{key}]", frame.attrs[key], value)
    for c in columns:
        column = frame[c["name"]]
        if c["kind"] in PANDAS:
            same(f"pandas type of {c['name']}", str(column.dtype), PANDAS[c["kind"]])
        same(f"pandas values of {c['name']}", column.tolist(), c["values"][:n])
        same(f"df.attrs unit of {c['name']}", frame.attrs["columns"][c["name"]]["unit"], c["unit"])
        if c["kind"] == "enum" and n > 0:
            same(f"pandas categories of {c['name']}", column.cat.categories.tolist(), c["names"])
        if c["name"] == "turns" and n > 0:
            same("turns - 50", (column - 50).min(), min(c["values"]) - 50)  # a narrow unsigned type would wrap


def check_polars(frame, n):
    same("polars rows", frame.height, n)
    for c in columns:
        same(f"polars type of {c['name']}", frame.schema[c["name"]], POLARS[c["kind"]])
        same(f"polars values of {c['name']}", frame[c["name"]].to_list(), c["values"][:n])


def check_duckdb(source, n):
    types = dict(duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {source})").fetchall())
    for c in columns:
        name, values = '"' + c["name"] + '"', c["values"][:n]
        same(f"DuckDB type of {name}", types[c["name"]], DUCKDB[c["kind"]])

        def ask(select, where="true"):
            return duckdb.sql(f"SELECT {select} FROM {source} WHERE {where}").fetchall()

        same(f"DuckDB values of {name}", ask(name), [(v,) for v in values])
        if c["kind"] in ("int32", "int64") and n > 0:  # answered from the statistics, and by skipping row groups
            low, high = min(values), max(values)
            same(f"DuckDB bounds of {name}", ask(f"min({name}), max({name})"), [(low, high)])
            same(f"DuckDB filter on {name}", ask("count(*)", f"{name} = {high}"), [(values.count(high),)])
        if c["kind"] == "enum" and n > 0:
            for code in c["names"]:
                same(f"DuckDB filter {name} = {code}", ask("count(*)", f"{name} = '{code}'"), [(values.count(code),)])


def check_footer(path):
    footer = pyarrow.parquet.ParquetFile(path).metadata
    same("created by", footer.created_by, expected["created_by"])
    for g in range(footer.num_row_groups):
        group = footer.row_group(g)
        same("total_byte_size", group.total_byte_size,
             sum(group.column(i).total_uncompressed_size for i in range(group.num_columns)))
        for i, c in enumerate(columns):
            statistics = group.column(i).statistics
            if c["kind"] in ("int32", "int64"):
                values = pyarrow.parquet.ParquetFile(path).read_row_group(g, [c["name"]]).column(0).to_pylist()
                same(f"statistics of {c['name']}", (statistics.min, statistics.max), (min(values), max(values)))


check_arrow(pyarrow.parquet.read_table(folder), rows)
check_arrow(pyarrow.parquet.read_table(empty), 0)
check_pandas(pandas.read_parquet(folder), rows)
check_pandas(pandas.read_parquet(empty), 0)
check_polars(polars.read_parquet(folder + "/*.parquet"), rows)
check_polars(polars.scan_parquet(parts).collect(), rows)
check_polars(polars.read_parquet(empty), 0)
check_duckdb(f"'{folder}/*.parquet'", rows)
check_duckdb(f"'{empty}'", 0)
for part in parts:
    check_footer(part)
print(f"pandas {pandas.__version__}, pyarrow {pyarrow.__version__}, polars {polars.__version__}, duckdb {duckdb.__version__}")
