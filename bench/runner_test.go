package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fakeCache pretends; cold says whether it can evict.
type fakeCache struct {
	cold  bool
	share float64
	calls []string
}

func (c *fakeCache) Warm(string) (float64, error) {
	c.calls = append(c.calls, "warm")
	return c.share, nil
}
func (c *fakeCache) Touched(string) { c.calls = append(c.calls, "touched") }
func (c *fakeCache) Evict(string) (float64, error) {
	c.calls = append(c.calls, "evict")
	if !c.cold {
		return 1, fmt.Errorf("%w (it lies in memory)", ErrNoEviction)
	}
	return 0, nil
}

// fakeRun is a runner whose measurements are made up: 100 records and 4 rows a
// copy, times by a law.
func fakeRun(strategies ...string) *Runner {
	r := &Runner{
		Plan: Plan{Strategies: strategies, DOPs: []int{1, 2}, Sizes: []int{1, 3}, Caches: []Cache{Warm},
			Runs: MinRuns, Queries: 2},
		Seed:  7,
		Cache: &fakeCache{cold: true, share: 1},
		Inputs: []Input{
			{Path: "/x1", File: File{Name: "x", Times: 1, SizeBytes: 1000, Records: 100}},
			{Path: "/x3", File: File{Name: "x", Times: 3, SizeBytes: 3000, Records: 300}},
		},
		Measure: fakeMeasure,
	}
	for _, name := range strategies {
		r.Contestants = append(r.Contestants, Contestant{Name: name, Parallel: true})
	}
	return r
}

func fakeMeasure(_ context.Context, job Job) (Measurement, error) {
	times := int64(1)
	if job.Path == "/x3" {
		times = 3
	}
	s := float64(times) / float64(job.DOP)
	m := Measurement{PrepareSeconds: 0.01, ScanSeconds: []float64{s, s / 2}, TotalSeconds: 0.01 + 1.5*s, ProcessSeconds: 2 * s,
		Bytes: 1000 * times, Records: 100 * times, Rows: 4 * times, Digest: fmt.Sprintf("xxh64:good%d", times)}
	if job.Strategy == RoofName {
		m.Records, m.Rows, m.Digest = 0, 0, ""
	}
	return m, nil
}

// run runs r and returns its results.
func run(t *testing.T, r *Runner) *Results {
	t.Helper()
	res := &Results{Schema: SchemaVersion}
	if err := r.Run(t.Context(), res); err != nil {
		t.Fatal(err)
	}
	return res
}

func TestRunnerMakesThePlan(t *testing.T) {
	r := fakeRun("naive", "threads", "roof")
	res := run(t, r)
	if !res.Complete || len(res.Measurements) != 3*2*2*(MinRuns+1) {
		t.Fatalf("complete %v, %d measurements", res.Complete, len(res.Measurements))
	}
	perRound := 3 * 2 * 2
	for i := range res.Measurements {
		m := &res.Measurements[i]
		if m.Order != i || m.Run != i/perRound || m.WarmUp != (m.Run == 0) || m.ResidentShare != 1 {
			t.Errorf("measurement %d: %+v", i, m)
		}
		if m.Void != "" || m.Error != "" {
			t.Errorf("measurement %d is void: %s%s", i, m.Void, m.Error)
		}
	}
	for _, k := range planKeys(r.Plan) {
		if n := len(countedRuns(res)[k]); n != MinRuns {
			t.Errorf("%v: %d counted runs", k, n)
		}
	}
}

func TestRunnerOrder(t *testing.T) {
	order := func(seed uint64) (keys []Key) {
		r := fakeRun("naive", "threads", "roof")
		r.Seed = seed
		for _, m := range run(t, r).Measurements {
			keys = append(keys, m.Key())
		}
		return keys
	}
	a, again, b := order(1), order(1), order(2)
	if !slices.Equal(a, again) {
		t.Error("the same seed gives two orders")
	}
	if slices.Equal(a, b) {
		t.Error("two seeds give the same order")
	}
	if slices.Equal(a[:12], a[12:24]) {
		t.Error("two rounds have the same order")
	}
}

