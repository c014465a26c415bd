package strategytest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"geoscan"
	"geoscan/input"
)

// fileTrial is large enough that a file's end is far away when its first row
// is emitted.
func fileTrial(t testing.TB) trial {
	schema := peaks()
	var b bytes.Buffer
	for i := range 15_000 {
		fmt.Fprintf(&b, "%d\tname of a place\t%d\ttag that makes it longer\n", i, i%9)
	}
	suits := compile(t, schema, nil, question{cols: []int{0}})
	return trial{"file", b.Bytes(), schema, suits}
}

// checkCutFile changes a file's size while it is scanned, which no strategy may
// survive silently, or die of.
func checkCutFile(t *testing.T, s geoscan.Strategy) {
	if runtime.GOOS == "windows" {
		t.Skip("this system does not cut files that are mapped")
	}
	tr := fileTrial(t)
	size := int64(len(tr.data))
	for _, opt := range []geoscan.Options{{DOP: 1, ChunkSize: 4096}, {DOP: 2}, {DOP: 7, ChunkSize: 1000}} {
		for _, left := range []int64{0, 1, size / 2, size - 100, size - 1} {
			f := newFile(t, tr.data)
			cut := func() error { return os.Truncate(f, left) }
			if got := tr.scanFile(t, s, f, opt, func() error { return nil }, cut); got.err == nil {
				t.Errorf("%+v: a file that was cut to %d bytes while it was scanned gave %d rows and no error", opt, left, len(got.rows))
			}
			f = newFile(t, tr.data)
			cut = func() error { return os.Truncate(f, left) }
			if got := tr.scanFile(t, s, f, opt, cut, func() error { return nil }); got.err == nil {
				t.Errorf("%+v: a file that was cut to %d bytes before it was scanned gave %d rows and no error", opt, left, len(got.rows))
			}
		}
		f := newFile(t, tr.data)
		grow := func() error { return appendTo(f, tr.data) }
		got := tr.scanFile(t, s, f, opt, func() error { return nil }, grow)
		if msg := got.check(tr.wants()[0], len(tr.data)); msg != "" {
			t.Errorf("%+v: a file that grew while it was scanned: %s", opt, msg)
		}
	}
}

func newFile(t testing.TB, data []byte) string {
	name := filepath.Join(t.TempDir(), "source.txt")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func appendTo(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(data)
	return err
}

// scanFile scans a file. between is called when it is open, and first at the
// first row.
func (tr trial) scanFile(t testing.TB, s geoscan.Strategy, name string, opt geoscan.Options, between, first func() error) outcome {
	t.Helper()
	src, err := input.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	tab, err := s.Open(context.Background(), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	if err := between(); err != nil {
		t.Fatal(err)
	}
	return scan(context.Background(), tab, tr.suits[0].query, opt, func(i int) error {
		if i == 0 {
			return first()
		}
		return nil
	})
}
