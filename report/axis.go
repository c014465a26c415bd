package report

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// An axis says what a direction of a panel means. Its range always contains
// the data and is never empty, and a logarithmic one is always positive:
// gonum/plot panics otherwise.
type axis struct {
	label string // with the unit
	log   bool
	ticks []plot.Tick // where the data has its own, such as the measured dops
	zero  bool        // show 0, on a linear axis
	lo    float64     // smallest value to show anyway, 0 for none
	hi    float64     // largest value to show anyway, 0 for none
	form  func(float64) string

	top float64 // the range ends here at the latest, 0 for no bound: bars may go on

	min, max float64 // set by fit
	shelf    float64 // where zeros of a logarithmic axis lie; 0 if there are none
}

// fit sets the range from the values to be drawn. Values that are not finite
// are ignored; so are those below 0 on a logarithmic axis, where zeros get a
// shelf of their own below the smallest positive value.
func (a *axis) fit(values []float64) {
	lo, hi, zeros := math.Inf(1), math.Inf(-1), false
	see := func(v float64) {
		if a.log && v <= 0 {
			zeros = zeros || v == 0
			return
		}
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	for _, v := range values {
		if finite(v) {
			see(v)
		}
	}
	for _, v := range []float64{a.lo, a.hi} {
		if v != 0 && finite(v) {
			see(v)
		}
	}
	if a.zero && !a.log {
		see(0)
	}
	for _, t := range a.ticks {
		see(t.Value)
	}
	if lo > hi { // no value at all
		lo, hi = 1, 1
	}
	if a.top != 0 && a.top > lo {
		hi = math.Min(hi, a.top)
	}
	if a.log {
		a.fitLog(lo, hi, zeros)
	} else {
		a.fitLinear(lo, hi)
	}
}

func (a *axis) fitLog(lo, hi float64, zeros bool) {
	lo, hi = clamp(lo, 1e-12, 1e15), clamp(hi, 1e-12, 1e15)
	pad := math.Pow(hi/lo, 0.06)
	if hi/lo < 1.2 { // one point, or equal ones
		pad = 1.5
	}
	a.min, a.max = lo/pad, hi*pad
	if zeros {
		a.shelf = lo / math.Max(4, math.Pow(hi/lo, 0.15))
		a.min = a.shelf / 1.5
	}
}

func (a *axis) fitLinear(lo, hi float64) {
	lo, hi = math.Min(lo, math.MaxFloat64/4), math.Min(hi, math.MaxFloat64/4)
	pad := 0.04 * (hi - lo)
	if hi-lo <= 1e-9*math.Abs(hi) {
		pad = math.Max(0.1*math.Abs(hi), 1e-9)
	}
	a.min, a.max = lo-pad, hi+pad
	if lo >= 0 && a.min < 0 {
		a.min = 0
	}
}

// at is where v is drawn: v itself, or the shelf for a zero on a logarithmic
// axis. ok is false for what cannot be drawn.
func (a *axis) at(v float64) (pos float64, ok bool) {
	if !finite(v) || a.log && v < 0 || a.log && v == 0 && a.shelf == 0 {
		return 0, false
	}
	if a.log && v == 0 {
		return a.shelf, true
	}
	return clamp(v, a.min, a.max), true
}

// marks are the labelled positions along the axis, not many more than n.
func (a *axis) marks(n float64) []plot.Tick {
	ticks := a.ticks
	if ticks == nil {
		form := a.form
		if form == nil {
			form = plain
		}
		for _, v := range niceValues(a.min, a.max, a.log, n) {
			if a.shelf == 0 || v > a.shelf*1.8 {
				ticks = append(ticks, plot.Tick{Value: v, Label: form(v)})
			}
		}
	}
	if a.shelf > 0 {
		ticks = append([]plot.Tick{{Value: a.shelf, Label: "0"}}, ticks...)
	}
	return ticks
}

// niceValues are round numbers from lo to hi: 1, 2, 5 and their powers of ten on
// a logarithmic axis, equal steps on a linear one; not many more than n.
func niceValues(lo, hi float64, log bool, n float64) []float64 {
	if !log {
		return linearValues(lo, hi, clamp(n/2, 2, 6))
	}
	steps := []float64{1, 2, 5}
	switch decades := math.Log10(hi / lo); {
	case decades < 0.35:
		return linearValues(lo, hi, clamp(n/2, 2, 4))
	case decades < 1 && n > 7:
		steps = []float64{1, 1.5, 2, 3, 4, 6, 8}
	case 3*decades > n:
		steps = []float64{1}
	}
	var vs []float64
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for _, s := range steps {
			if v := s * math.Pow(10, e); v >= lo && v <= hi {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// linearValues are multiples of 1, 2, 2.5 or 5 times a power of ten, about n of them.
func linearValues(lo, hi, n float64) []float64 {
	raw := (hi - lo) / n
	if !(raw > 0) || !finite(raw) {
		return nil
	}
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * unit
	for _, s := range []float64{1, 2, 2.5, 5} {
		if s*unit >= raw {
			step = s * unit
			break
		}
	}
	var vs []float64
	for i := math.Ceil(lo / step); i*step <= hi && len(vs) < 50; i++ {
		vs = append(vs, i*step)
	}
	return vs
}

// plain writes v with as few digits as it needs.
func plain(v float64) string {
	if a := math.Abs(v); a >= 1e6 || a > 0 && a < 1e-5 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(math.Round(v*1e9)/1e9, 'f', -1, 64)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func clamp(v, lo, hi float64) float64 { return math.Max(lo, math.Min(hi, v)) }
