package mmap

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func create(t *testing.T, data []byte) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func mapped(t *testing.T, f *os.File) *Mapping {
	t.Helper()
	m, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return m
}

func TestOpen(t *testing.T) {
	page := os.Getpagesize()
	for _, size := range []int{0, 1, page - 1, page, page + 1, 3*page + 17} {
		data := bytes.Repeat([]byte("geoscan\n"), size)[:size]
		f := create(t, data)
		m := mapped(t, f)
		f.Close() // the mapping stays
		if !bytes.Equal(m.Bytes(), data) {
			t.Errorf("a mapping of %d bytes has %d, or other ones", size, len(m.Bytes()))
		}
	}
}

func TestZeroValue(t *testing.T) {
	var m Mapping
	if len(m.Bytes()) != 0 || m.Close() != nil {
		t.Error("the zero Mapping is not an empty one")
	}
}

func TestOpenErrors(t *testing.T) {
	f := create(t, []byte("x"))
	f.Close()
	if _, err := Open(f); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Open of a closed file: %v", err)
	}
}

var errTest = errors.New("a test's error")

func TestGuardReturnsErrors(t *testing.T) {
	for _, want := range []error{nil, errTest} {
		if err := Guard([]byte("x"), func() error { return want }); err != want {
			t.Errorf("Guard = %v, want %v", err, want)
		}
	}
}

// TestGuardPassesPanics checks that a mistake in the program is not taken for a
// file that was cut.
func TestGuardPassesPanics(t *testing.T) {
	var none *int
	var list []int
	for name, f := range map[string]func(){
		"panic":           func() { panic("a mistake") },
		"error":           func() { panic(errTest) },
		"nil pointer":     func() { *none = 1 },
		"index too large": func() { list[len(os.Args)] = 1 },
	} {
		for _, data := range [][]byte{nil, []byte("x")} {
			if !panics(func() { Guard(data, func() error { f(); return nil }) }) {
				t.Errorf("%s: Guard let no panic pass", name)
			}
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// TestGuardLeavesFaultsToOthers checks that the goroutine is as it was before.
func TestGuardLeavesFaultsToOthers(t *testing.T) {
	for _, before := range []bool{false, true} {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(before))
		Guard(nil, func() error { return nil })
		panics(func() { Guard(nil, func() error { panic("a mistake") }) })
		if now := debug.SetPanicOnFault(before); now != before {
			t.Errorf("SetPanicOnFault is %v after Guard, was %v", now, before)
		}
	}
}
