package strategytest

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"geoscan/query"
)

// A maker makes random tables and questions. The same seed makes the same.
type maker struct {
	*rand.Rand
	schema *query.Schema
	pool   []string // fields seen in the table, for literals that hit
}

func newMaker(schema *query.Schema, seed uint64) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(seed, 0x67656f7363616e)), schema: schema}
}

// numberForms are numbers, and what looks like them.
var numberForms = []string{
	"", "", "0", "-0", "+0", "00", "007", "8848", "8848.", "8848.0", "+8848", "8.848e3", "88480e-1",
	".5", "-.5", "0.50", "5e-1", "1E3", "1e+3", "-1", "-9999", "1e400", "-1e400", "1e-400", "0e999",
	"9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551616", "18446744073709551616.0",
	"99999999999999999999999999", "99999999999999999999999999.5", "999999999999999999", "1000000000000000000",
	"0.1000000000000000000001", "0.1", "1e99999999999", "2e99999999999", "1e-99999999999",
	"1_000", "1,5", " 5", "5 ", "0x10", "Inf", "NaN", "٣", "--5", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "5m",
}

var textForms = []string{
	"", "", "a", "a", "b", "A", "ab", "a b", " a", "a ", "é", "e\u0301", "日本", "'", "it's", `"`, `"q`, `\`, `\N`,
	"NULL", "null", "NA", "\x00", "\x00a", "\xff\xfe", "\xc3", "\u2028", "\u0085", "\r", "a\rb", "5", "05", "#", "//", "\xEF\xBB\xBF",
}

func pick[T any](m *maker, list []T) T { return list[m.IntN(len(list))] }

// field makes a field for a column.
func (m *maker) field(kind query.Kind) string {
	switch n := m.IntN(8); {
	case len(m.pool) > 0 && n == 0:
		return pick(m, m.pool) // of any column
	case kind == query.Numeric && n < 3:
		return pick(m, numberForms)
	case kind == query.Numeric:
		return strconv.Itoa(m.IntN(12) - 3)
	case n == 1:
		return strings.Repeat(pick(m, textForms), m.IntN(20))
	}
	return pick(m, textForms)
}

// table makes a table of up to n records with all that may go wrong in one.
func (m *maker) table(n int) []byte {
	var b []byte
	if m.IntN(6) == 0 {
		b = append(b, "\xEF\xBB\xBF"...)
	}
	odd := []int{0, 3, 12}[m.IntN(3)] // of 24 lines, how many are no good records
	for range m.IntN(n + 1) {
		switch k := m.IntN(24); {
		case k >= odd:
			b = append(b, m.record(m.schema.NumColumns())...)
		case k%3 > 0:
			b = append(b, m.record(m.IntN(2*m.schema.NumColumns())+1)...)
		}
		b = append(b, m.lineEnd()...)
	}
	if m.IntN(2) == 0 && len(b) > 0 && b[len(b)-1] == '\n' {
		b = b[:len(b)-1]
	}
	return b
}

func (m *maker) lineEnd() string {
	switch m.IntN(12) {
	case 0:
		return "\r\n"
	case 1:
		return "\r\r\n"
	}
	return "\n"
}

func (m *maker) record(width int) string {
	fields := make([]string, width)
	for i := range fields {
		fields[i] = m.field(m.schema.Column(i % m.schema.NumColumns()).Kind)
	}
	if len(m.pool) < 100 {
		m.pool = append(m.pool, fields...)
	}
	return strings.Join(fields, "\t")
}

// question makes a random question.
func (m *maker) question() question {
	var q question
	if m.IntN(8) > 0 {
		q.where = m.condition(m.IntN(4))
	}
	for range max(0, m.IntN(6)-2) {
		q.order = append(q.order, orderKey{m.column(), m.IntN(2) == 0})
	}
	for range max(0, m.IntN(6)-2) {
		q.cols = append(q.cols, m.column())
	}
	if m.IntN(3) == 0 {
		q.limit = 1 + m.IntN(8)
	}
	return q
}

func (m *maker) column() int { return m.IntN(m.schema.NumColumns()) }

// condition makes a tree of at most this depth.
func (m *maker) condition(depth int) condition {
	if depth == 0 {
		return m.test()
	}
	switch m.IntN(10) {
	case 0, 1:
		return negation{m.condition(depth - 1)}
	case 2:
		return uncertainty{m.condition(depth - 1), m.IntN(2) == 0}
	case 3, 4, 5:
		return both(m.terms(depth))
	}
	return either(m.terms(depth))
}

func (m *maker) terms(depth int) (list []condition) {
	for range 2 + m.IntN(2) {
		list = append(list, m.condition(depth-1))
	}
	return list
}

func (m *maker) test() condition {
	col := m.column()
	op := pick(m, []string{"=", "!=", "<", "<=", ">", ">="})
	switch m.IntN(9) {
	case 0:
		return null{col, m.IntN(2) == 0}
	case 1:
		return match{col, pick(m, []string{"a", "^a", "^$", "[0-9]+$", "(?i)B", `\x00`, "'", `^\pL+$`, "."})}
	case 2:
		return in{col, m.literals(1 + m.IntN(3)), m.IntN(2) == 0}
	case 3:
		return between{col, m.literal(), m.literal(), m.IntN(2) == 0}
	case 4:
		other := m.column()
		numeric := m.schema.Column(col).Kind == query.Numeric && m.schema.Column(other).Kind == query.Numeric
		return columns{col, op, other, numeric}
	}
	return comparison{col, op, m.literal()}
}

func (m *maker) literals(n int) (list []literal) {
	for range n {
		list = append(list, m.literal())
	}
	return list
}

// literal makes a literal that often occurs in the table.
func (m *maker) literal() literal {
	s := pick(m, textForms)
	switch n := m.IntN(8); {
	case n < 3:
		return num(strconv.Itoa(m.IntN(12) - 3))
	case n < 5:
		s = pick(m, numberForms)
	case len(m.pool) > 0:
		s = pick(m, m.pool)
	}
	_, isNumber := parseNumber(s)
	return literal{s, isNumber && m.IntN(3) > 0}
}