// planted makes one strategy misbehave.
func planted(name string, spoil func(m *Measurement)) Measure {
	return func(ctx context.Context, job Job) (Measurement, error) {
		m, err := fakeMeasure(ctx, job)
		if job.Strategy == name {
			spoil(&m)
		}
		return m, err
	}
}

func TestRunnerVoidsTheLiar(t *testing.T) {
	flip := 0
	tests := []struct {
		name  string
		spoil func(m *Measurement)
		why   string
	}{
		{"a wrong row", func(m *Measurement) { m.Digest = "xxh64:bad" }, "differ from those of 2 others"},
		{"a lost row", func(m *Measurement) { m.Rows--; m.Digest = "xxh64:less" }, "differ from those of 2 others"},
		{"wrong on the large file only", func(m *Measurement) {
			if m.Bytes == 3000 {
				m.Digest = "xxh64:bad"
			}
		}, "on 3 x the file"},
		{"now and then", func(m *Measurement) {
			if flip++; flip%5 == 0 {
				m.Digest = "xxh64:bad"
			}
		}, "different answers"},
	}
	for _, tt := range tests {
		r := fakeRun("naive", "helper", "threads", "roof")
		r.Measure = planted("threads", tt.spoil)
		res := run(t, r)
		for _, c := range res.Contestants {
			if void := c.Void != ""; void != (c.Name == "threads") {
				t.Errorf("%s: %s void: %q", tt.name, c.Name, c.Void)
			} else if void && !strings.Contains(c.Void, tt.why) {
				t.Errorf("%s: reason %q does not say %q", tt.name, c.Void, tt.why)
			}
		}
		s := Summarize(res)
		for _, c := range s.Cells {
			if c.Strategy == "threads" {
				t.Errorf("%s: figures of a void contestant: %+v", tt.name, c.Key)
			}
		}
		if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], "threads is VOID") {
			t.Errorf("%s: not loud: %q", tt.name, s.Warnings)
		}
	}
}

func TestRunnerTrustsNobodyInATie(t *testing.T) {
	r := fakeRun("naive", "threads")
	r.Measure = planted("threads", func(m *Measurement) { m.Digest = "xxh64:bad" })
	for _, c := range run(t, r).Contestants {
		if !strings.Contains(c.Void, "no answer has a majority") {
			t.Errorf("%s: void %q", c.Name, c.Void)
		}
	}
}

func TestRunnerVoidsShortRuns(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(m *Measurement)
		why   string
	}{
		{"records", func(m *Measurement) { m.Records-- }, "records of"},
		{"bytes", func(m *Measurement) { m.Bytes-- }, "bytes of"},
	}
	for _, tt := range tests {
		r := fakeRun("naive", "helper", "threads")
		r.Measure = planted("threads", tt.spoil)
		for _, m := range run(t, r).Measurements {
			if void := m.Void != ""; void != (m.Strategy == "threads") {
				t.Errorf("%s: %s void: %q", tt.name, m.Strategy, m.Void)
			} else if void && !strings.Contains(m.Void, tt.why) {
				t.Errorf("%s: reason %q", tt.name, m.Void)
			}
		}
	}
}

// A byte order mark is part of the file, but strategies do not count it.
func TestRunnerAcceptsMarks(t *testing.T) {
	for bytes, want := range map[int64]bool{1000: true, 997: true, 998: false} {
		r := fakeRun("naive", "threads")
		r.Plan.Sizes = []int{1}
		r.Inputs[0].mark = 3
		r.Measure = planted("threads", func(m *Measurement) { m.Bytes = bytes })
		for _, m := range run(t, r).Measurements {
			if ok := m.Void == ""; m.Strategy == "threads" && ok != want {
				t.Errorf("%d bytes of 1000: void %q", bytes, m.Void)
			}
		}
	}
}

