package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestSpread(t *testing.T) {
	for _, tt := range []struct {
		name string
		want []float64
		out  []float64
	}{
		{"none", nil, nil},
		{"far apart stay", []float64{10, 50, 90}, []float64{10, 50, 90}},
		{"two at one place", []float64{50, 50}, []float64{45, 55}},
		{"order is kept", []float64{51, 50}, []float64{55.5, 45.5}},
		{"pushed from the edge", []float64{0, 2}, []float64{5, 15}},
		{"a block pushes another", []float64{50, 50, 57}, []float64{42.333, 52.333, 62.333}},
	} {
		got := spread(tt.want, 10, 0, 100)
		if len(got) != len(tt.out) {
			t.Fatalf("%s: %v", tt.name, got)
		}
		for i := range got {
			if math.Abs(got[i]-tt.out[i]) > 0.01 {
				t.Errorf("%s: got %v, want %v", tt.name, got, tt.out)
				break
			}
		}
	}
}

func TestSpreadNeverOverlaps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		want := make([]float64, rnd.IntN(15))
		for i := range want {
			want[i] = math.Round(rnd.Float64() * 120)
		}
		got := spread(want, 10, 0, 100)
		s := slices.Sorted(slices.Values(got))
		for i := 1; i < len(s); i++ {
			if s[i]-s[i-1] < 10-1e-6 {
				t.Fatalf("spread(%v) = %v overlaps", want, got)
			}
		}
		if len(want) <= 10 && len(s) > 0 && (s[0] < 5-1e-6 || s[len(s)-1] > 95+1e-6) {
			t.Fatalf("spread(%v) = %v leaves its bounds though there is room", want, got)
		}
		for i := range want {
			for j := range want {
				if want[i] < want[j] && got[i] > got[j] {
					t.Fatalf("spread(%v) = %v changes the order", want, got)
				}
			}
		}
	}
}

func TestBeside(t *testing.T) {
	at := []vg.Point{{X: 20, Y: 50}, {X: 20, Y: 52}, {X: 190, Y: 50}, {X: 100, Y: 50}, {X: 112, Y: 50}}
	boxes := beside(at, nil, []float64{40, 40, 40, 40, 40}, 12, box{0, 0, 200, 100})
	for i, b := range boxes {
		if b.left < 0 || b.right > 200 || b.bottom < 0 || b.top > 100 {
			t.Errorf("label %d leaves the frame: %v", i, b)
		}
		for k, o := range boxes[:i] {
			if b.overlap(o) > 0 {
				t.Errorf("labels %d and %d overlap: %v, %v", k, i, o, b)
			}
		}
		for k, p := range at {
			if k != i && b.overlap(box{float64(p.X) - 3, float64(p.Y) - 3, float64(p.X) + 3, float64(p.Y) + 3}) > 0 {
				t.Errorf("label %d covers point %d", i, k)
			}
		}
	}
}
