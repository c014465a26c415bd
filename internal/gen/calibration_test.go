package gen

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"geoscan/internal/profile"
	"geoscan/query"
)

const columnNames = "geonameid name asciiname alternatenames latitude longitude feature_class feature_code " +
	"country_code cc2 admin1_code admin2_code admin3_code admin4_code population elevation dem timezone modification_date"

func measure(t *testing.T, table []byte) *profile.Profile {
	t.Helper()
	var cols []query.Column
	for _, name := range strings.Fields(columnNames) {
		cols = append(cols, query.Column{Name: name})
	}
	s, err := query.NewSchema(cols...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.Read(context.Background(), bytes.NewReader(table), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A figure is one measure of a table beside that of real tables: 357,000 rows
// of GeoNames, whole countries and all towns of the world.
type figure struct {
	name      string
	got       float64
	want, tol float64
}

func TestCalibration(t *testing.T) {
	table, _ := table(t, Config{Rows: 200_000, Seed: 1})
	p := measure(t, table)
	if p.Records != 200_000 || p.Malformed != 0 || p.Blank != 0 {
		t.Fatalf("%d records, %d malformed, %d blank", p.Records, p.Malformed, p.Blank)
	}
	all := []figure{
		{"mean record length", p.Lengths.Mean(), 134, 6},
		{"median record length", float64(p.Lengths.Quantile(.5)), 113, 6},
		{"99th percentile of the record length", float64(p.Lengths.Quantile(.99)), 497, 100},
		{"longest record", float64(p.Lengths.Max), 7000, 4000},
		{"non-ASCII records, %", percent(p.NonASCII, p.Records), 31.4, 4},
		{"non-ASCII bytes, %", percent(p.NonASCIIBytes, p.Lengths.Sum), 9, 1.5},
	}
	all = append(all, columnFigures(p)...)
	all = append(all, rowFigures(t, table)...)
	for _, f := range all {
		if f.got < f.want-f.tol || f.got > f.want+f.tol {
			t.Errorf("%s: %.3f, want %.3f within %.3f", f.name, f.got, f.want, f.tol)
		}
	}
}

func percent(n, of int64) float64 { return 100 * float64(n) / float64(of) }

// columnFigures compares mean lengths and shares of empty and non-ASCII
// fields.
func columnFigures(p *profile.Profile) (all []figure) {
	type col struct{ mean, tol, empty, emptyTol, nonASCII, nonASCIITol float64 }
	want := map[string]col{
		"geonameid":         {7.0, .5, 0, 0, 0, 0},
		"name":              {10.1, .5, 0, 0, 12.2, 2},
		"asciiname":         {9.9, .5, 0, .01, 0, 0},
		"alternatenames":    {33, 4, 48, 3, 28.3, 3},
		"latitude":          {7.7, .3, 0, 0, 0, 0},
		"longitude":         {7.9, .4, 0, 0, 0, 0},
		"feature_class":     {1, .01, .1, .1, 0, 0},
		"feature_code":      {3.8, .3, .25, .2, 0, 0},
		"country_code":      {2, .1, 1.9, .4, 0, 0},
		"cc2":               {0, .1, 99.8, .1, 0, 0},
		"admin1_code":       {1.9, .2, 5.4, 2, 0, 0},
		"admin2_code":       {2.4, .3, 14.8, 3, 0, 0},
		"admin3_code":       {1.9, .4, 39.7, 4, 0, 0},
		"admin4_code":       {2.6, .5, 57.7, 4, 0, 0},
		"population":        {2.4, .4, 0, 0, 0, 0},
		"elevation":         {.3, .1, 89, 2, 0, 0},
		"dem":               {3.1, .3, 0, 0, 0, 0},
		"timezone":          {14.1, 1, .5, .5, 0, 0},
		"modification_date": {10, 0, 0, 0, 0, 0},
	}
	for i := range p.Columns {
		c := &p.Columns[i]
		w := want[c.Name]
		all = append(all,
			figure{c.Name + ", mean bytes", c.MeanBytes(p.Records), w.mean, w.tol},
			figure{c.Name + ", empty %", percent(c.Empty, p.Records), w.empty, w.emptyTol},
			figure{c.Name + ", non-ASCII %", percent(c.NonASCII, p.Records), w.nonASCII, w.nonASCIITol})
	}
	return all
}

// rowFigures compares what a profile does not hold: shares in percent, and
// numbers of rows that are rare but must occur.
func rowFigures(t *testing.T, table []byte) (all []figure) {
	const colPopulation = 14
	rows := rows(t, table)
	share := func(name string, want, tol float64, of, is func(row []string) bool) {
		var n, whole int64
		for _, row := range rows {
			if of(row) {
				whole++
				if is(row) {
					n++
				}
			}
		}
		all = append(all, figure{name + ", %", percent(n, whole), want, tol})
	}
	field := func(col int, ok func(string) bool) func([]string) bool {
		return func(row []string) bool { return ok(row[col]) }
	}
	is := func(want string) func(string) bool { return func(s string) bool { return s == want } }
	has := func(part string) func(string) bool { return func(s string) bool { return strings.Contains(s, part) } }
	above := func(n int64) func(string) bool {
		return func(s string) bool { v, err := strconv.ParseInt(s, 10, 64); return err == nil && v > n }
	}
	set := func(s string) bool { return s != "" }
	every := func([]string) bool { return true }

	share("dem -9999", 3.3, 1, every, field(colDem, is("-9999")))
	share("population 0", 50.5, 3, every, field(colPopulation, is("0")))
	share("elevation 0", .076, .04, every, field(colElevation, is("0")))
	share("elevation below 0", .018, .015, every, field(colElevation, has("-")))
	share("elevation set in US", 99, 1, field(colCountry, is("US")), field(colElevation, set))
	for _, c := range []string{"AF", "BR", "CN", "FR", "ID", "IN", "NP", "RU"} {
		share("elevation set in "+c, 1.05, 1.04, field(colCountry, is(c)), field(colElevation, set))
	}
	const rare, tol = .05, .0499
	share("elevation 8000", rare, tol, every, field(colElevation, is("8000")))
	share("dem above 8000 without elevation", rare, tol, field(colElevation, is("")), field(colDem, above(8000)))
	share("population above 32 bits", rare, tol, every, field(colPopulation, above(1<<32)))
	share("quote in a name", rare, tol, every, field(colName, has(`"`)))
	share("backslash in a name", rare, tol, every, field(colName, has(`\`)))
	share("thousands of bytes of alternatenames", rare, tol, every,
		func(row []string) bool { return len(row[colAlternates]) > 2000 })
	return all
}
