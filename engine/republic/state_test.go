package republic

import (
	"reflect"
	"testing"
)

// TestRestartForgetsEverything fills every field, so that one that restart does not
// know of shows.
func TestRestartForgetsEverything(t *testing.T) {
	start := State{Turn: 0, Approval: 60, Fervor: 1, Treasury: 100, Income: 30, Units: [MaxUnits]uint16{2, 0, 1}}
	var s State
	fill(reflect.ValueOf(&s).Elem())
	s.NWars = 2
	clear(s.Wars[2:]) // no State has anything behind the wars that are on
	s.restart(&start)
	if s != start {
		t.Errorf("after restart the state is\n%+v, want\n%+v", s, start)
	}
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(7)
	default:
		v.SetInt(7)
	}
}
