package input

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"testing"
)

// TestMemoryStaysSmall unpacks much from little, as a stream and as a file.
func TestMemoryStaysSmall(t *testing.T) {
	useCache(t)
	const size, most = 32 << 20, 6 << 20
	block := rows(1000)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	n := 0
	for ; n < size; n += len(block) {
		w.Write(block)
	}
	w.Close()
	src, err := Memory("large", packed.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	before := heap()
	r, err := src.Reader(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.CopyN(io.Discard, r, size/2); err != nil {
		t.Fatalf("error %v after %d bytes", err, got)
	}
	if grown := heap() - before; grown > most {
		t.Errorf("in the middle of a stream: %d bytes", grown)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := src.Bytes(t.Context())
	if err != nil || len(data) != n {
		t.Fatalf("%d bytes, want %d; error %v", len(data), n, err)
	}
	if grown := heap() - before; grown > most {
		t.Errorf("unpacked: %d bytes", grown)
	}
}

// heap returns how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
