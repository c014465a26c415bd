package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"geoscan/bench"
)

var update = flag.Bool("update", false, "rewrite the files under testdata")

// golden compares got with the file of that name under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-want +got); go test -update rewrites it:\n%s", path, cmp.Diff(string(want), string(got)))
	}
}

// read returns a results file from testdata.
func read(t testing.TB, name string) *bench.Results {
	t.Helper()
	r, err := bench.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The results files under testdata are what synthetic worlds give.
func TestSyntheticFiles(t *testing.T) {
	for name, w := range files() {
		var b bytes.Buffer
		if err := w.results().Write(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}
