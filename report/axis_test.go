package report

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

var hard = map[string][]float64{
	"none":       nil,
	"one":        {3},
	"one zero":   {0},
	"zeros":      {0, 0, 0},
	"equal":      {2, 2, 2},
	"tiny":       {5e-324, 1e-320},
	"huge":       {1e300, math.MaxFloat64},
	"wide":       {1e-300, 1e300},
	"not finite": {math.NaN(), math.Inf(1), math.Inf(-1)},
	"mixed":      {0, 0.001, 5, math.NaN()},
	"negative":   {-1, -5},
	"around":     {-1, 2},
	"nearly":     {1, math.Nextafter(1, 2)},
}

// gonum/plot panics on an empty range, and on a logarithmic axis on all that is
// not positive.
func TestAxisRange(t *testing.T) {
	for name, values := range hard {
		for _, log := range []bool{false, true} {
			a := axis{log: log}
			a.fit(values)
			if !(a.min < a.max) || !finite(a.min) || !finite(a.max) || log && a.min <= 0 {
				t.Errorf("%s, log %v: range %g to %g", name, log, a.min, a.max)
			}
			for _, v := range values {
				at, ok := a.at(v)
				if ok && (at < a.min || at > a.max || log && at <= 0) {
					t.Errorf("%s, log %v: %g is drawn at %g, outside %g to %g", name, log, v, at, a.min, a.max)
				}
				if !ok && finite(v) && v >= 0 {
					t.Errorf("%s, log %v: %g is not drawn", name, log, v)
				}
			}
			for _, m := range a.marks(8) {
				if m.Value < a.min || m.Value > a.max || !finite(m.Value) {
					t.Errorf("%s, log %v: tick at %g, outside %g to %g", name, log, m.Value, a.min, a.max)
				}
			}
		}
	}
}

func TestAxisKeepsItsTicks(t *testing.T) {
	a := axis{log: true, ticks: []plot.Tick{{Value: 1, Label: "1"}, {Value: 7, Label: "7"}, {Value: 64, Label: "64"}}}
	a.fit([]float64{1, 7})
	if a.min > 1 || a.max < 64 {
		t.Errorf("range %g to %g leaves out a tick", a.min, a.max)
	}
	if got := a.marks(1); len(got) != 3 || got[1].Value != 7 {
		t.Errorf("ticks are %v", got)
	}
}

func TestAxisZeroShelf(t *testing.T) {
	a := axis{log: true}
	a.fit([]float64{0, 0.01, 10})
	zero, ok := a.at(0)
	if !ok || zero >= 0.01 || zero < a.min {
		t.Errorf("zero is at %g, ok %v; the smallest value at 0.01, range from %g", zero, ok, a.min)
	}
	marks := a.marks(10)
	if marks[0].Label != "0" || marks[0].Value != zero {
		t.Errorf("first tick is %v, want 0 at %g", marks[0], zero)
	}
	for _, m := range marks[1:] {
		if m.Label == "0" {
			t.Errorf("a second zero at %g", m.Value)
		}
	}
}

func TestNiceValues(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		log    bool
		n      float64
		want   []float64
	}{
		{0, 10, false, 10, []float64{0, 2, 4, 6, 8, 10}},
		{0.9, 4.1, false, 8, []float64{1, 2, 3, 4}},
		{0.02, 2.5, true, 12, []float64{0.02, 0.05, 0.1, 0.2, 0.5, 1, 2}},
		{0.02, 2.5, true, 4, []float64{0.1, 1}},
	} {
		got := niceValues(tt.lo, tt.hi, tt.log, tt.n)
		if len(got) != len(tt.want) {
			t.Errorf("niceValues(%g, %g, %v, %g) = %v, want %v", tt.lo, tt.hi, tt.log, tt.n, got, tt.want)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-tt.want[i]) > 1e-9 {
				t.Errorf("niceValues(%g, %g, %v, %g) = %v, want %v", tt.lo, tt.hi, tt.log, tt.n, got, tt.want)
				break
			}
		}
	}
}

func TestAxisTop(t *testing.T) {
	for _, tt := range []struct {
		top      float64
		values   []float64
		min, max float64
	}{
		{0, []float64{-8, 0.6}, -8.4, 1},
		{3, []float64{0, 1, 50}, 0, 3.5},
		{3, []float64{5, 6}, 4.9, 6.1}, // no room below it: not obeyed
	} {
		a := axis{top: tt.top}
		a.fit(tt.values)
		if a.min < tt.min || a.max > tt.max || a.max < math.Min(tt.values[len(tt.values)-1], tt.max-1) {
			t.Errorf("top %g, values %v: range %g to %g", tt.top, tt.values, a.min, a.max)
		}
	}
}

// The grid lies where the labels of the axis are.
func TestGridHasTheTicksOfTheAxis(t *testing.T) {
	line := regexp.MustCompile(`<path d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"\s+style="fill:none;stroke:` + hair.light)
	for _, f := range allFigures(both()) {
		if f.Missing != "" || f.cols > 1 || f.panels[0].rows != nil {
			continue
		}
		d := f.draw(frame{width: figureWidth})
		grid := map[int]bool{}
		for _, m := range line.FindAllStringSubmatch(d.body, -1) {
			grid[int(parseNumber(m[2])+0.5)] = true
		}
		p := f.panels[0]
		var labels []float64
		for _, m := range textElement.FindAllStringSubmatch(d.body, -1) {
			if x := parseNumber(m[1]); x < 40 && parseNumber(m[4]) > 0 && !strings.Contains(m[3], "bold") {
				labels = append(labels, -parseNumber(m[2]))
			}
		}
		if len(grid) == 0 || len(labels) != len(grid) {
			t.Errorf("%s: %d labels and %d lines", f.Name, len(labels), len(grid))
		}
		for _, at := range labels {
			middle := int(at + 4 + 0.5) // from the bottom; digits are 8 units high
			near := false
			for k := -3; k <= 3; k++ {
				near = near || grid[middle+k]
			}
			if !near {
				t.Errorf("%s: no line near the label at %d; lines %v (panel %q)", f.Name, middle, grid, p.title)
			}
		}
	}
}
