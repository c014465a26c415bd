package strategytest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"geoscan"
	"geoscan/geonames"
	"geoscan/query"
)

// peaks is a small table of all kinds of columns; single is the smallest.
func peaks() *query.Schema {
	return mustSchema(
		query.Column{Name: "id", Kind: query.Numeric},
		query.Column{Name: "name", Aliases: []string{"n", "title"}},
		query.Column{Name: "height", Aliases: []string{"h"}, Kind: query.Numeric},
		query.Column{Name: "tag"},
	)
}

func single() *query.Schema { return mustSchema(query.Column{Name: "v", Kind: query.Numeric}) }

func mustSchema(cols ...query.Column) *query.Schema {
	s, err := query.NewSchema(cols...)
	if err != nil {
		panic(err) // a name is used twice above
	}
	return s
}

// edgeInputs break programs that read lines, for the table of peaks.
var edgeInputs = []struct{ name, data string }{
	{"empty", ""},
	{"LF", "\n"},
	{"CR", "\r"},
	{"CRLF", "\r\n"},
	{"CR CR LF", "\r\r\n"},
	{"LFs", "\n\n\n\n\n"},
	{"LFs around a record", "\n\n1\ta\t9\tx\n\n\n"},
	{"CRLFs around a record", "\r\n\r\n1\ta\t9\tx\r\n\r\n"},
	{"one byte", "x"},
	{"one tab", "\t"},
	{"only tabs", "\t\t\t"},
	{"only tabs, LF", "\t\t\t\n"},
	{"only tabs, one too many", "\t\t\t\t\n"},
	{"one record", "1\ta\t9\tx\n"},
	{"one record, no LF", "1\ta\t9\tx"},
	{"two records, no last LF", "1\ta\t9\tx\n2\tb\t8\ty"},
	{"one record, CRLF", "1\ta\t9\tx\r\n"},
	{"one record, CR at the end", "1\ta\t9\tx\r"},
	{"one record, CR CR LF", "1\ta\t9\tx\r\r\n"},
	{"last field empty, CRLF", "1\ta\t9\t\r\n2\tb\t8\t\r\n"},
	{"last field empty, no LF", "1\ta\t9\t\n2\tb\t8\t"},
	{"mixed ends", "1\ta\t9\tx\r\n2\tb\t8\ty\n3\tc\t7\tz\r\n4\td\t6\tw"},
	{"a CR starts a line", "1\ta\t9\tx\n\r2\tb\t8\ty\n"},
	{"a line of one CR", "1\ta\t9\tx\n\r\n2\tb\t8\ty\n\r"},
	{"CR inside fields", "1\ta\rb\t9\r\tx\n\r\t\r\t\r\t\r\n"},
	{"BOM", "\xEF\xBB\xBF"},
	{"BOM, LF", "\xEF\xBB\xBF\n"},
	{"BOM, record", "\xEF\xBB\xBF1\ta\t9\tx\n2\tb\t8\ty\n"},
	{"BOM, record, no LF", "\xEF\xBB\xBF1\ta\t9\tx"},
	{"two BOMs", "\xEF\xBB\xBF\xEF\xBB\xBF1\ta\t9\tx\n"},
	{"BOM in the second line", "1\ta\t9\tx\n\xEF\xBB\xBF2\tb\t8\ty\n"},
	{"half a BOM", "\xEF\xBB"},
	{"half a BOM, record", "\xEF\xBB1\ta\t9\tx\n"},
	{"BOM, malformed", "\xEF\xBB\xBF1\ta\n2\tb\t8\ty\n"},
	{"malformed first", "1\ta\t9\n2\tb\t8\ty\n3\tc\t7\tz\n"},
	{"malformed last", "1\ta\t9\tx\n2\tb\t8\ty\n3\tc\t7"},
	{"malformed middle", "1\ta\t9\tx\n\n2\tb\t8\ty\tq\n3\tc\t7\tz\n"},
	{"all malformed", "a\nb\nc\td\ne\tf\tg\n1\t2\t3\t4\t5\n"},
	{"a tab too many at the end", "1\ta\t9\tx\t\n2\tb\t8\ty\n"},
	{"quotes", "1\t\"a\t9\tx\"\n2\t\"b\n\"3\tc\t8\ty\n4\t''\t7\t'\n"},
	{"backslashes", "1\t\\\t9\t\\\n2\ta\\\t8\t\\N\n"},
	{"NULs", "1\t\x00\t9\tx\x00\n\x00\n2\tb\t\x009\t\x00\n"},
	{"not UTF-8", "1\t\xff\t9\t\xc3\n2\t\xc3\x28\t8\t\x80\n"},
	{"other line ends", "1\ta\u2028b\t9\tx\u0085\n2\tb\v\f\t8\t\u2029\n"},
	{"numbers", "1\ta\t9.\tx\n2\tb\t+9\ty\n3\tc\t.9e1\tz\n4\td\t 9\tw\n5\te\t\tv\n6\tf\t9a\tu\n-7\tg\t-9\tt\n"},
	{"empty fields", "\ta\t9\tx\n1\tb\t\ty\n\t\t10\t\n2\t\t\t\n\td\t3\t\n"},
	{"above 64 bits", "9007199254740993\ta\t9007199254740992\tx\n1\tb\t18446744073709551617\ty\n1\tc\t-9223372036854775809\ty\n"},
}

