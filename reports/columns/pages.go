package columns

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// page is a page of a file. Its memory is used again when it is filled again.
type page struct {
	header bytes.Buffer
	raw    []byte // the encoded values
	packed []byte // raw, compressed; unused where there is no codec
	body   []byte // what follows the header: raw or packed
}

func (p *page) size() int             { return p.header.Len() + len(p.body) }
func (p *page) uncompressedSize() int { return p.header.Len() + len(p.raw) }

// finish compresses raw, unless codec is nil, and writes the header, of which only the sizes are missing.
func (p *page) finish(codec compress.Codec, header format.PageHeader) (err error) {
	if len(p.raw) > math.MaxInt32 {
		return fmt.Errorf("a page of %d bytes is too large for Parquet: use smaller row groups", len(p.raw))
	}
	p.body = p.raw
	if codec != nil {
		if p.packed, err = codec.Encode(p.packed[:cap(p.packed)], p.raw); err != nil {
			return err
		}
		p.body = p.packed
	}
	header.UncompressedPageSize = int32(len(p.raw))
	header.CompressedPageSize = int32(len(p.body))
	p.header.Reset()
	return thrift.NewEncoder(protocol.NewWriter(&p.header)).Encode(&header)
}

var protocol thrift.CompactProtocol

func (p *page) finishData(codec compress.Codec, rows int, encoding format.Encoding) error {
	return p.finish(codec, format.PageHeader{
		Type: format.DataPage,
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(rows), Encoding: encoding,
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE, // there are none
		}),
	})
}

func (p *page) finishDictionary(codec compress.Codec, entries int) error {
	return p.finish(codec, format.PageHeader{
		Type:                 format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(entries), Encoding: format.Plain}),
	})
}

// maxPacked is the largest dictionary that appendIndices can point into: 8 indices must fit in 64 bits.
const maxPacked = 256

// indexWidth is how many bits an index into a dictionary takes. One entry takes a bit too: readers disagree on none.
func indexWidth(entries int) int { return max(1, bits.Len(uint(entries-1))) }

// appendIndices appends the data of an RLE_DICTIONARY page: the indices values[i] - base, each in 0..entries-1, for at
// most maxPacked entries. They make one run, repeated if all are the same and bit-packed if not: short runs between
// packed ones would cost more time than they save bytes.
func appendIndices(dst []byte, values []int32, base int32, entries int, same bool) []byte {
	width := indexWidth(entries)
	dst = append(dst, byte(width))
	if same {
		dst = binary.AppendUvarint(dst, uint64(len(values))<<1)
		return append(dst, byte(values[0]-base))
	}
	groups := (len(values) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)

	// With m = 2^width a group of eight is the sum of (v[i]-base) * m^i. Modulo 2^64 the base may as well be taken
	// from the sum, once, and multiplying is faster than shifting by a variable.
	m := uint64(1) << width
	m2, m4 := m*m, m*m*m*m
	bias := uint64(int64(base)) * (1 + m) * (1 + m2) * (1 + m4)
	pack := func(v *[8]int32) uint64 {
		low := wide(v[0]) + wide(v[1])*m + (wide(v[2])+wide(v[3])*m)*m2
		high := wide(v[4]) + wide(v[5])*m + (wide(v[6])+wide(v[7])*m)*m2
		return low + high*m4 - bias
	}
	// Eight bytes are written for each group, of which the next group overwrites what is too many.
	start := len(dst)
	end := start + groups*width
	dst = append(dst, make([]byte, groups*width+8)...)
	at := start
	for ; len(values) >= 8; values = values[8:] {
		binary.LittleEndian.PutUint64(dst[at:], pack((*[8]int32)(values)))
		at += width
	}
	if len(values) > 0 {
		last := [8]int32{base, base, base, base, base, base, base, base}
		copy(last[:], values)
		binary.LittleEndian.PutUint64(dst[at:], pack(&last))
	}
	return dst[:end]
}

func wide(v int32) uint64 { return uint64(int64(v)) }

// appendCount appends the data of a DELTA_BINARY_PACKED page that holds first, first+1, ... for n > 0 rows: blocks of
// 128 deltas that all are the least one, which leaves four miniblocks of width 0.
func appendCount(dst []byte, first int64, n int) []byte {
	dst = binary.AppendUvarint(dst, 128)
	dst = binary.AppendUvarint(dst, 4)
	dst = binary.AppendUvarint(dst, uint64(n))
	dst = binary.AppendVarint(dst, first)
	for range (n - 1 + 127) / 128 {
		dst = append(binary.AppendVarint(dst, 1), 0, 0, 0, 0)
	}
	return dst
}

// appendText appends a string in the PLAIN encoding: its length, then its bytes.
func appendText(b []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(text))), text...)
}
