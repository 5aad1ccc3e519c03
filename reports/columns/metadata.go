package columns

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The keys of a file's metadata that this package writes itself.
const (
	keyColumns = "polemos.columns" // our own: what every column means
	keyPandas  = "PANDAS_ATTRS"    // read by pandas into DataFrame.attrs
	keyArrow   = "ARROW:schema"    // read by everything built on Arrow

	attrsColumns = "columns" // in PANDAS_ATTRS, beside the caller's: df.attrs["columns"]["turns"]["unit"]
)

// columnNote is what "polemos.columns" says of a column.
type columnNote struct {
	Name        string   `json:"name"`
	Unit        string   `json:"unit"`
	Description string   `json:"description"`
	Names       []string `json:"names,omitempty"`
}

// fileMetadata is the whole metadata of a file, in the order it is written: the caller's pairs first.
func fileMetadata(cols []Column, meta []KeyValue) ([]KeyValue, error) {
	notes := make([]columnNote, len(cols))
	byName := make(map[string]columnNote, len(cols))
	for i, c := range cols {
		notes[i] = columnNote{c.Name, c.Unit, c.Doc, c.Codes}
		byName[c.Name] = notes[i]
	}
	attrs := make(map[string]any, len(meta)+1)
	for _, kv := range meta {
		attrs[kv.Key] = kv.Value
	}
	attrs[attrsColumns] = byName

	columnsJSON, err := marshal(notes)
	if err != nil {
		return nil, err
	}
	attrsJSON, err := marshal(attrs) // in the order of the keys' spelling
	if err != nil {
		return nil, err
	}
	all := append(append([]KeyValue(nil), meta...), KeyValue{keyColumns, columnsJSON}, KeyValue{keyPandas, attrsJSON})
	return append(all, KeyValue{keyArrow, arrowSchema(cols, all)}), nil
}

// marshal writes "<" as it is: nobody embeds this JSON in a page.
func marshal(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
