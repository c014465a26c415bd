package bench

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestSizeText(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0B", 1: "1B", 999: "999B", 1000: "1kB", 1500: "1.5kB", 999_499: "999kB", 999_500: "1MB", 400_000_000: "400MB",
		1_000_000_000: "1GB", 1_580_000_000: "1.58GB", 15_849_000_000: "15.8GB", 99_960_000: "100MB", 1 << 62: "4.61EB",
	} {
		if got := SizeText(bytes); got != want {
			t.Errorf("SizeText(%d) = %q, want %q", bytes, got, want)
		}
	}
}

// TestTextIsRead reads the text back with the package that benchstat uses.
func TestTextIsRead(t *testing.T) {
	r := fakeRun("naive", "helper", "threads", "roof")
	r.Measure = planted("helper", func(m *Measurement) { m.Digest = "xxh64:bad" })
	res := run(t, r)
	res.Machine = Machine{OS: "linux", Arch: "amd64", CPUModel: "A CPU\nwith a line break", GoVersion: "go1.26"}
	var buf bytes.Buffer
	if err := res.WriteText(&buf); err != nil {
		t.Fatal(err)
	}
	reader := benchfmt.NewReader(&buf, "text")
	found := map[string]int{}
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("not a result: %v", reader.Result())
		}
		found[result.Name.String()]++
		checkText(t, result)
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	if len(found) != 3*2*2 {
		t.Errorf("%d names: %v", len(found), found)
	}
	if n := found["Scan/strategy=threads/dop=2/size=3kB/cache=warm"]; n != MinRuns {
		t.Errorf("threads at dop 2 on 3kB has %d runs: %v", n, found)
	}
	for name := range found {
		if strings.Contains(name, "helper") {
			t.Errorf("figures of a void contestant: %s", name)
		}
	}
}

func checkText(t *testing.T, r *benchfmt.Result) {
	t.Helper()
	if cpu := r.GetConfig("cpu"); cpu != "A CPU with a line break" {
		t.Errorf("cpu: %q", cpu)
	}
	if r.Name.String() != "Scan/strategy=threads/dop=2/size=3kB/cache=warm" {
		return
	}
	// fakeMeasure: 0.01 s to prepare and 1.5 s to scan 3000 bytes.
	for unit, want := range map[string]float64{"sec/op": 1.51, "B/s": 3000 / 1.51, "later-sec/op": 0.75, "prepare-sec/op": 0.01} {
		if got, ok := r.Value(unit); !ok || math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s: %s = %v, %v; want %v", r.Name, unit, got, ok, want)
		}
	}
}
