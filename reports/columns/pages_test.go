package columns

import (
	"bytes"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
)

// TestIndices checks bytes against the Parquet format's own example ("Encodings", bit-packing of 0 to 7 in three bits:
// 10001000 11000110 11111010) and against runs packed by hand.
func TestIndices(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  []int32
		base    int32
		entries int
		same    bool
		want    []byte
	}{
		{"the format's example", []int32{0, 1, 2, 3, 4, 5, 6, 7}, 0, 8, false, []byte{3, 1<<1 | 1, 0b10001000, 0b11000110, 0b11111010}},
		{"from -4", []int32{-4, -3, -2, -1, 0, 1, 2, 3}, -4, 8, false, []byte{3, 1<<1 | 1, 0b10001000, 0b11000110, 0b11111010}},
		{"a short group is filled with zeros", []int32{10, 11, 11}, 10, 2, false, []byte{1, 1<<1 | 1, 0b110}},
		{"nine of two bits", []int32{3, 0, 0, 0, 0, 0, 0, 1, 2}, 0, 4, false, []byte{2, 2<<1 | 1, 0b11, 0b01000000, 0b10, 0}},
		{"eight bits", []int32{255, 0, 1, 2, 3, 4, 5, 254}, 0, 256, false, []byte{8, 1<<1 | 1, 255, 0, 1, 2, 3, 4, 5, 254}},
		{"a run of 200", bytesToInts(bytes.Repeat([]byte{5}, 200)), 3, 4, true, []byte{2, 0x90, 0x03, 2}}, // 400 = 0x10 + 3*0x80
		{"one entry takes a bit", []int32{7, 7}, 7, 1, true, []byte{1, 2 << 1, 0}},
	} {
		dirty := bytes.Repeat([]byte{0xEE}, 64) // memory used before
		if got := appendIndices(dirty[:0], c.values, c.base, c.entries, c.same); !bytes.Equal(got, c.want) {
			t.Errorf("%s: %08b, want %08b", c.name, got, c.want)
		}
	}
}

func bytesToInts(b []byte) []int32 {
	v := make([]int32, len(b))
	for i := range b {
		v[i] = int32(b[i])
	}
	return v
}

// TestCount has the library decode the shortcut. Where the last block is full, the library's encoder makes the same
// bytes of the same numbers written out; else it spends bits on the block's unused rest.
func TestCount(t *testing.T) {
	library := new(delta.BinaryPackedEncoding)
	for _, first := range []int64{0, -5, 1 << 40, maxBase, -maxBase} {
		for _, n := range []int{1, 2, 128, 129, 130, 257, 1000} {
			longs := make([]int64, n)
			for i := range longs {
				longs[i] = first + int64(i)
			}
			got := appendCount(nil, first, n)
			if decoded, err := library.DecodeInt64(nil, got); err != nil || !slices.Equal(decoded, longs) {
				t.Errorf("%d rows from %d: %v, %v", n, first, decoded, err)
			}
			want, err := library.EncodeInt64(nil, longs)
			if err != nil {
				t.Fatal(err)
			}
			if (n-1)%128 == 0 && !bytes.Equal(got, want) {
				t.Errorf("%d rows from %d: %x, want %x", n, first, got, want)
			}
		}
	}
}
