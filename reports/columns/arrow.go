package columns

import (
	"encoding/base64"
	"encoding/binary"

	flatbuffers "github.com/google/flatbuffers/go"
)

// Numbers of the Arrow columnar format, Message.fbs and Schema.fbs.
const (
	arrowV5            = 4 // MetadataVersion
	arrowHeaderSchema  = 1 // MessageHeader
	arrowInt           = 2 // Type, and the rest likewise
	arrowFloat         = 3
	arrowUtf8          = 5
	arrowDoublePrecise = 2 // Precision of FloatingPoint
)

// arrowSchema is the value of the key ARROW:schema: the Arrow IPC message that declares the columns, in base64.
// pyarrow shows only the metadata found in here and hides the file's own, hence meta is repeated.
func arrowSchema(cols []Column, meta []KeyValue) string {
	b := flatbuffers.NewBuilder(4096)
	fields := make([]flatbuffers.UOffsetT, len(cols))
	for i, c := range cols {
		fields[i] = arrowField(b, c, int64(i))
	}
	fieldVector := b.CreateVectorOfTables(fields)
	metaVector := arrowMetadata(b, meta)

	b.StartObject(4) // Schema: endianness, fields, custom_metadata, features
	b.PrependUOffsetTSlot(1, fieldVector, 0)
	b.PrependUOffsetTSlot(2, metaVector, 0)
	schema := b.EndObject()

	b.StartObject(5) // Message: version, header_type, header, bodyLength, custom_metadata
	b.PrependInt16Slot(0, arrowV5, 0)
	b.PrependByteSlot(1, arrowHeaderSchema, 0)
	b.PrependUOffsetTSlot(2, schema, 0)
	b.Finish(b.EndObject())

	return base64.StdEncoding.EncodeToString(arrowMessage(b.FinishedBytes()))
}

// arrowMessage frames a flatbuffer: a continuation mark, its length, itself, padded to eight bytes.
func arrowMessage(body []byte) []byte {
	padded := (len(body) + 7) &^ 7
	message := binary.LittleEndian.AppendUint32(nil, 0xFFFFFFFF)
	message = binary.LittleEndian.AppendUint32(message, uint32(padded))
	message = append(message, body...)
	return append(message, make([]byte, padded-len(body))...)
}

// arrowField declares a column. An enum is a utf8 field with a dictionary of 32-bit indices, of which id is the number.
func arrowField(b *flatbuffers.Builder, c Column, id int64) flatbuffers.UOffsetT {
	name := b.CreateString(c.Name)
	var notes []KeyValue
	if c.Unit != "" {
		notes = append(notes, KeyValue{"unit", c.Unit})
	}
	if c.Doc != "" {
		notes = append(notes, KeyValue{"description", c.Doc})
	}
	metaVector := arrowMetadata(b, notes)
	children := b.CreateVectorOfTables(nil)

	var number byte
	var kind, dictionary flatbuffers.UOffsetT
	switch c.Kind {
	case Int32:
		number, kind = arrowInt, arrowInteger(b, 32)
	case Int64:
		number, kind = arrowInt, arrowInteger(b, 64)
	case Float64:
		b.StartObject(1) // FloatingPoint: precision
		b.PrependInt16Slot(0, arrowDoublePrecise, 0)
		number, kind = arrowFloat, b.EndObject()
	case String, Enum:
		b.StartObject(0)
		number, kind = arrowUtf8, b.EndObject()
	}
	if c.Kind == Enum {
		index := arrowInteger(b, 32)
		b.StartObject(4) // DictionaryEncoding: id, indexType, isOrdered, dictionaryKind
		b.PrependInt64Slot(0, id, 0)
		b.PrependUOffsetTSlot(1, index, 0)
		dictionary = b.EndObject()
	}

	b.StartObject(7) // Field: name, nullable, type_type, type, dictionary, children, custom_metadata
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependByteSlot(2, number, 0)
	b.PrependUOffsetTSlot(3, kind, 0)
	b.PrependUOffsetTSlot(4, dictionary, 0)
	b.PrependUOffsetTSlot(5, children, 0)
	b.PrependUOffsetTSlot(6, metaVector, 0)
	return b.EndObject()
}

func arrowInteger(b *flatbuffers.Builder, bits int32) flatbuffers.UOffsetT {
	b.StartObject(2) // Int: bitWidth, is_signed
	b.PrependInt32Slot(0, bits, 0)
	b.PrependBoolSlot(1, true, false)
	return b.EndObject()
}

func arrowMetadata(b *flatbuffers.Builder, meta []KeyValue) flatbuffers.UOffsetT {
	pairs := make([]flatbuffers.UOffsetT, len(meta))
	for i, kv := range meta {
		key, value := b.CreateString(kv.Key), b.CreateString(kv.Value)
		b.StartObject(2) // KeyValue: key, value
		b.PrependUOffsetTSlot(0, key, 0)
		b.PrependUOffsetTSlot(1, value, 0)
		pairs[i] = b.EndObject()
	}
	return b.CreateVectorOfTables(pairs)
}
