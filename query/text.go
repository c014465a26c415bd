package query

import (
	"strconv"
	"strings"
)

// Text returns the query in its normal form: columns by their names, every not
// moved inwards until there is none or it stands before a test that has no
// opposite, and no parentheses but those needed. Compiled again it is the same
// query.
func (q *Query) Text() Text {
	t := Text{Where: strings.Join(q.Terms(), " and "), Limit: q.limit}
	var b []byte
	for i, o := range q.order {
		b = o.appendTo(appendComma(b, i), q.schema)
	}
	t.OrderBy = string(b)
	if t.Select = "*"; !q.selectsAll() {
		b = b[:0]
		for i, col := range q.sel {
			b = q.appendColumn(appendComma(b, i), col)
		}
		t.Select = string(b)
	}
	return t
}

// selectsAll reports whether the selection is that of *.
func (q *Query) selectsAll() bool {
	for i, col := range q.sel {
		if i != col {
			return false
		}
	}
	return len(q.sel) == q.schema.NumColumns()
}

// Terms returns the conditions that every answer meets, each in its normal form:
// those that and joins in Where. There are none if every record answers.
func (q *Query) Terms() []string {
	if q.expr == nil {
		return nil
	}
	all, ok := q.expr.(andExpr)
	if !ok {
		return []string{string(q.expr.appendTo(nil, q.schema))}
	}
	return all.terms(q.schema)
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ", "...)
	}
	return b
}

func (q *Query) appendColumn(b []byte, col int) []byte {
	if n := q.schema.NumColumns(); col >= n {
		return q.pseudo[col-n].appendTo(b)
	}
	return appendName(b, q.schema, col)
}

func (o orderKey) appendTo(b []byte, s *Schema) []byte {
	if o.distance != nil {
		b = o.distance.appendTo(b)
	} else {
		b = appendName(b, s, o.col)
	}
	if o.desc {
		return append(b, " desc"...)
	}
	return b
}

