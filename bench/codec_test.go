package bench

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResultsReadBack(t *testing.T) {
	r := fakeRun("naive", "threads", "roof")
	r.Peers = []PeerTool{{Peer: Peer{Name: "gone", Missing: "not on PATH"}}}
	res := run(t, r)
	res.Machine = ReadMachine()
	path := filepath.Join(t.TempDir(), "results.json")
	if err := res.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(res, got); diff != "" {
		t.Errorf("read back (-written +read):\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) != 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestResultsHoldOnlyNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		res := &Results{Schema: SchemaVersion, Measurements: []Measurement{{TotalSeconds: bad}}}
		path := filepath.Join(t.TempDir(), "results.json")
		os.WriteFile(path, []byte("old"), 0o644)
		if err := res.WriteFile(path); err == nil {
			t.Errorf("%v was written", bad)
		}
		if b, _ := os.ReadFile(path); string(b) != "old" {
			t.Errorf("%v: the old file is %q", bad, b)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]error{
		`{"schema":99}`: ErrSchema, `{}`: ErrSchema, `{"schema":1,"measurements":3}`: nil, `[]`: nil, ``: nil, `{"schema":1}{`: nil,
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("Read(%q) = %v, want %v", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var buf bytes.Buffer
	(&Results{Schema: 1, Plan: Plan{Strategies: []string{"a"}, DOPs: []int{1}, Sizes: []int{1}, Caches: []Cache{Warm}},
		Measurements: []Measurement{{Strategy: "a", DOP: 1, Times: 1, Cache: Warm, ScanSeconds: []float64{1}}}}).Write(&buf)
	f.Add(buf.Bytes())
	f.Add([]byte(`{"schema":1,"plan":{"dops":[1]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		res, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		// Whatever a file holds, it can be summed up and shown.
		Summarize(res)
		if err := res.WriteTables(&bytes.Buffer{}); err != nil {
			t.Error(err)
		}
		if err := res.WriteText(&bytes.Buffer{}); err != nil {
			t.Error(err)
		}
	})
}
