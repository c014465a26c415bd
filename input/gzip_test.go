package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"
)

// withHeader gives the gzip data of one member another header.
func withHeader(data []byte, flags byte, fields string) []byte {
	h := append([]byte("\x1F\x8B\x08"), flags, 1, 2, 3, 4, 0, 255)
	h = append(h, fields...)
	if flags&2 != 0 {
		h = binary.LittleEndian.AppendUint16(h, uint16(crc32.ChecksumIEEE(h)))
	}
	return append(h, data[10:]...)
}

// TestHeaders reads members with all that a header may hold.
func TestHeaders(t *testing.T) {
	table := rows(100)
	member := gz(table)
	long := strings.Repeat("x", 70_000)
	for _, tt := range []struct {
		flags  byte
		fields string
	}{
		{0, ""},
		{1, ""}, // says that it is text
		{2, ""},
		{4, "\x00\x00"},
		{4, "\x05\x00XY\x01\x00z"},
		{4, "\x05\x00BC\x01\x00z"}, // no block: of another length
		{4, "\x03\x00BC\x02"},      // no block: cut
		{4, "\xFF\xFF" + long[:0xFFFF]},
		{8, "name\x00"},
		{8, long + "\x00"},
		{16, "comment\x00"},
		{8 | 16, "\x00\x00"},
		{31, "\x01\x00xname\x00" + long + "\x00"},
	} {
		data := withHeader(member, tt.flags, tt.fields)
		src, err := Memory("header", join(data, data))
		if got, err := readAny(t.Context(), src, err); err != nil || !bytes.Equal(got, join(table, table)) {
			t.Errorf("flags %#x, %.20q: %d bytes, want %d; error %v", tt.flags, tt.fields, len(got), 2*len(table), err)
		}
		for n := 2; n < len(data)-len(member)+12; n += 1 + n/50 {
			src, err := Memory("header", join(member, data[:n]))
			if _, err := readAny(t.Context(), src, err); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("flags %#x, %.20q, cut to %d bytes: error %v", tt.flags, tt.fields, n, err)
			}
		}
	}
	for name, data := range map[string][]byte{
		"unknown flag":    withHeader(member, 32, ""),
		"unknown method":  join([]byte("\x1F\x8B\x09"), member[3:]),
		"header checksum": join([]byte("\x1F\x8B\x08\x02\x00\x00\x00\x00\x00\x00\x12\x34"), member[10:]),
	} {
		src, err := Memory("header", data)
		if _, err := readAny(t.Context(), src, err); !errors.Is(err, errHeader) {
			t.Errorf("%s: error %v, want %v", name, err, errHeader)
		}
	}
}

// TestTinyMembers reads many members that end long before what was read ahead.
func TestTinyMembers(t *testing.T) {
	var table, data []byte
	for i := range 2000 {
		row := rows(i%5 + 1)
		table = append(table, row...)
		data = append(data, gz(row)...)
		data = append(data, make([]byte, i%3)...)
	}
	src, err := Memory("tiny", data)
	if got, err := readAny(t.Context(), src, err); err != nil || !bytes.Equal(got, table) {
		t.Errorf("%d bytes, want %d; error %v", len(got), len(table), err)
	}
}
