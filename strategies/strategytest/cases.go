package strategytest

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"geoscan"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/query"
)

//go:embed testdata/cases
var caseFiles embed.FS

// A Case is one check on an input that broke other programs: see
// testdata/cases/README.md.
type Case struct {
	Name    string   `json:"case"`
	Input   string   `json:"input"` // its file's name
	Where   string   `json:"where"`
	OrderBy string   `json:"order_by"`
	Select  []string `json:"select"` // nil: geonameid
	Format  string   `json:"format"` // "": tsv
	DOPText string   `json:"dops"`

	IDs        []int64    `json:"expect_ids"` // nil: not checked
	Rows       [][]string `json:"expect_rows"`
	Count      *int       `json:"expect_count"`
	Stdout     *string    `json:"expect_stdout"`
	Malformed  *int64     `json:"malformed"`
	Exit       int        `json:"exit"`
	StderrSays string     `json:"stderr_says"`
}

// Cases returns all cases.
func Cases(t testing.TB) (list []Case) {
	t.Helper()
	text, err := caseFiles.ReadFile("testdata/cases/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// Data returns the case's input.
func (c Case) Data(t testing.TB) []byte {
	t.Helper()
	data, err := caseFiles.ReadFile("testdata/cases/" + c.Input)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Columns returns the columns to select.
func (c Case) Columns() []string {
	if len(c.Select) == 0 {
		return []string{"geonameid"}
	}
	return c.Select
}

// DOPs returns at which degrees of parallelism the case is to be run: 1, 2, 7
// and its own.
func (c Case) DOPs(t testing.TB) []int {
	t.Helper()
	list := []int{1, 2, 7}
	for _, s := range strings.FieldsFunc(c.DOPText, func(r rune) bool { return r == ',' }) {
		low, high, _ := strings.Cut(s, "-")
		if high == "" {
			high = low
		}
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: dops %q", c.Name, c.DOPText)
		}
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// CheckRows returns what is wrong with the rows that the case gave, or "". Each
// has the selected columns.
func (c Case) CheckRows(rows [][]string) string {
	var want [][]string
	for _, id := range c.IDs {
		want = append(want, []string{strconv.FormatInt(id, 10)})
	}
	id := slices.Index(c.Columns(), "geonameid")
	switch {
	case c.Count != nil && len(rows) != *c.Count:
		return fmt.Sprintf("%d rows, want %d", len(rows), *c.Count)
	case c.Rows != nil:
		want = c.Rows
	case c.IDs == nil || id < 0:
		if c.IDs != nil && len(rows) != len(c.IDs) {
			return fmt.Sprintf("%d rows, want %d", len(rows), len(c.IDs))
		}
		return ""
	default:
		for i := range rows {
			rows[i] = rows[i][id : id+1]
		}
	}
	if !slices.EqualFunc(rows, want, slices.Equal) {
		return fmt.Sprintf("rows %q, want %q", rows, want)
	}
	return ""
}

func checkCases(t *testing.T, s geoscan.Strategy) {
	for _, c := range Cases(t) {
		name := newFile(t, c.Data(t))
		dops := c.DOPs(t)
		if testing.Short() {
			dops = some(dops, 1+len(dops)/4, 1)
		}
		for _, dop := range dops {
			if msg := c.run(s, name, geoscan.Options{DOP: dop, ChunkSize: chunks[dop%len(chunks)] * 100}); msg != "" {
				t.Errorf("%s: %s where %q at DOP %d: %s", c.Name, c.Input, c.Where, dop, msg)
				break
			}
		}
	}
}

// run puts the case to s through the library, and returns what is wrong.
func (c Case) run(s geoscan.Strategy, file string, opt geoscan.Options) string {
	rows, stats, err := c.scan(s, file, opt)
	switch {
	case c.Exit != 0 && err == nil:
		return "no error"
	case c.Exit != 0 && !regexp.MustCompile(c.StderrSays).MatchString(err.Error()):
		return fmt.Sprintf("error %q, want one that says %q", err, c.StderrSays)
	case c.Exit == 0 && err != nil:
		return err.Error()
	case c.Malformed != nil && stats.Malformed != *c.Malformed:
		return fmt.Sprintf("%d malformed records, want %d", stats.Malformed, *c.Malformed)
	}
	return c.CheckRows(rows)
}

func (c Case) scan(s geoscan.Strategy, file string, opt geoscan.Options) (rows [][]string, stats query.Stats, err error) {
	text := query.Text{Where: c.Where, OrderBy: c.OrderBy, Select: strings.Join(c.Columns(), ",")}
	q, err := query.Compile(text, geonames.Schema())
	if err != nil {
		return nil, stats, err
	}
	src, err := input.Open(file)
	if err != nil {
		return nil, stats, err
	}
	defer src.Close()
	tab, err := s.Open(context.Background(), src, opt)
	if err != nil {
		return nil, stats, err
	}
	defer tab.Close()
	got := scan(context.Background(), tab, q, opt, nil)
	for _, r := range got.rows {
		rows = append(rows, r.fields)
	}
	return rows, got.stats, got.err
}
