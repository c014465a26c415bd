package bench

import (
	"math"
	"strings"
	"testing"
)

func TestMeasurementTimes(t *testing.T) {
	m := Measurement{PrepareSeconds: 1, ScanSeconds: []float64{4, 2, 3}, TotalSeconds: 10, ProcessSeconds: 11}
	if m.FirstSeconds() != 5 || m.FirstScanSeconds() != 4 || m.LaterScanSeconds() != 2.5 || m.WholeSeconds() != 6 {
		t.Errorf("first %v, first scan %v, later %v, whole %v", m.FirstSeconds(), m.FirstScanSeconds(), m.LaterScanSeconds(), m.WholeSeconds())
	}
	m = Measurement{ScanSeconds: []float64{4}}
	if m.LaterScanSeconds() != 4 {
		t.Errorf("later scan without one: %v", m.LaterScanSeconds())
	}
	if m = (Measurement{}); m.FirstScanSeconds() != 0 || m.LaterScanSeconds() != 0 {
		t.Error("times without a scan")
	}
}

func TestSummaryRelates(t *testing.T) {
	r := fakeRun("naive", "threads", "roof")
	r.Plan.Sizes = []int{1}
	r.Measure = planted(RoofName, func(m *Measurement) {
		for i := range m.ScanSeconds {
			m.ScanSeconds[i] /= 4
		}
		m.TotalSeconds = m.PrepareSeconds + m.ScanSeconds[0] + m.ScanSeconds[1]
	})
	s := Summarize(run(t, r))
	c := s.Cell(Key{"threads", 2, 1, Warm})
	// fakeMeasure: 0.01 + 1 at dop 1, 0.01 + 0.5 at dop 2; the roof 0.01 + 0.125.
	for what, pair := range map[string][2]float64{
		"first":        {c.First.Median, 0.51},
		"rate":         {c.Rate.Median, 1000 / 0.51},
		"scan rate":    {c.ScanRate.Median, 1000 / 0.5},
		"later rate":   {c.LaterRate.Median, 1000 / 0.25},
		"speed-up":     {c.SpeedupSame.Value, 1.01 / 0.51},
		"scan":         {c.ScanSpeedup.Value, 2},
		"naive":        {c.SpeedupNaive.Value, 1.01 / 0.51},
		"efficiency":   {c.Efficiency.Value, 1.01 / 0.51 / 2},
		"of the roof":  {c.RoofShare, 0.135 / 0.51},
		"whole":        {c.Whole.Median, 0.75},
		"prepare":      {c.Prepare.Median, 0.01},
		"resident":     {c.ResidentShare, 1},
		"over usable":  {b2f(c.OverUsable), 1},
		"runs":         {float64(c.First.N), MinRuns},
		"later is one": {b2f(c.LaterMeasured), 1},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9*pair[1] {
			t.Errorf("%s = %v, want %v", what, pair[0], pair[1])
		}
	}
	if s.Cell(Key{"threads", 3, 1, Warm}) != nil {
		t.Error("a cell of a dop that was not measured")
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestSummaryBreakEven(t *testing.T) {
	r := fakeRun("naive", "threads", "indexed")
	r.Plan.Sizes, r.Plan.DOPs = []int{1}, []int{1}
	r.Measure = planted("indexed", func(m *Measurement) {
		// threads: 1.01 first, 0.5 later. 2 + (n-1)/4 <= 1.01 + (n-1)/2 from n = 5.
		m.PrepareSeconds, m.ScanSeconds, m.TotalSeconds = 1.75, []float64{0.25, 0.25}, 2.25
	})
	s := Summarize(run(t, r))
	if len(s.BreakEvens) != 1 || s.BreakEvens[0].Strategy != "indexed" || s.BreakEvens[0].Queries != 5 || !s.BreakEvens[0].LaterMeasured {
		t.Errorf("break-even: %+v", s.BreakEvens)
	}
}

func TestWarnings(t *testing.T) {
	r := fakeRun("naive", "threads")
	r.Measure = planted("threads", func(m *Measurement) { m.Noise.StealSeconds = m.ProcessSeconds })
	res := run(t, r)
	res.Machine.UsableCPUs = 2
	res.Machine.Modified = true
	res.Machine.ThrottledAfter.Throttled = 7
	for i := range res.Measurements[:10] {
		res.Measurements[len(res.Measurements)-1-i].Error = "broken"
	}
	got := strings.Join(Summarize(res).Warnings, "\n")
	for _, want := range []string{"in 7 periods", "fewer than 5 counted runs", "in 4 of 8 combinations, up to 50 %", "not committed", "10 runs failed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if clean := Summarize(run(t, fakeRun("naive", "threads"))).Warnings; len(clean) != 1 || !strings.Contains(clean[0], "dops above 1") {
		t.Errorf("warnings of a clean run: %q", clean)
	}
}

// Results that are put together hold runs of one query and of more; a later
// query and a whole process are told by different ones of them.
func TestMixedQueries(t *testing.T) {
	run := func(scans ...float64) Measurement {
		sum := 1.0
		for _, s := range scans {
			sum += s
		}
		return Measurement{Strategy: "columns", DOP: 1, Times: 1, Cache: Warm, Bytes: 1, Records: 1,
			PrepareSeconds: 1, ScanSeconds: scans, TotalSeconds: sum, ProcessSeconds: sum, Digest: "d"}
	}
	res := &Results{Contestants: []Contestant{{Name: "columns"}}}
	res.Plan = Plan{Strategies: []string{"columns"}, DOPs: []int{1}, Sizes: []int{1}, Caches: []Cache{Warm}}
	for range 5 {
		res.Measurements = append(res.Measurements, run(10), run(10, 2))
	}
	cells := Summarize(res).Cells
	if len(cells) != 1 {
		t.Fatalf("%d cells, want 1", len(cells))
	}
	c := cells[0]
	if c.LaterScan.Median != 2 || !c.LaterMeasured || c.First.Median != 11 || c.Whole.Median != 11 {
		t.Errorf("later %v (measured: %v), first %v, whole %v; want 2, 11, 11",
			c.LaterScan.Median, c.LaterMeasured, c.First.Median, c.Whole.Median)
	}
}
