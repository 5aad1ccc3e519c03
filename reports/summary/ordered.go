package summary

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Ordered is a JSON object that keeps the order of its keys, where a Go map would lose it.
type Ordered[V any] []Entry[V]

// An Entry is one key of an Ordered object and its value.
type Entry[V any] struct {
	Key   string
	Value V
}

// Get returns the value under key, and whether there is one.
func (o Ordered[V]) Get(key string) (V, bool) {
	for _, e := range o {
		if e.Key == key {
			return e.Value, true
		}
	}
	var none V
	return none, false
}

// MarshalJSON writes the entries as an object, in their order.
func (o Ordered[V]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(e.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Key, err)
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object and keeps the order of its keys; a key that comes twice is an error.
func (o *Ordered[V]) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') {
		return fmt.Errorf("found %v where an object belongs", open)
	}
	*o = Ordered[V]{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		e := Entry[V]{Key: key.(string)} // within an object, the decoder gives strings as keys
		if _, twice := o.Get(e.Key); twice {
			return fmt.Errorf("key %q comes twice", e.Key)
		}
		if err := d.Decode(&e.Value); err != nil {
			return fmt.Errorf("%s: %w", e.Key, err)
		}
		*o = append(*o, e)
	}
	return nil
}
