package bench

import "math"

// BaseStrategy is the one that prepares nothing and that others have to beat
// before their preparation pays.
const BaseStrategy = "threads"

// BreakEven says from how many queries on a strategy that prepares is cheaper
// than BaseStrategy at the same dop, size and cache state.
type BreakEven struct {
	Key
	// Queries is the smallest number of queries for which the whole cost is no
	// higher, at least 1; 0 if it never pays, by these medians.
	Queries int64
	// Lo and Hi are the same from the ends of the intervals, the kindest and
	// the harshest. Hi is 0 if it may never pay.
	Lo, Hi int64
	// LaterMeasured is false if the results hold no second scan: the first
	// scan's time stands for the later ones'.
	LaterMeasured bool
}

// Cost is what a number of queries cost.
type Cost struct {
	FirstSeconds float64 // open, prepare, first scan
	LaterSeconds float64 // every further scan
}

// Cost returns the medians of c.
func (c *Cell) Cost() Cost { return Cost{c.First.Median, c.LaterScan.Median} }

// Amortised is the mean time per query over n queries, for n >= 1.
func (c Cost) Amortised(n int64) float64 {
	return (c.FirstSeconds + float64(n-1)*c.LaterSeconds) / float64(n)
}

// breakEven returns the smallest n >= 1 for which n queries of own cost no
// more than n of base, or 0 if there is none.
func breakEven(base, own Cost) int64 {
	ahead := own.FirstSeconds - base.FirstSeconds // still to be earned after the first query
	if ahead <= 0 {
		return 1
	}
	gain := base.LaterSeconds - own.LaterSeconds
	if gain <= 0 {
		return 0
	}
	n := 1 + math.Ceil(ahead/gain)
	if n > math.MaxInt32 {
		return 0 // nobody asks that often; a gain this small is noise
	}
	return int64(n)
}

// prepares reports whether c spends a share of its time on preparation that is
// worth a figure. A mapping alone takes next to nothing.
func (c *Cell) prepares() bool { return c.Prepare.Median > 0.1*c.First.Median }

func newBreakEvens(s *Summary) []BreakEven {
	var list []BreakEven
	for i := range s.Cells {
		own := &s.Cells[i]
		base := s.Cell(Key{BaseStrategy, own.DOP, own.Times, own.Cache})
		if base == nil || own.Strategy == BaseStrategy || own.Strategy == RoofName || !own.prepares() {
			continue
		}
		list = append(list, BreakEven{
			Key:     own.Key,
			Queries: breakEven(base.Cost(), own.Cost()),
			Lo: breakEven(Cost{base.First.Hi, base.LaterScan.Hi},
				Cost{own.First.Lo, own.LaterScan.Lo}),
			Hi: breakEven(Cost{base.First.Lo, base.LaterScan.Lo},
				Cost{own.First.Hi, own.LaterScan.Hi}),
			LaterMeasured: own.LaterMeasured && base.LaterMeasured,
		})
	}
	return list
}
