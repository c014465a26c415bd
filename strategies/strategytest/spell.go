package strategytest

import (
	"math/rand/v2"
	"strings"

	"geoscan/query"
)

// A speller writes a tree as the text of a query. With a random source it uses
// all the freedom of the language: case, blanks, aliases, parentheses that
// change nothing.
type speller struct {
	strings.Builder
	schema *query.Schema
	rng    *rand.Rand // nil: the plain spelling
}

// text writes q as people would.
func (q question) text(schema *query.Schema, rng *rand.Rand) query.Text {
	w := &speller{schema: schema, rng: rng}
	var t query.Text
	if q.where != nil {
		q.where.spell(w)
	}
	t.Where = w.take()
	for i, key := range q.order {
		w.comma(i)
		w.column(key.col)
		switch {
		case key.desc:
			w.word("desc")
		case w.chance(3):
			w.word("asc")
		}
	}
	t.OrderBy = w.take()
	for i, col := range q.cols {
		w.comma(i)
		w.column(col)
	}
	t.Select = w.take()
	t.Limit = int64(q.limit)
	return t
}

func (w *speller) take() string {
	s := w.String()
	w.Reset()
	return s
}

// chance is true once in n times, and never in the plain spelling.
func (w *speller) chance(n int) bool { return w.rng != nil && w.rng.IntN(n) == 0 }

func (w *speller) blank() {
	w.WriteByte(' ')
	for w.chance(8) {
		w.WriteByte(" \t\r\n"[w.rng.IntN(4)])
	}
}

func (w *speller) word(s string) {
	w.blank()
	w.cased(s)
	w.blank()
}

func (w *speller) cased(s string) {
	if w.chance(4) {
		s = strings.ToUpper(s)
	}
	w.WriteString(s)
}

func (w *speller) comma(i int) {
	if i > 0 {
		w.WriteString(",")
		w.blank()
	}
}

func (w *speller) column(col int) {
	c := w.schema.Column(col)
	name := c.Name
	if len(c.Aliases) > 0 && w.chance(2) {
		name = c.Aliases[w.rng.IntN(len(c.Aliases))]
	}
	w.cased(name)
}

func (w *speller) operator(op string) {
	if !w.chance(3) {
		op = " " + op + " "
	}
	w.WriteString(op)
}

func (w *speller) literal(l literal) {
	if l.number {
		w.WriteString(l.text)
		return
	}
	w.WriteString("'" + strings.ReplaceAll(l.text, "'", "''") + "'")
}

// group writes terms with a word between them, each in parentheses where it
// needs them.
func (w *speller) group(terms []condition, word string, needs func(condition) bool) {
	for i, c := range terms {
		if i > 0 {
			w.word(word)
		}
		w.term(c, needs(c))
	}
}

func (w *speller) term(c condition, paren bool) {
	if paren || w.chance(6) {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	c.spell(w)
}

func (c both) spell(w *speller) {
	w.group(c, "and", func(c condition) bool {
		_, is := c.(either)
		return is
	})
}

func (c either) spell(w *speller) {
	w.group(c, "or", func(condition) bool { return false })
}

func (c negation) spell(w *speller) {
	w.cased("not")
	w.blank()
	_, isBoth := c.of.(both)
	_, isEither := c.of.(either)
	w.term(c.of, isBoth || isEither)
}

func (c uncertainty) spell(w *speller) {
	w.term(c.of, true)
	w.word("is")
	if c.negated {
		w.word("not")
	}
	w.cased("unknown")
}

func (c comparison) spell(w *speller) {
	w.column(c.col)
	w.operator(c.op)
	w.literal(c.lit)
}

func (c columns) spell(w *speller) {
	w.column(c.col)
	w.operator(c.op)
	w.column(c.other)
}

func (c null) spell(w *speller) {
	w.column(c.col)
	w.word("is")
	if c.negated {
		w.word("not")
	}
	w.cased("null")
}

func (c match) spell(w *speller) {
	w.column(c.col)
	w.operator("~")
	w.literal(text(c.pattern))
}

func (c in) spell(w *speller) {
	w.column(c.col)
	if c.negated {
		w.word("not")
	}
	w.word("in")
	w.WriteByte('(')
	for i, lit := range c.list {
		w.comma(i)
		w.literal(lit)
	}
	w.WriteByte(')')
}

func (c between) spell(w *speller) {
	w.column(c.col)
	if c.negated {
		w.word("not")
	}
	w.word("between")
	w.literal(c.low)
	w.word("and")
	w.literal(c.high)
}
