package query

// An unknownExpr says whether another condition is unknown. It is itself either
// true or false.
type unknownExpr struct {
	of      expr
	unknown bool
}

func (e unknownExpr) not() expr { return unknownExpr{e.of, !e.unknown} }

func (e unknownExpr) cond() cond {
	of := truthOf(e.of)
	return func(r Record) bool { return (of(r) == unknown) == e.unknown }
}

// ranges returns none: what is unknown often is so because of a field that is
// no number.
func (unknownExpr) ranges() []Range { return nil }

// A truth is an outcome of a condition. They are ordered: and takes the least,
// or the greatest.
type truth int8

const (
	no truth = iota
	unknown
	yes
)

// truthOf returns all three outcomes of a condition. Its size is in proportion
// to that of the condition, however deep that is.
func truthOf(e expr) func(Record) truth {
	switch e := e.(type) {
	case andExpr:
		return extreme(e, no)
	case orExpr:
		return extreme(e, yes)
	case unknownExpr:
		is := e.cond()
		return func(r Record) truth {
			if is(r) {
				return yes
			}
			return no
		}
	}
	is, not := e.cond(), e.not().cond()
	return func(r Record) truth {
		switch {
		case is(r):
			return yes
		case not(r):
			return no
		}
		return unknown
	}
}

// extreme returns the outcome among those of list that is nearest to end, which
// is no or yes.
func extreme(list []expr, end truth) func(Record) truth {
	terms := make([]func(Record) truth, len(list))
	for i, e := range list {
		terms[i] = truthOf(e)
	}
	return func(r Record) truth {
		t := yes - end
		for _, term := range terms {
			switch term(r) {
			case end:
				return end
			case unknown:
				t = unknown
			}
		}
		return t
	}
}
