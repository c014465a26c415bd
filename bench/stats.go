package bench

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// confidence is the level asked of every interval.
const confidence = 0.95

// Estimate sums up the counted runs of one quantity. The zero value means that
// there are none.
type Estimate struct {
	N      int     // runs
	Median float64 // the middle run
	// Lo and Hi bound an interval that covers the true median with the
	// probability Confidence. It assumes nothing of the distribution but that
	// the runs are independent; with fewer than 6 runs it is the whole range
	// and Confidence stays below 0.95.
	Lo, Hi, Confidence float64
	Min, Max           float64
	Quart1, Quart3     float64 // the middle half of the runs lies between them
}

// NewEstimate sums up values, which it does not keep. Values that are not
// finite are ignored.
func NewEstimate(values []float64) Estimate {
	v := make([]float64, 0, len(values))
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			v = append(v, x)
		}
	}
	if len(v) == 0 {
		return Estimate{}
	}
	s := benchmath.AssumeNothing.Summary(newSample(v), confidence)
	slices.Sort(v)
	n := len(v)
	e := Estimate{N: n, Median: s.Center, Lo: s.Lo, Hi: s.Hi, Confidence: s.Confidence,
		Min: v[0], Max: v[n-1], Quart1: quantile(v, 0.25), Quart3: quantile(v, 0.75)}
	if math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
		// All n runs lie on one side of the median with probability 2·2^-n.
		e.Lo, e.Hi, e.Confidence = e.Min, e.Max, 1-math.Pow(2, float64(1-n))
	}
	return e
}

// newSample copies values: benchmath sorts what it is given.
func newSample(values []float64) *benchmath.Sample {
	t := benchmath.DefaultThresholds
	return benchmath.NewSample(slices.Clone(values), &t)
}

// quantile interpolates linearly between the sorted values (type 7 of Hyndman
// and Fan, Sample Quantiles in Statistical Packages, 1996).
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// Spread is the middle half of the runs in relation to the median: 0.1 means
// that half of the runs lie within a band of 10 % of the median. Single
// outliers do not move it. No difference smaller than it is ever claimed.
func (e Estimate) Spread() float64 {
	if e.Median == 0 {
		return 0
	}
	return (e.Quart3 - e.Quart1) / math.Abs(e.Median)
}

// Ratio says how many times as fast one thing is as another.
type Ratio struct {
	Value float64 // base median / own median; above 1 is faster. 0: not known
	// Lo and Hi are bounds from the ends of both intervals. They are cautious:
	// wider than a 95 % interval of the ratio would have to be.
	Lo, Hi float64
	// Claimed reports whether the difference may be spoken of: both sides have
	// MinRuns runs or more, their intervals do not overlap, and it is larger
	// than the spread of either side.
	Claimed bool
}

// Speedup compares own with base, both in seconds.
func Speedup(base, own Estimate) Ratio {
	if base.N == 0 || own.N == 0 || base.Lo <= 0 || own.Lo <= 0 {
		return Ratio{}
	}
	r := Ratio{Value: base.Median / own.Median, Lo: base.Lo / own.Hi, Hi: base.Hi / own.Lo}
	// The slower side is the measure of the change, as a speed-up of 0.5 is as
	// large a thing as one of 2.
	change := max(r.Value, 1/r.Value) - 1
	r.Claimed = min(base.N, own.N) >= MinRuns && (r.Lo > 1 || r.Hi < 1) && change > max(base.Spread(), own.Spread())
	return r
}

// Over divides r by n: the efficiency of a speed-up on n CPUs.
func (r Ratio) Over(n int) Ratio {
	if n < 1 {
		return Ratio{}
	}
	d := float64(n)
	return Ratio{Value: r.Value / d, Lo: r.Lo / d, Hi: r.Hi / d, Claimed: r.Claimed}
}

// Key names one combination of a plan.
type Key struct {
	Strategy string
	DOP      int
	Times    int
	Cache    Cache
}

// Compare orders keys by cache (warm first), size, strategy name and dop.
func (k Key) Compare(o Key) int {
	return cmp.Or(-cmp.Compare(k.Cache, o.Cache), cmp.Compare(k.Times, o.Times),
		cmp.Compare(k.Strategy, o.Strategy), cmp.Compare(k.DOP, o.DOP))
}

// Key returns the combination m belongs to.
func (m *Measurement) Key() Key { return Key{m.Strategy, m.DOP, m.Times, m.Cache} }
