//go:build unix

package mmap

import (
	"bytes"
	"os"
	"sync"
	"testing"
)

// cut returns a mapping of four pages whose file was cut to none.
func cut(t *testing.T) []byte {
	t.Helper()
	f := create(t, bytes.Repeat([]byte("x"), 4*os.Getpagesize()))
	m := mapped(t, f)
	if err := os.Truncate(f.Name(), 0); err != nil {
		t.Fatal(err)
	}
	return m.Bytes()
}

// touch reads the first, the last, or all of the bytes.
var touches = map[string]func([]byte) byte{
	"first": func(b []byte) byte { return b[0] },
	"last":  func(b []byte) byte { return b[len(b)-1] },
	"count": func(b []byte) byte { return byte(bytes.Count(b, []byte("x"))) },
	"find":  func(b []byte) byte { return byte(bytes.IndexByte(b, 'y')) },
	"copy":  func(b []byte) byte { return bytes.Clone(b)[0] },
}

func TestGuardCatchesFaults(t *testing.T) {
	data := cut(t)
	for name, touch := range touches {
		for _, guarded := range [][]byte{data, nil} {
			err := Guard(guarded, func() error {
				touch(data)
				return nil
			})
			if err != ErrFault {
				t.Errorf("%s: Guard = %v, want %v", name, err, ErrFault)
			}
		}
	}
}

// TestGuardIsForItsData checks that a fault in other memory than the guarded
// one passes.
func TestGuardIsForItsData(t *testing.T) {
	data := cut(t)
	half := len(data) / 2
	for name, f := range map[string]func(){
		"below":     func() { Guard(data[half:], func() error { _ = touches["first"](data); return nil }) },
		"above":     func() { Guard(data[:half], func() error { _ = touches["last"](data); return nil }) },
		"elsewhere": func() { Guard([]byte("x"), func() error { _ = touches["first"](data); return nil }) },
		"empty":     func() { Guard(data[:0], func() error { _ = touches["first"](data); return nil }) },
	} {
		if !panics(f) {
			t.Errorf("%s: Guard let no panic pass", name)
		}
	}
}

// TestGuardInGoroutines has many goroutines fault at a time.
func TestGuardInGoroutines(t *testing.T) {
	data := cut(t)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if err := Guard(data, func() error { touches["find"](data); return nil }); err != ErrFault {
				t.Errorf("Guard = %v, want %v", err, ErrFault)
			}
		})
	}
	wg.Wait()
}
