package input

import (
	"io"
	"math/bits"
	"sync/atomic"

	"geoscan"
)

// Progress returns how many bytes of src's medium have been dealt with once
// scanned bytes of its content have: of a compressed file those that were read of
// it, of all else scanned. It may be called at any time before Close.
func Progress(src geoscan.Source, scanned int64) int64 {
	if p, ok := src.(*packed); ok {
		return p.meter.progress(scanned)
	}
	return scanned
}

// A meter counts what is read of a medium.
type meter struct {
	size    int64 // of the medium, -1 if unknown
	read    atomic.Int64
	content atomic.Int64 // its size, where it was found unpacked; else 0
}

func newMeter(size int64) *meter { return &meter{size: size} }

// progress does not go beyond the size of the medium, of which parts may be read
// several times.
func (m *meter) progress(scanned int64) int64 {
	switch content := m.content.Load(); {
	case m.size < 0:
		return m.read.Load()
	case content == 0:
		return min(m.size, m.read.Load())
	default:
		hi, lo := bits.Mul64(uint64(m.size), uint64(min(scanned, content)))
		part, _ := bits.Div64(hi, lo, uint64(content))
		return int64(part)
	}
}

// A meteredReader counts the bytes that are read.
type meteredReader struct {
	io.ReadCloser
	m *meter
}

func (r meteredReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.m.read.Add(int64(n))
	return n, err
}

// A meteredReaderAt counts the bytes that are read.
type meteredReaderAt struct {
	geoscan.SizedReaderAt
	m *meter
}

func (r meteredReaderAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.SizedReaderAt.ReadAt(p, off)
	r.m.read.Add(int64(n))
	return n, err
}