// edgeQuestions are put to all edge inputs. Those before heavyQuestions are put
// under all settings, the others in turn.
var edgeQuestions = []question{
	{},
	{where: comparison{2, ">", num("8")}, order: []orderKey{{2, true}}},
	{order: []orderKey{{1, true}, {2, false}}, limit: 2},
	{limit: 1},
	{where: negation{comparison{2, ">", num("8")}}},
	{where: either{comparison{2, "!=", num("9")}, comparison{1, "=", text("a")}}},
	{order: []orderKey{{2, false}}},
	{where: comparison{2, "<=", num("9.0")}, limit: 2},
	{where: match{1, "^[ab]"}, cols: []int{3, 0, 3}},
	{where: between{2, num("7"), num("9"), false}, order: []orderKey{{3, false}}},
	{where: columns{0, "<", 2, true}},
	{where: null{3, false}, limit: 1000},
	{where: negation{both{comparison{1, "=", text("a")}, negation{comparison{2, "<", num("9")}}}}},
	{order: []orderKey{{0, false}}, limit: 1000},
	{where: in{2, []literal{num("9"), text("")}, true}, cols: []int{1}},
	{where: either{comparison{0, ">=", num("1")}, comparison{2, ">", num("8")}}},
	{where: uncertainty{both{comparison{2, ">", num("8")}, comparison{1, "!=", text("a")}}, false}},
	{where: both{comparison{0, ">=", num("1")}, either{comparison{2, ">", num("8")}, comparison{0, "<", num("2")}}}},
}

const heavyQuestions = 4

func checkEdges(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	suits := compile(t, schema, nil, edgeQuestions...)
	for n, in := range edgeInputs {
		for i, opt := range settings() {
			few := append(suits[:heavyQuestions:heavyQuestions], suits[heavyQuestions+(n+i)%(len(suits)-heavyQuestions)])
			trial{in.name, []byte(in.data), schema, few}.run(t, s, []geoscan.Options{opt})
			if t.Failed() {
				break
			}
		}
	}
	checkSingleColumn(t, s)
}

// checkSingleColumn scans a table without a single tab, where no record is
// malformed unless it has one.
func checkSingleColumn(t *testing.T, s geoscan.Strategy) {
	schema := single()
	suits := compile(t, schema, nil, question{},
		question{where: comparison{0, ">=", num("2")}, order: []orderKey{{0, true}}},
		question{where: comparison{0, "!=", text("2")}, limit: 2})
	data := "\xEF\xBB\xBF3\n\n2\r\n\n1\t1\n2"
	for n := range len(data) + 1 {
		trial{"one column", []byte(data[:n]), schema, suits}.run(t, s, some(settings(), 5, n))
	}
}

