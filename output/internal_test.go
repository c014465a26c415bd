package output

import (
	"bytes"
	"io"
	"testing"

	"geoscan/geonames"
	"geoscan/query"
)

// A row of many megabytes does not leave a Writer with a buffer as large.
func TestBufferShrinks(t *testing.T) {
	enc, err := NewEncoder(TSV, geonames.Schema(), []int{1}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := NewWriter(io.Discard, enc)
	for _, size := range []int{100, 200 << 10, 5 << 20, 100} {
		if err := out.Row(query.Row{Fields: [][]byte{bytes.Repeat([]byte("x"), size)}}); err != nil {
			t.Fatal(err)
		}
		if cap(out.buf) > 1<<20 {
			t.Errorf("after a row of %d bytes the buffer has %d", size, cap(out.buf))
		}
	}
}
