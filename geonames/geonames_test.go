package geonames_test

import (
	"fmt"
	"strings"
	"testing"

	"geoscan/geonames"
	"geoscan/query"
)

// names are the columns in the order of GeoNames' readme.
const names = "geonameid name asciiname alternatenames latitude longitude feature_class feature_code country_code cc2 " +
	"admin1_code admin2_code admin3_code admin4_code population elevation dem timezone modification_date"

const numeric = " geonameid latitude longitude population elevation dem "

func TestSchema(t *testing.T) {
	s := geonames.Schema()
	fields := strings.Fields(names)
	if s.NumColumns() != len(fields) {
		t.Fatalf("%d columns, want %d", s.NumColumns(), len(fields))
	}
	for i, name := range fields {
		c := s.Column(i)
		want := query.Bytes
		if strings.Contains(numeric, " "+name+" ") {
			want = query.Numeric
		}
		if c.Name != name || c.Kind != want || c.Doc == "" {
			t.Errorf("column %d is %+v, want %s, %v, with Doc", i, c, name, want)
		}
		if col, ok := s.Lookup(strings.ToUpper(name)); !ok || col != i {
			t.Errorf("Lookup of %s in upper case: %d, %v", name, col, ok)
		}
	}
}

func TestAliases(t *testing.T) {
	s := geonames.Schema()
	for alias, name := range map[string]string{
		"id": "geonameid", "lat": "latitude", "lon": "longitude", "country": "country_code",
		"class": "feature_class", "code": "feature_code", "date": "modification_date",
	} {
		col, ok := s.Lookup(alias)
		if !ok || s.Column(col).Name != name {
			t.Errorf("%s is column %d, want %s", alias, col, name)
		}
	}
}

func TestArticleQuery(t *testing.T) {
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(q.Select(), q.Ordered(), q.Limit(), q.LastColumn()); got != "[1 15 8] true 0 15" {
		t.Errorf("columns, ordered, limit, last column: %s", got)
	}
	fields := make(record, 19)
	for elevation, want := range map[string]bool{"8848": true, "8000": false, "8000.5": true, "": false, "-9999": false} {
		fields[15] = elevation
		if q.Match(fields) != want {
			t.Errorf("elevation %q: match %v", elevation, !want)
		}
	}
}

type record []string

func (r record) Len() int             { return len(r) }
func (r record) Field(col int) []byte { return []byte(r[col]) }

func ExampleSchema() {
	s := geonames.Schema()
	col, _ := s.Lookup("country")
	fmt.Println(s.NumColumns(), "columns;", "country is column", col, "and called", s.Column(col).Name)
	// Output: 19 columns; country is column 8 and called country_code
}

func ExampleArticleQuery() {
	text := geonames.ArticleQuery()
	fmt.Printf("select %s where %s order by %s\n", text.Select, text.Where, text.OrderBy)
	// Output: select name, elevation, country_code where elevation > 8000 order by elevation desc
}
