package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// All readers find the same in a small workbook: compare fails if not.
func TestReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "small.xlsx")
	if err := generate(path, shape{3, 50, 19}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{"read", "-runs", "1", path}, &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 5 {
		t.Errorf("%d lines, want 5:\n%s", n, &out)
	}
	found, err := readGeoscan(path, 2)
	if err != nil || found.cells < 3*50*19/2 || found.cells > 3*50*19 {
		t.Errorf("%+v, error %v", found, err)
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"gen", "tiny", "x"}, {"read"}, {"read", "-only", "nobody", "x"}, {"read", "missing"}} {
		if err := run(args, new(strings.Builder)); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
