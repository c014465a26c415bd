package query

import (
	"cmp"
	"math"
)

// A Range says that a column holds a number between two bounds. A field that
// is no number is outside every range.
type Range struct {
	Col      int
	Min, Max Bound
}

// A Bound is one end of a Range. The zero value is no bound.
type Bound struct {
	Number Number
	Closed bool // the number itself is inside
	Set    bool
}

// Admits reports whether a field is a number inside the range.
func (r *Range) Admits(field []byte) bool {
	if len(field) == 0 {
		return false
	}
	n, ok := ParseNumber(field)
	return ok && r.Min.below(n) && r.Max.above(n)
}

func (b *Bound) below(n Number) bool {
	if !b.Set {
		return true
	}
	c := b.Number.Cmp(n)
	return c < 0 || c == 0 && b.Closed
}

func (b *Bound) above(n Number) bool {
	if !b.Set {
		return true
	}
	c := b.Number.Cmp(n)
	return c > 0 || c == 0 && b.Closed
}

func (e numberExpr) ranges() []Range {
	r := Range{Col: e.col}
	bound := Bound{Number: e.num, Closed: e.op&equal != 0, Set: true}
	switch {
	case e.op == less|greater: // any number but one
	case e.op == equal:
		r.Min, r.Max = bound, bound
	case e.op&greater != 0:
		r.Min = bound
	default:
		r.Max = bound
	}
	return []Range{r}
}

func (e columnExpr) ranges() []Range {
	if !e.numeric {
		return nil
	}
	if e.col == e.other {
		return []Range{{Col: e.col}}
	}
	return []Range{{Col: min(e.col, e.other)}, {Col: max(e.col, e.other)}}
}

func (textExpr) ranges() []Range    { return nil }
func (nullExpr) ranges() []Range    { return nil }
func (patternExpr) ranges() []Range { return nil }

// ranges of a conjunction are those of all terms, narrowed where they meet.
func (e andExpr) ranges() []Range {
	var out []Range
	for _, term := range e {
		out = merge(out, term.ranges())
	}
	return out
}

// merge joins two lists that are sorted by column.
func merge(a, b []Range) (out []Range) {
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0].Col, b[0].Col) {
		case -1:
			out, a = append(out, a[0]), a[1:]
		case +1:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, Range{a[0].Col, tighter(a[0].Min, b[0].Min, +1), tighter(a[0].Max, b[0].Max, -1)})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// ranges of a disjunction are those on columns that every term bounds, widened
// to hold them all.
func (e orExpr) ranges() []Range {
	out := e[0].ranges()
	for _, term := range e[1:] {
		out = hull(out, term.ranges())
	}
	return out
}

func hull(a, b []Range) (out []Range) {
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0].Col, b[0].Col) {
		case -1:
			a = a[1:]
		case +1:
			b = b[1:]
		default:
			out = append(out, Range{a[0].Col, looser(a[0].Min, b[0].Min, +1), looser(a[0].Max, b[0].Max, -1)})
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// tighter returns the bound that lets less through; side is +1 for lower
// bounds and -1 for upper ones.
func tighter(a, b Bound, side int) Bound {
	switch {
	case !a.Set:
		return b
	case !b.Set:
		return a
	}
	switch a.Number.Cmp(b.Number) * side {
	case +1:
		return a
	case -1:
		return b
	}
	a.Closed = a.Closed && b.Closed
	return a
}

// looser returns the bound that lets more through.
func looser(a, b Bound, side int) Bound {
	if !a.Set || !b.Set {
		return Bound{}
	}
	switch a.Number.Cmp(b.Number) * side {
	case +1:
		return b
	case -1:
		return a
	}
	a.Closed = a.Closed || b.Closed
	return a
}

// Ints returns inclusive bounds for kernels that read integers: an integer that
// lies outside of them is outside the range.
func (r *Range) Ints() (least, most int64) { return r.Scaled(0) }

// Scaled is Ints for numbers that are multiplied by 10^s first: what is an
// integer then and lies outside of the bounds is outside the range.
func (r *Range) Scaled(s int) (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	if v, exact, ok := r.Min.Number.Scaled(s); ok && r.Min.Set {
		least = v
		if !exact || !r.Min.Closed {
			least++
		}
	}
	if v, exact, ok := r.Max.Number.Scaled(s); ok && r.Max.Set {
		most = v
		if exact && !r.Max.Closed {
			most--
		}
	}
	return least, most
}
