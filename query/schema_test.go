package query_test

import (
	"testing"

	"geoscan/query"
)

func TestSchemaLookup(t *testing.T) {
	s := places(t)
	for name, want := range map[string]int{"id": 0, "ID": 0, "title": 1, "Title": 1, "height": 2, "H": 2, "depth": 4} {
		if col, ok := s.Lookup(name); !ok || col != want {
			t.Errorf("Lookup(%q) = %d, %v, want %d", name, col, ok, want)
		}
	}
	for _, name := range []string{"", "i", "ids", "名"} {
		if col, ok := s.Lookup(name); ok {
			t.Errorf("Lookup(%q) = %d, true", name, col)
		}
	}
}

func TestSchemaRejectsTwins(t *testing.T) {
	for _, cols := range [][]query.Column{
		{{Name: "a"}, {Name: "a"}},
		{{Name: "a"}, {Name: "A"}},
		{{Name: "a"}, {Name: "b", Aliases: []string{"a"}}},
		{{Name: "a", Aliases: []string{"x"}}, {Name: "b", Aliases: []string{"X"}}},
	} {
		if _, err := query.NewSchema(cols...); err == nil {
			t.Errorf("%+v: no error", cols)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"name", "height", "country_code", "elevation", "id"}
	for word, want := range map[string]string{
		"nmae": "name", "NAME": "name", "hight": "height", "elevaton": "elevation", "contry_code": "country_code",
		"x": "", "zzzzzz": "", "": "", "temperature": "",
	} {
		if got := query.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := places(t).Nearest("tittle"); got != "title" {
		t.Errorf("the nearest column to tittle is %q", got)
	}
}

func TestKindString(t *testing.T) {
	if query.Bytes.String() != "text" || query.Numeric.String() != "number" {
		t.Errorf("kinds are called %v and %v", query.Bytes, query.Numeric)
	}
}
