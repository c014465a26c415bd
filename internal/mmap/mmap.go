// Package mmap maps files and turns the fault of a mapping that lost its file
// into an error.
package mmap

import (
	"errors"
	"os"
	"runtime/debug"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// ErrFault says that mapped bytes could not be read: the file was cut while it
// was in use, or its medium failed.
var ErrFault = errors.New("mapped bytes can't be read: the file was cut short or its medium failed")

// A Mapping is a file's content as bytes. The zero value is empty.
type Mapping struct{ m mmap.MMap }

// Open maps all of f, read-only; f may be closed afterwards. An empty file,
// which no system maps, gives an empty mapping.
func Open(f *os.File) (*Mapping, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.Size() == 0 {
		return &Mapping{}, nil
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	return &Mapping{m}, nil
}

// Bytes returns the content, read-only, valid until Close.
func (m *Mapping) Bytes() []byte { return m.m }

// Close ends the mapping. Its bytes must not be touched any more.
func (m *Mapping) Close() error {
	if m.m == nil {
		return nil
	}
	return m.m.Unmap()
}

// Guard runs f, which may read data, and returns its error, or ErrFault if
// reading data faulted; with nil for data, if reading anything did. It covers
// the calling goroutine alone, so each goroutine that reads a mapping needs its
// own. Other panics pass.
func Guard(data []byte, f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if !faultIn(data, r) {
				panic(r)
			}
			err = ErrFault
		}
	}()
	return f()
}

// faultIn reports whether the panic r is a memory fault at an address of data.
func faultIn(data []byte, r any) bool {
	fault, ok := r.(interface{ Addr() uintptr })
	if !ok || data == nil {
		return ok
	}
	start := uintptr(unsafe.Pointer(unsafe.SliceData(data)))
	return fault.Addr()-start < uintptr(len(data))
}