// All contestants may lose the same rows of a concatenation: then only the
// number of rows in one copy tells.
func TestRunnerWantsTimesTheRows(t *testing.T) {
	for _, sizes := range [][]int{{1, 3}, {3}} {
		r := fakeRun("naive", "threads")
		r.Plan.Sizes = sizes
		r.Measure = func(ctx context.Context, job Job) (Measurement, error) {
			m, err := fakeMeasure(ctx, job)
			if job.Path == "/x3" {
				m.Rows--
			}
			return m, err
		}
		for _, m := range run(t, r).Measurements {
			if void := m.Void != ""; void != (m.Times == 3) {
				t.Errorf("sizes %v: %d x void: %q", sizes, m.Times, m.Void)
			}
		}
	}
}

func TestRunnerKeepsWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := fakeRun("naive", "threads", "roof")
	n := 0
	r.Measure = func(ctx context.Context, job Job) (Measurement, error) {
		if n++; n == 31 {
			cancel()
			return Measurement{}, ctx.Err()
		}
		return fakeMeasure(ctx, job)
	}
	res := &Results{Schema: SchemaVersion}
	if err := r.Run(ctx, res); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v", err)
	}
	if res.Complete || len(res.Measurements) != 30 {
		t.Errorf("complete %v, %d measurements", res.Complete, len(res.Measurements))
	}
	if w := strings.Join(Summarize(res).Warnings, "\n"); !strings.Contains(w, "not finished") {
		t.Errorf("no warning: %s", w)
	}
}

func TestRunnerColdWhereItCannotBe(t *testing.T) {
	r := fakeRun("naive", "threads")
	r.Plan.Caches = []Cache{Warm, Cold}
	r.Cache = &fakeCache{share: 1}
	res := run(t, r)
	for _, m := range res.Measurements {
		if m.Cache == Cold {
			t.Errorf("a cold number: %+v", m)
		}
	}
	if len(res.Gaps) != 1 || res.Gaps[0].Cache != Cold || !strings.Contains(res.Gaps[0].Reason, "cannot be done here") {
		t.Errorf("gaps = %v", res.Gaps)
	}
}

// What a cold run leaves in the cache differs from one strategy to another, so
// the cache has to be told.
func TestRunnerColdRuns(t *testing.T) {
	r := fakeRun("naive")
	cache := &fakeCache{cold: true, share: 1}
	r.Plan.Sizes, r.Plan.DOPs, r.Plan.Caches, r.Cache = []int{1}, []int{1}, []Cache{Warm, Cold}, cache
	run(t, r)
	calls := strings.Join(cache.calls, " ")
	if n := strings.Count(calls, "evict touched"); n != MinRuns+1 || strings.Count(calls, "touched") != n || strings.Count(calls, "warm") != n {
		t.Errorf("calls: %s", calls)
	}
}

func TestRunnerVoidsLukewarm(t *testing.T) {
	for _, memory := range []int64{0, 1 << 30, 1200} { // 1200: no room for either file
		r := fakeRun("naive", "threads")
		r.Cache = &fakeCache{share: 0.5}
		res := &Results{Machine: Machine{MemoryBytes: memory}}
		if err := r.Run(t.Context(), res); err != nil {
			t.Fatal(err)
		}
		for _, m := range res.Measurements {
			if void := m.Void != ""; void != (memory != 1200) {
				t.Errorf("memory %d, half in the cache: void %q", memory, m.Void)
			}
		}
	}
}

func TestRunnerGivesUpTheBroken(t *testing.T) {
	r := fakeRun("naive", "threads", "native")
	r.Measure = func(ctx context.Context, job Job) (Measurement, error) {
		if job.Strategy == "native" {
			return Measurement{}, errors.New("native needs a build with cgo")
		}
		return fakeMeasure(ctx, job)
	}
	res := run(t, r)
	tried := 0
	for _, m := range res.Measurements {
		if m.Strategy == "native" {
			tried++
		}
	}
	if tried != 4 || len(res.Gaps) != 4 || res.Gaps[0].Reason != "native needs a build with cgo" {
		t.Errorf("tried %d times, gaps %v", tried, res.Gaps)
	}
}