// some returns every n-th of list.
func some[T any](list []T, n, start int) (few []T) {
	for i := start % n; i < len(list); i += n {
		few = append(few, list[i])
	}
	return few
}

// checkReaders puts a few questions with every kind of reader.
func checkReaders(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	tr := trial{
		schema: schema,
		suits:  compile(t, schema, nil, edgeQuestions[:heavyQuestions]...),
		data:   []byte("\xEF\xBB\xBF1\ta\t9\tx\r\n\n2\tb\t8\n3\tc\t9.5\tz\n" + strings.Repeat("4\td\t1\ty\n", 20) + "5\te\t10\tw\r"),
	}
	wants := tr.wants()
	for i, shape := range shapes {
		tr.name = fmt.Sprintf("reader %d", i)
		for _, opt := range some(settings(), 3, i) {
			src := newSource(t, tr.data, fenceEnd)
			src.shape = shape
			tr.runOn(t, s, src, opt, wants)
		}
	}
}

// checkShares scans records of one length, so that the borders of shares and
// chunks fall on record starts, one byte before, and one behind.
func checkShares(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	suits := compile(t, schema, nil, question{}, question{where: comparison{2, ">", num("4")}, order: []orderKey{{2, true}}, limit: 5})
	for n := range 71 {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "%02d\ta\t%d\t%s\n", i, i%10, "x"[:i/8%2])
		}
		trial{fmt.Sprintf("%d equal records", n), b.Bytes(), schema, suits}.run(t, s, some(settings(), 10, n))
	}
	everyDOP(t, s, schema, suits)
}

// everyDOP scans 16 records of 8 bytes with each dop, so that shares begin at
// records for some of them, and in the midst of records for others.
func everyDOP(t *testing.T, s geoscan.Strategy, schema *query.Schema, suits []suit) {
	data := bytes.Repeat([]byte("1\ta\t5\tx\n"), 16)
	for dop := 1; dop <= len(data)+1; dop++ {
		opt := geoscan.Options{DOP: dop, ChunkSize: chunks[dop%len(chunks)]}
		trial{"16 equal records", data, schema, suits}.run(t, s, []geoscan.Options{opt})
	}
}

// checkLongRecords scans records that are longer than buffers and chunks.
func checkLongRecords(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	suits := compile(t, schema, nil, question{cols: []int{0, 2}},
		question{where: comparison{2, ">", num("8")}, order: []orderKey{{1, true}}},
		question{where: match{1, "y$"}, cols: []int{0}, limit: 1})
	long := strings.Repeat("long\u00e4", 50_000)
	data := "1\ta\t9\tx\n2\t" + long + "y\t9\tx\n3\tb\t9\t" + long + "\r\n4\tc\t9\n5\t" + long[:65535] + "\t10\tx\n" +
		"6\t" + long[:4090] + "\t11\tx\n7\t" + long + "\n8\td\t12\t" + long
	opts := []geoscan.Options{{DOP: 1}, {DOP: 2, ChunkSize: 64}, {DOP: 3, ChunkSize: 4096}, {DOP: 64}}
	trial{"long records", []byte(data), schema, suits}.run(t, s, opts)
}

// checkRandom scans random tables.
func checkRandom(t *testing.T, s geoscan.Strategy) {
	seed := newSeed(t)
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	schemas := []*query.Schema{peaks(), single(), geonames.Schema()}
	for i := range rounds {
		schema := schemas[i%len(schemas)]
		m := newMaker(schema, seed+uint64(i))
		data := m.table([]int{3, 25, 100}[i/3%3])
		questions := []question{m.question(), m.question(), m.question(), m.question(), m.question()}
		tr := trial{fmt.Sprintf("random table %d", i), data, schema, compile(t, schema, m.Rand, questions...)}
		tr.run(t, s, some(settings(), 9, i))
		if t.Failed() {
			return
		}
	}
}
