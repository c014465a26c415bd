package query

import (
	"bytes"
	"cmp"
	"regexp"
)

// An expr is a condition with three outcomes: true, false, and unknown where a
// number is compared with a field that is none. Only true answers a query.
//
// Because unknown stays unknown under not, a negation is moved inwards until
// it only turns an operator round; what is left has no not, and there unknown
// may count as false.
type expr interface {
	not() expr
	cond() cond
	ranges() []Range // sorted by column, one a column
	appendTo(b []byte, s *Schema) []byte
}

type (
	andExpr    []expr
	orExpr     []expr
	numberExpr struct {
		col int
		op  operator
		num Number
	}
	textExpr struct {
		col  int
		op   operator
		text []byte
	}
	columnExpr struct {
		col, other int
		op         operator
		numeric    bool
	}
	nullExpr struct {
		col  int
		null bool
	}
	patternExpr struct {
		col     int
		re      *regexp.Regexp
		negated bool
	}
)

// An operator is the set of orders between two values that satisfy it.
type operator uint8

const (
	less operator = 1 << iota
	equal
	greater
)

var operators = map[string]operator{
	"=": equal, "!=": less | greater,
	"<": less, "<=": less | equal,
	">": greater, ">=": greater | equal,
}

// holds reports whether c, -1, 0 or +1, is one of the orders.
func (op operator) holds(c int) bool { return op&(less<<(c+1)) != 0 }

func (op operator) not() operator { return op ^ (less | equal | greater) }

// allOf joins conditions by and.
func allOf(list []expr) expr {
	var all andExpr
	for _, e := range list {
		if inner, ok := e.(andExpr); ok {
			all = append(all, inner...)
		} else {
			all = append(all, e)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// anyOf joins conditions by or.
func anyOf(list []expr) expr {
	var some orExpr
	for _, e := range list {
		if inner, ok := e.(orExpr); ok {
			some = append(some, inner...)
		} else {
			some = append(some, e)
		}
	}
	if len(some) == 1 {
		return some[0]
	}
	return some
}

func (e andExpr) not() expr     { return anyOf(notAll(e)) }
func (e orExpr) not() expr      { return allOf(notAll(e)) }
func (e numberExpr) not() expr  { return numberExpr{e.col, e.op.not(), e.num} }
func (e textExpr) not() expr    { return textExpr{e.col, e.op.not(), e.text} }
func (e columnExpr) not() expr  { return columnExpr{e.col, e.other, e.op.not(), e.numeric} }
func (e nullExpr) not() expr    { return nullExpr{e.col, !e.null} }
func (e patternExpr) not() expr { return patternExpr{e.col, e.re, !e.negated} }

func notAll(list []expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		out[i] = e.not()
	}
	return out
}

func conds(list []expr) []cond {
	out := make([]cond, len(list))
	for i, e := range list {
		out[i] = e.cond()
	}
	return out
}

func (e andExpr) cond() cond {
	list := conds(e)
	return func(r Record) bool {
		for _, c := range list {
			if !c(r) {
				return false
			}
		}
		return true
	}
}

func (e orExpr) cond() cond {
	list := conds(e)
	return func(r Record) bool {
		for _, c := range list {
			if c(r) {
				return true
			}
		}
		return false
	}
}

func (e numberExpr) cond() cond {
	want, small := e.num.Int64()
	return func(r Record) bool {
		f := r.Field(e.col)
		if len(f) == 0 {
			return false
		}
		if v, ok := ParseInt(f); ok && small {
			return e.op.holds(cmp.Compare(v, want))
		}
		n, ok := ParseNumber(f)
		return ok && e.op.holds(n.Cmp(e.num))
	}
}

func (e textExpr) cond() cond {
	switch e.op {
	case equal:
		return func(r Record) bool { return bytes.Equal(r.Field(e.col), e.text) }
	case less | greater:
		return func(r Record) bool { return !bytes.Equal(r.Field(e.col), e.text) }
	}
	return func(r Record) bool { return e.op.holds(bytes.Compare(r.Field(e.col), e.text)) }
}

func (e columnExpr) cond() cond {
	if !e.numeric {
		return func(r Record) bool {
			return e.op.holds(bytes.Compare(r.Field(e.col), r.Field(e.other)))
		}
	}
	return func(r Record) bool {
		a, ok := ParseNumber(r.Field(e.col))
		if !ok {
			return false
		}
		b, ok := ParseNumber(r.Field(e.other))
		return ok && e.op.holds(a.Cmp(b))
	}
}

func (e nullExpr) cond() cond {
	return func(r Record) bool { return (len(r.Field(e.col)) == 0) == e.null }
}

func (e patternExpr) cond() cond {
	return func(r Record) bool { return e.re.Match(r.Field(e.col)) != e.negated }
}
