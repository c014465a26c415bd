package bench

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// scaling makes results of one strategy whose times follow T(p) with noise.
func scaling(dops []int, usable, runs int, noise float64, seconds func(p float64) float64) *Results {
	rnd := rand.New(rand.NewPCG(7, 7))
	res := &Results{Schema: SchemaVersion, Seed: 42, Complete: true}
	res.Machine.UsableCPUs = usable
	res.Plan = Plan{Strategies: []string{"threads"}, DOPs: dops, Sizes: []int{1}, Caches: []Cache{Warm}, Runs: runs, Queries: 1}
	for _, dop := range dops {
		for run := 1; run <= runs; run++ {
			s := seconds(float64(dop)) * (1 + noise*rnd.NormFloat64())
			res.Measurements = append(res.Measurements, Measurement{
				Strategy: "threads", DOP: dop, Times: 1, Cache: Warm, Queries: 1, Run: run,
				ScanSeconds: []float64{s}, TotalSeconds: s, ProcessSeconds: s, Bytes: 1e9, Records: 1e7, Rows: 16,
			})
		}
	}
	return res
}

func TestFitFindsPlantedParameters(t *testing.T) {
	dops := []int{1, 2, 3, 4, 6, 8, 12, 16}
	tests := []struct {
		name               string
		sigma, kappa       float64
		wantSigma, wantTop float64
	}{
		{"amdahl", 0.1, 0, 0.1, 0},
		{"usl", 0.05, 0.01, 0.05, math.Sqrt(0.95 / 0.01)},
		{"perfect", 0, 0, 0, 0},
	}
	for _, tt := range tests {
		law := func(p float64) float64 { return 2 * (1 + tt.sigma*(p-1) + tt.kappa*p*(p-1)) / p }
		ser := Summarize(scaling(dops, 16, 10, 0.01, law)).Series[0]
		if ser.USL == nil || ser.Amdahl == nil {
			t.Fatalf("%s: no fit: %s", tt.name, ser.Reason)
		}
		f := ser.USL
		within(t, tt.name+" T1", f.T1, 2, 0.03)
		within(t, tt.name+" sigma", f.Serial, tt.sigma, 0.02)
		within(t, tt.name+" kappa", f.Talk, tt.kappa, 0.002)
		if tt.kappa > 0 && math.Abs(f.PeakDOP-tt.wantTop) > 1 {
			t.Errorf("%s: peak at %v, want %v", tt.name, f.PeakDOP, tt.wantTop)
		}
		if tt.kappa > 0 && ser.Amdahl.Error < 3*f.Error {
			t.Errorf("%s: Amdahl's law fits a curve that turns: error %v against %v", tt.name, ser.Amdahl.Error, f.Error)
		}
		for _, p := range f.Curve {
			if !(p.Lo <= p.Seconds && p.Seconds <= p.Hi) {
				t.Errorf("%s: curve leaves its band: %+v", tt.name, p)
			}
		}
	}
}

func within(t *testing.T, what string, p Param, want, tol float64) {
	t.Helper()
	if math.Abs(p.Value-want) > tol {
		t.Errorf("%s = %v, want %v ± %v", what, p.Value, want, tol)
	}
	if p.Lo > p.Value || p.Hi < p.Value {
		t.Errorf("%s: %v outside of [%v, %v]", what, p.Value, p.Lo, p.Hi)
	}
}

// Times that fall faster than they can must not give negative costs.
func TestFitHasNoNegativeCosts(t *testing.T) {
	laws := map[string]func(p float64) float64{
		"faster than p":      func(p float64) float64 { return 1 / (p * math.Sqrt(p)) },
		"better at the end":  func(p float64) float64 { return (0.3 + 0.7/p) / (1 + 0.02*p*p) },
		"worse than serial":  func(p float64) float64 { return 1 + p },
		"slower, then level": func(p float64) float64 { return 2 - 1/p },
	}
	for name, law := range laws {
		ser := Summarize(scaling([]int{1, 2, 3, 4, 6, 8}, 8, 5, 0, law)).Series[0]
		for _, f := range []*Fit{ser.Amdahl, ser.USL} {
			if f.Serial.Value < 0 || f.Serial.Value > 1 || f.Talk.Value < 0 || f.T1.Value <= 0 {
				t.Errorf("%s: %s: %+v %+v %+v", name, f.Model, f.T1, f.Serial, f.Talk)
			}
		}
	}
}

// The band has to cover the truth about as often as it says. Percentile
// bootstraps of medians are a little narrow, so a loose bound.
func TestFitBandCoverage(t *testing.T) {
	hit := 0
	const tries = 40
	rnd := rand.New(rand.NewPCG(1, 2))
	for try := range tries {
		var obs []observed
		for _, p := range []float64{1, 2, 3, 4, 6, 8} {
			o := observed{dop: p}
			for range 10 {
				o.seconds = append(o.seconds, (0.1+0.9/p)*(1+0.05*rnd.NormFloat64()))
			}
			obs = append(obs, o)
		}
		f := newFit(Amdahl, obs, uint64(try))
		if f.Serial.Lo <= 0.1 && 0.1 <= f.Serial.Hi {
			hit++
		}
	}
	if hit < tries*8/10 {
		t.Errorf("the 95 %% interval covers the truth in %d of %d tries", hit, tries)
	}
}

func TestFitIsReproducible(t *testing.T) {
	law := func(p float64) float64 { return 0.1 + 1/p }
	a := Summarize(scaling([]int{1, 2, 3, 4, 5, 6}, 8, 5, 0.05, law)).Series[0]
	b := Summarize(scaling([]int{1, 2, 3, 4, 5, 6}, 8, 5, 0.05, law)).Series[0]
	if a.USL.Serial != b.USL.Serial || a.USL.T1 != b.USL.T1 {
		t.Errorf("two fits of the same results differ: %+v, %+v", a.USL.Serial, b.USL.Serial)
	}
}

func TestNoFitOnTwoCPUs(t *testing.T) {
	s := Summarize(scaling([]int{1, 2, 3, 4}, 2, 5, 0.01, func(p float64) float64 { return 1 / min(p, 2) }))
	ser := s.Series[0]
	if ser.Amdahl != nil || ser.USL != nil {
		t.Error("fitted two dops")
	}
	if !strings.Contains(ser.Reason, "2 usable CPUs") {
		t.Errorf("reason %q does not tell the usable CPUs", ser.Reason)
	}
	for _, c := range s.Cells {
		if c.OverUsable != (c.DOP > 2) {
			t.Errorf("dop %d: OverUsable = %v", c.DOP, c.OverUsable)
		}
	}
	if !strings.Contains(strings.Join(s.Warnings, "\n"), "dops above 2 are marked") {
		t.Errorf("no warning of dops above 2 in %q", s.Warnings)
	}
}
