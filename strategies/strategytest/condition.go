package strategytest

import (
	"regexp"
	"strings"
)

// A verdict on a condition. It is unknown where a number is compared with a
// field that is none; only yes answers a query.
type verdict int

const (
	no verdict = iota - 1
	unknown
	yes
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// A condition is a node of the tree that stands for a query's text.
type condition interface {
	holds(fields []string) verdict
	spell(w *speller)
}

type (
	both     []condition // and
	either   []condition // or
	negation struct{ of condition }

	// uncertainty is (CONDITION) is [not] unknown.
	uncertainty struct {
		of      condition
		negated bool
	}

	// comparison is COLUMN OP LITERAL.
	comparison struct {
		col int
		op  string
		lit literal
	}
	// columns is COLUMN OP COLUMN.
	columns struct {
		col     int
		op      string
		other   int
		numeric bool
	}
	// null is COLUMN is [not] null.
	null struct {
		col     int
		negated bool
	}
	// match is COLUMN ~ PATTERN.
	match struct {
		col     int
		pattern string
	}
	// in is COLUMN [not] in (LITERAL, …).
	in struct {
		col     int
		list    []literal
		negated bool
	}
	// between is COLUMN [not] between LITERAL and LITERAL.
	between struct {
		col       int
		low, high literal
		negated   bool
	}
)

// A literal is a value in a query: a number or a text.
type literal struct {
	text   string
	number bool
}

func num(s string) literal  { return literal{s, true} }
func text(s string) literal { return literal{s, false} }

// compare compares a field with the literal; ok is false where that is unknown.
func (l literal) compare(field string) (c int, ok bool) {
	if !l.number {
		return strings.Compare(field, l.text), true
	}
	return compareNumbers(field, l.text)
}

func compareNumbers(a, b string) (c int, ok bool) {
	n, ok1 := parseNumber(a)
	m, ok2 := parseNumber(b)
	if !ok1 || !ok2 {
		return 0, false
	}
	return n.compare(m), true
}

func (c both) holds(fields []string) verdict {
	v := yes
	for _, term := range c {
		v = min(v, term.holds(fields))
	}
	return v
}

func (c either) holds(fields []string) verdict {
	v := no
	for _, term := range c {
		v = max(v, term.holds(fields))
	}
	return v
}

func (c negation) holds(fields []string) verdict { return -c.of.holds(fields) }

func (c uncertainty) holds(fields []string) verdict {
	return verdictOf((c.of.holds(fields) == unknown) != c.negated)
}

func (c comparison) holds(fields []string) verdict {
	order, ok := c.lit.compare(fields[c.col])
	return verdictOn(c.op, order, ok)
}

func (c columns) holds(fields []string) verdict {
	a, b := fields[c.col], fields[c.other]
	if !c.numeric {
		return verdictOn(c.op, strings.Compare(a, b), true)
	}
	order, ok := compareNumbers(a, b)
	return verdictOn(c.op, order, ok)
}

// verdictOn says whether two values in this order satisfy op.
func verdictOn(op string, order int, ok bool) verdict {
	if !ok {
		return unknown
	}
	switch op {
	case "=":
		return verdictOf(order == 0)
	case "!=":
		return verdictOf(order != 0)
	case "<":
		return verdictOf(order < 0)
	case "<=":
		return verdictOf(order <= 0)
	case ">":
		return verdictOf(order > 0)
	case ">=":
		return verdictOf(order >= 0)
	}
	panic("no operator " + op)
}

func (c null) holds(fields []string) verdict {
	return verdictOf((fields[c.col] == "") != c.negated)
}

func (c match) holds(fields []string) verdict {
	return verdictOf(regexp.MustCompile(c.pattern).MatchString(fields[c.col]))
}

func (c in) holds(fields []string) verdict {
	v := no
	for _, lit := range c.list {
		v = max(v, comparison{c.col, "=", lit}.holds(fields))
	}
	if c.negated {
		return -v
	}
	return v
}

func (c between) holds(fields []string) verdict {
	v := min(comparison{c.col, ">=", c.low}.holds(fields), comparison{c.col, "<=", c.high}.holds(fields))
	if c.negated {
		return -v
	}
	return v
}
