package bench

import (
	"fmt"
	"math"
	"testing"
)

func TestNewEstimate(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   Estimate
	}{
		{"none", nil, Estimate{}},
		{"not finite", []float64{math.NaN(), math.Inf(1)}, Estimate{}},
		{"one", []float64{3}, Estimate{N: 1, Median: 3, Lo: 3, Hi: 3, Min: 3, Max: 3, Quart1: 3, Quart3: 3}},
		{"five: the whole range, below 95 %", []float64{5, 1, 4, 2, 3},
			Estimate{N: 5, Median: 3, Lo: 1, Hi: 5, Confidence: 0.9375, Min: 1, Max: 5, Quart1: 2, Quart3: 4}},
		{"an infinite value is left out", []float64{5, 1, math.Inf(1), 4, 2, 3},
			Estimate{N: 5, Median: 3, Lo: 1, Hi: 5, Confidence: 0.9375, Min: 1, Max: 5, Quart1: 2, Quart3: 4}},
		{"ten: the second and the ninth", []float64{10, 1, 9, 2, 8, 3, 7, 4, 6, 5},
			Estimate{N: 10, Median: 5.5, Lo: 2, Hi: 9, Confidence: 0.978515625, Min: 1, Max: 10, Quart1: 3.25, Quart3: 7.75}},
	}
	for _, tt := range tests {
		if got := NewEstimate(tt.values); !near(got, tt.want) {
			t.Errorf("%s: NewEstimate = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func near(a, b Estimate) bool {
	return math.Abs(a.Confidence-b.Confidence) < 1e-9 && func() bool {
		a.Confidence, b.Confidence = 0, 0
		return a == b
	}()
}

func TestNewEstimateKeepsInput(t *testing.T) {
	v := []float64{3, 1, 2}
	NewEstimate(v)
	if v[0] != 3 || v[1] != 1 || v[2] != 2 {
		t.Errorf("NewEstimate reordered its input: %v", v)
	}
}

func TestSpeedupClaims(t *testing.T) {
	around := func(m, step float64) Estimate {
		v := make([]float64, 10)
		for i := range v {
			v[i] = m + (float64(i)-4.5)*step
		}
		return NewEstimate(v)
	}
	tests := []struct {
		name      string
		base, own Estimate
		want      float64
		claimed   bool
	}{
		{"twice as fast", around(2, 0.01), around(1, 0.01), 2, true},
		{"half as fast", around(1, 0.01), around(2, 0.01), 0.5, true},
		{"the same", around(1, 0.01), around(1, 0.01), 1, false},
		{"intervals overlap", around(1.05, 0.02), around(1, 0.02), 1.05, false},
		// The intervals of many tight runs can be apart while the difference
		// drowns in the spread: nothing to speak of.
		{"smaller than the spread",
			Estimate{N: 99, Median: 1.05, Lo: 1.04, Hi: 1.06, Quart1: 0.95, Quart3: 1.15},
			Estimate{N: 99, Median: 1, Lo: 0.99, Hi: 1.01, Quart1: 0.9, Quart3: 1.1}, 1.05, false},
		{"larger than the spread, but the intervals overlap",
			Estimate{N: 5, Median: 1.1, Lo: 0.9, Hi: 1.3, Quart1: 1.09, Quart3: 1.11},
			Estimate{N: 5, Median: 1, Lo: 0.8, Hi: 1.2, Quart1: 0.99, Quart3: 1.01}, 1.1, false},
		{"too few runs", NewEstimate([]float64{2, 2, 2, 2}), around(1, 0.01), 2, false},
		{"enough runs", NewEstimate([]float64{2, 2, 2, 2, 2}), around(1, 0.01), 2, true},
		{"no base", Estimate{}, around(1, 0), 0, false},
	}
	for _, tt := range tests {
		got := Speedup(tt.base, tt.own)
		if math.Abs(got.Value-tt.want) > 1e-9 || got.Claimed != tt.claimed {
			t.Errorf("%s: Speedup = %+v, want %v, claimed %v", tt.name, got, tt.want, tt.claimed)
		}
		if got.Value != 0 && (got.Lo > got.Value || got.Hi < got.Value) {
			t.Errorf("%s: %v is outside of [%v, %v]", tt.name, got.Value, got.Lo, got.Hi)
		}
	}
}

func TestBreakEven(t *testing.T) {
	tests := []struct {
		base, own Cost
		want      int64
	}{
		{Cost{1, 1}, Cost{1, 1}, 1},
		{Cost{1, 1}, Cost{0.5, 2}, 1},
		{Cost{1, 1}, Cost{2, 0.5}, 3},   // 3 = 3
		{Cost{1, 1}, Cost{2.1, 0.5}, 4}, // 3 < 3.1, 4 > 3.6
		{Cost{1, 1}, Cost{2, 1}, 0},
		{Cost{1, 1}, Cost{2, 1.5}, 0},
	}
	for _, tt := range tests {
		got := breakEven(tt.base, tt.own)
		if got != tt.want {
			t.Errorf("breakEven(%v, %v) = %d, want %d", tt.base, tt.own, got, tt.want)
		}
		// The definition, by counting.
		var counted int64
		for n := int64(1); n < 100 && counted == 0; n++ {
			if tt.own.Amortised(n) <= tt.base.Amortised(n)+1e-12 {
				counted = n
			}
		}
		if counted != got {
			t.Errorf("breakEven(%v, %v) = %d, counting gives %d", tt.base, tt.own, got, counted)
		}
	}
}

func ExampleEstimate() {
	e := NewEstimate([]float64{1.02, 1.00, 1.01, 1.30, 1.03, 0.99})
	fmt.Printf("%.3f s, %.0f %% sure: %.2f to %.2f, spread %.0f %%\n",
		e.Median, 100*e.Confidence, e.Lo, e.Hi, 100*e.Spread())
	// Output: 1.015 s, 97 % sure: 0.99 to 1.30, spread 2 %
}
