package bench

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// noisyResults draws runs the way a shared machine makes them: a floor, a long
// tail upwards, now and then an outlier.
func noisyResults(rnd *rand.Rand, cells, runs int, factor float64) *Results {
	res := &Results{Schema: SchemaVersion, Plan: Plan{Strategies: []string{"threads"}, Sizes: []int{1}, Caches: []Cache{Warm}},
		Files: []File{{Name: "x", Times: 1, SizeBytes: 1e9}}}
	for dop := 1; dop <= cells; dop++ {
		res.Plan.DOPs = append(res.Plan.DOPs, dop)
		for run := 1; run <= runs; run++ {
			s := factor * (1 + 0.02*rnd.ExpFloat64()) / float64(dop)
			cpu := s * float64(dop)
			if rnd.IntN(20) == 0 {
				s *= 1.5
			}
			res.Measurements = append(res.Measurements, Measurement{Strategy: "threads", DOP: dop, Times: 1, Cache: Warm,
				Run: run, ScanSeconds: []float64{s}, TotalSeconds: s, Usage: Usage{UserSeconds: cpu}})
		}
	}
	return res
}

func anyNamed(changes []Change) bool {
	for _, c := range changes {
		if c.Wall.Named() || c.CPU.Named() {
			return true
		}
	}
	return false
}

func TestCompareFindsNoDifference(t *testing.T) {
	for _, cells := range []int{1, 16} {
		rnd := rand.New(rand.NewPCG(11, uint64(cells)))
		same := 0
		for range 20 {
			if !anyNamed(CompareResults(noisyResults(rnd, cells, 10, 1), noisyResults(rnd, cells, 10, 1))) {
				same++
			}
		}
		if same < 18 {
			t.Errorf("%d combinations: no difference in %d of 20 tries", cells, same)
		}
	}
}

func TestCompareFindsSlowdown(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 12))
	found := 0
	for range 20 {
		c := CompareResults(noisyResults(rnd, 1, 10, 1), noisyResults(rnd, 1, 10, 1.1))[0]
		for _, s := range []Shift{c.Wall, c.CPU} {
			if s.Named() && s.Ratio() > 1.05 && strings.HasSuffix(s.Verdict(), "more") {
				found++
			}
		}
	}
	if found < 38 {
		t.Errorf("a slow-down of 10 %% is found in %d of 2 x 20 tries", found)
	}
}

func TestCompareMatchesBySize(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 13))
	a, b := noisyResults(rnd, 1, 5, 1), noisyResults(rnd, 1, 5, 1)
	b.Files[0].SizeBytes++
	if c := CompareResults(a, b); len(c) != 0 {
		t.Errorf("files of different sizes were compared: %+v", c)
	}
}

func TestHolm(t *testing.T) {
	list := []*Shift{{P: 0.04}, {P: 0.001}, {P: 0.02}, {P: 0.5}}
	holm(list) // bounds: 0.0125 0.0167 …; 0.001 passes, 0.02 does not, so neither does 0.04
	for i, want := range []bool{false, true, false, false} {
		if list[i].Significant != want {
			t.Errorf("p=%v: significant %v", list[i].P, list[i].Significant)
		}
	}
}

func TestNamed(t *testing.T) {
	at := func(m, spread float64) Estimate {
		return Estimate{N: 10, Median: m, Quart1: m * (1 - spread/2), Quart3: m * (1 + spread/2)}
	}
	tests := []struct {
		name string
		s    Shift
		want bool
	}{
		{"clear", Shift{Old: at(1, 0.02), New: at(1.1, 0.02), Significant: true}, true},
		{"not significant", Shift{Old: at(1, 0.02), New: at(1.1, 0.02)}, false},
		{"on a busy machine", Shift{Old: at(1, 0.02), New: at(1.1, 0.02), Significant: true, Noise: 0.2}, false},
		{"within the spread", Shift{Old: at(1, 0.02), New: at(1.1, 0.2), Significant: true}, false},
		{"as the roof", Shift{Old: at(1, 0.02), New: at(1.1, 0.02), Significant: true, Roof: 1.2}, false},
		{"as the roof, the other way", Shift{Old: at(1, 0.02), New: at(1.1, 0.02), Significant: true, Roof: 0.8}, false},
		{"more than the roof", Shift{Old: at(1, 0.02), New: at(1.1, 0.02), Significant: true, Roof: 1.02}, true},
	}
	for _, tt := range tests {
		if got := tt.s.Named(); got != tt.want {
			t.Errorf("%s: Named = %v", tt.name, got)
		}
	}
}

// A roof that got slower by as much shows that the machine did it.
func TestRoofIsTheControl(t *testing.T) {
	withRoof := func(seed uint64, factor, roof float64) *Results {
		rnd := rand.New(rand.NewPCG(seed, seed))
		res := noisyResults(rnd, 1, 10, factor)
		r := noisyResults(rnd, 1, 10, roof)
		for _, m := range r.Measurements {
			m.Strategy = RoofName
			res.Measurements = append(res.Measurements, m)
		}
		res.Plan.Strategies = append(res.Plan.Strategies, RoofName)
		return res
	}
	for roof, want := range map[float64]bool{1: true, 1.3: false} {
		c := CompareResults(withRoof(1, 1, 1), withRoof(2, 1.1, roof))
		if len(c) != 2 || c[0].Wall.Named() != want {
			t.Errorf("roof %v: named %v, want %v: %+v", roof, c[0].Wall.Named(), want, c)
		}
	}
}

func TestTooFewRuns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 15))
	compare := func(cells, runs int) []string {
		return tooFew(CompareResults(noisyResults(rnd, cells, runs, 1), noisyResults(rnd, cells, runs, 1)))
	}
	// 5+5 runs: 2/252 = 0.0079, which 0.05/6 = 0.0083 still admits.
	if n := compare(3, 5); len(n) != 0 {
		t.Errorf("6 comparisons of 5 runs: %q", n)
	}
	if n := compare(4, 5); len(n) != 1 {
		t.Errorf("8 comparisons of 5 runs: %q", n)
	}
	if n := compare(50, 10); len(n) != 0 {
		t.Errorf("100 comparisons of 10 runs: %q", n)
	}
}

func TestWriteComparison(t *testing.T) {
	rnd := rand.New(rand.NewPCG(14, 14))
	a, b := noisyResults(rnd, 2, 10, 1), noisyResults(rnd, 2, 10, 1.3)
	b.Measurements[0].Queries++ // its CPU time is of something else
	a.Machine.GoVersion, b.Machine.GoVersion = "go1.26.1", "go1.26.2"
	var buf bytes.Buffer
	if err := WriteComparison(&buf, a, b); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.golden", buf.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
	}
}
