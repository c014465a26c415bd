package report

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A box is a rectangle that must not be covered.
type box struct{ left, bottom, right, top float64 }

func (b box) overlap(o box) float64 {
	w := math.Min(b.right, o.right) - math.Max(b.left, o.left)
	h := math.Min(b.top, o.top) - math.Max(b.bottom, o.bottom)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// beside finds a place for a label of the given size near each point such that
// it covers neither points nor what is taken nor other labels nor leaves the
// frame, as far as possible: greedy, point by point, nearest places first.
func beside(at []vg.Point, taken []box, widths []float64, height float64, frame box) []box {
	for _, p := range at {
		x, y := float64(p.X), float64(p.Y)
		taken = append(taken, box{x - 6, y - 6, x + 6, y + 6})
	}
	out := make([]box, len(at))
	for i, p := range at {
		least := math.Inf(1)
		for step, c := range candidates(p, widths[i], height) {
			cost := 1e-3 * float64(step)
			for _, t := range taken {
				cost += c.overlap(t)
			}
			cost += c.area() - c.overlap(frame)
			if cost < least {
				out[i], least = c, cost
			}
		}
		taken = append(taken, out[i])
	}
	return out
}

func (b box) area() float64 { return (b.right - b.left) * (b.top - b.bottom) }

// candidates are places around p, nearest first: right, left, above, below, and
// the same on rings further out.
func candidates(p vg.Point, w, h float64) []box {
	x, y := float64(p.X), float64(p.Y)
	var boxes []box
	for ring := 0.0; ring < 6; ring++ {
		d := 9 + 0.2*ring*h
		for _, dy := range []float64{0, 1, -1} {
			if ring == 0 && dy != 0 {
				continue
			}
			mid := y + dy*ring*h
			boxes = append(boxes,
				box{x + d, mid - h/2, x + d + w, mid + h/2},
				box{x - d - w, mid - h/2, x - d, mid + h/2})
		}
		boxes = append(boxes,
			box{x - w/2, y + d + ring*h, x + w/2, y + d + (ring+1)*h},
			box{x - w/2, y - d - (ring+1)*h, x + w/2, y - d - ring*h})
	}
	return boxes
}
