package columns_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/polemos-sim/polemos/reports/columns"
)

func Example() {
	schema, err := columns.NewSchema([]columns.Column{
		{Name: "game", Doc: "number of the game, from 0", Kind: columns.Int64},
		{Name: "turns", Unit: "turns", Doc: "turns played"},
		{Name: "outcome", Doc: "how the game ended", Kind: columns.Enum, Codes: []string{"victory", "defeat"}},
	}, []columns.KeyValue{{Key: "scenario", Value: "inkopah"}}, columns.Options{})
	if err != nil {
		log.Fatal(err)
	}

	var file bytes.Buffer
	w := schema.NewWriter(&file)
	err = w.WriteRowGroup([]columns.Values{
		columns.Count(100, 3),
		columns.Ints([]int32{3, 2, 4}),
		columns.Ints([]int32{0, 0, 1}),
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	r, err := columns.NewReader(bytes.NewReader(file.Bytes()), w.Size())
	if err != nil {
		log.Fatal(err)
	}
	games, _ := r.Longs(nil, "game")
	turns, _ := r.Ints(nil, "turns")
	outcomes, _ := r.Texts(nil, "outcome")
	fmt.Println(games, turns, outcomes)
	// Output: [100 101 102] [3 2 4] [victory victory defeat]
}