// appendName appends a column's name, in quotes where it is no plain word.
func appendName(b []byte, s *Schema, col int) []byte {
	name := s.Column(col).Name
	if isWord(name) && !isKeyword(name) {
		return append(b, name...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(name, `"`, `""`)...)
	return append(b, '"')
}

// identifier returns the name that a word, or a name in quotes, stands for.
func identifier(word string) string {
	if name, ok := strings.CutPrefix(word, `"`); ok {
		return strings.ReplaceAll(name[:len(name)-1], `""`, `"`)
	}
	return word
}

// quote writes a text as a literal.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// unquote returns the text of a literal.
func unquote(s string) []byte {
	return []byte(strings.ReplaceAll(s[1:len(s)-1], "''", "'"))
}

func (op operator) String() string {
	return [...]string{
		less: "<", equal: "=", less | equal: "<=", greater: ">",
		less | greater: "!=", greater | equal: ">=",
	}[op]
}

func (e andExpr) appendTo(b []byte, s *Schema) []byte {
	return append(b, strings.Join(e.terms(s), " and ")...)
}

// terms returns the terms of a conjunction. Two that bound a value on both sides
// are one between.
func (e andExpr) terms(s *Schema) []string {
	var list []string
	for i := 0; i < len(e); i++ {
		var b []byte
		if text, ok := betweenText(e[i:], s); ok {
			b = append(b, text...)
			i++
		} else if or, ok := e[i].(orExpr); ok {
			b = or.appendTerm(b, s)
		} else {
			b = e[i].appendTo(b, s)
		}
		list = append(list, string(b))
	}
	return list
}

// betweenText returns the first two conditions of a list as one, if they are
// LEFT >= LOW and LEFT <= HIGH.
func betweenText(list []expr, s *Schema) (text string, ok bool) {
	if len(list) < 2 {
		return "", false
	}
	a, ok := list[0].(comparison)
	if !ok {
		return "", false
	}
	b, ok := list[1].(comparison)
	if !ok {
		return "", false
	}
	left, op, low := a.parts(s)
	other, op2, high := b.parts(s)
	ok = left == other && op == greater|equal && op2 == less|equal
	return left + " between " + low + " and " + high, ok
}

func (e orExpr) appendTo(b []byte, s *Schema) []byte {
	if left, values, ok := e.alternatives(s); ok {
		b = append(append(b, left...), " in ("...)
		return append(append(b, strings.Join(values, ", ")...), ')')
	}
	for i, term := range e {
		if i > 0 {
			b = append(b, " or "...)
		}
		b = term.appendTo(b, s)
	}
	return b
}

// appendTerm appends e as a term of a conjunction.
func (e orExpr) appendTerm(b []byte, s *Schema) []byte {
	if _, _, ok := e.alternatives(s); ok {
		return e.appendTo(b, s)
	}
	return append(e.appendTo(append(b, '('), s), ')')
}

// alternatives returns what is compared with which values, if all terms are
// LEFT = VALUE.
func (e orExpr) alternatives(s *Schema) (left string, values []string, ok bool) {
	for i, term := range e {
		c, ok := term.(comparison)
		if !ok {
			return "", nil, false
		}
		l, op, right := c.parts(s)
		if op != equal || i > 0 && l != left {
			return "", nil, false
		}
		left, values = l, append(values, right)
	}
	return left, values, true
}

// A comparison is an expr that has two sides.
type comparison interface {
	parts(s *Schema) (left string, op operator, right string)
}

func appendComparison(b []byte, c comparison, s *Schema) []byte {
	left, op, right := c.parts(s)
	b = append(append(b, left...), ' ')
	b = append(append(b, op.String()...), ' ')
	return append(b, right...)
}

func columnText(s *Schema, col int) string { return string(appendName(nil, s, col)) }

func (e numberExpr) parts(s *Schema) (left string, op operator, right string) {
	return columnText(s, e.col), e.op, e.num.String()
}

func (e textExpr) parts(s *Schema) (left string, op operator, right string) {
	return columnText(s, e.col), e.op, quote(string(e.text))
}

func (e columnExpr) parts(s *Schema) (left string, op operator, right string) {
	return columnText(s, e.col), e.op, columnText(s, e.other)
}

func (e distanceExpr) parts(*Schema) (left string, op operator, right string) {
	return string(e.distance.appendTo(nil)), e.op, e.km.String()
}

func (e numberExpr) appendTo(b []byte, s *Schema) []byte   { return appendComparison(b, e, s) }
func (e textExpr) appendTo(b []byte, s *Schema) []byte     { return appendComparison(b, e, s) }
func (e columnExpr) appendTo(b []byte, s *Schema) []byte   { return appendComparison(b, e, s) }
func (e distanceExpr) appendTo(b []byte, s *Schema) []byte { return appendComparison(b, e, s) }

func (e nullExpr) appendTo(b []byte, s *Schema) []byte {
	b = appendName(b, s, e.col)
	if e.null {
		return append(b, " is null"...)
	}
	return append(b, " is not null"...)
}

func (e patternExpr) appendTo(b []byte, s *Schema) []byte {
	b = appendName(appendNot(b, e.negated), s, e.col)
	return append(append(b, " ~ "...), quote(e.re.String())...)
}

func (e unknownExpr) appendTo(b []byte, s *Schema) []byte {
	b = append(e.of.appendTo(append(b, '('), s), ") is "...)
	return append(appendNot(b, !e.unknown), "unknown"...)
}

func (e matchExpr) appendTo(b []byte, _ *Schema) []byte {
	b = append(appendNot(b, e.negated), "match("...)
	return append(append(b, quote(string(e.text))...), ')')
}

func (e boxExpr) appendTo(b []byte, _ *Schema) []byte {
	b = append(appendNot(b, !e.inside), "bbox("...)
	for i, side := range []Number{e.west, e.south, e.east, e.north} {
		b = append(appendComma(b, i), side.String()...)
	}
	return append(b, ')')
}

func appendNot(b []byte, not bool) []byte {
	if not {
		return append(b, "not "...)
	}
	return b
}

func (d *distance) appendTo(b []byte) []byte {
	b = strconv.AppendFloat(append(b, "distance("...), d.from.lat, 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ", "...), d.from.lon, 'f', -1, 64)
	return append(b, ')')
}
