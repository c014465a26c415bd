package query_test

import (
	"testing"

	"geoscan/query"
)

func TestTextIsNormal(t *testing.T) {
	for where, want := range map[string]string{
		"":                                    "",
		"LAT>5":                               "latitude > 5",
		"not lat > 5":                         "latitude <= 5",
		"not (lat > 5 or id = 3)":             "latitude <= 5 and id != 3",
		"not (lat > 5 and id = 3)":            "latitude <= 5 or id != 3",
		"(id = 1 or id = 2) and lat > 5":      "id in (1, 2) and latitude > 5",
		"(id = 1 or lat = 2) and lat > 5":     "(id = 1 or latitude = 2) and latitude > 5",
		"id = 1 and lat = 2 or lat > 5":       "id = 1 and latitude = 2 or latitude > 5",
		"((id = 1) or ((id = 2 or lat = 3)))": "id = 1 or id = 2 or latitude = 3",
		"id in (1, 'x', lat)":                 "id in (1, 'x', latitude)",
		"id in (7)":                           "id = 7",
		"id not in (1, 2)":                    "id != 1 and id != 2",
		"id between 1 and 2":                  "id between 1 and 2",
		"id >= 1 and id <= 2 and id <= 3":     "id between 1 and 2 and id <= 3",
		"id not between 1 and 2":              "id < 1 or id > 2",
		"id >= 1 and lat <= 2":                "id >= 1 and latitude <= 2",
		"name = 'L''Aquila'":                  "name = 'L''Aquila'",
		"not name ~ 'a''b'":                   "not name ~ 'a''b'",
		"not name is null":                    "name is not null",
		"id = 1.50 or id = -.5e1":             "id in (1.50, -5)",
		"id in (1e3, -0.0001, 8848., 1e-30)":  "id in (1e3, -0.0001, 8848, 1e-30)",
		"id = 123456789012345678901.5":        "id = 123456789012345678901.5",
		"near(1, 2.50, 3)":                    "distance(1, 2.5) <= 3",
		"not near(-1, 2, 3.0)":                "distance(-1, 2) > 3.0",
		"distance(1,2) between 3 and 4":       "distance(1, 2) between 3 and 4",
		"distance(1,2) in (3, 4)":             "distance(1, 2) in (3, 4)",
		"distance(1,2) is null":               "(distance(1, 2) >= 0) is unknown",
		"not distance(1,2) is null":           "(distance(1, 2) >= 0) is not unknown",
		"bbox(1,-2,3,4.0)":                    "bbox(1, -2, 3, 4.0)",
		"not bbox(1,-2,3,4.0)":                "not bbox(1, -2, 3, 4.0)",
		"not match('É''')":                    "not match('É''')",
		"(id = 1 or lat = 2) is not unknown":  "(id = 1 or latitude = 2) is not unknown",
		"not id = 1 is unknown and lat = 3":   "(id = 1) is not unknown and latitude = 3",
	} {
		q := compileTowns(t, query.Text{Where: where})
		if got := q.Text().Where; got != want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
		checkText(t, q, towns(t), townRecords)
	}
}

func TestTextOfOtherParts(t *testing.T) {
	for _, test := range []struct{ text, want query.Text }{
		{query.Text{}, query.Text{Select: "*"}},
		{query.Text{Select: "LON, id"}, query.Text{Select: "longitude, id"}},
		{query.Text{Select: "id,name,lon,asciiname,alternatenames"}, query.Text{Select: "id, name, longitude, asciiname, alternatenames"}},
		{query.Text{Select: "*", OrderBy: "lat  DESC,name asc", Limit: 5}, query.Text{Select: "*", OrderBy: "latitude desc, name", Limit: 5}},
		{
			query.Text{Select: "distance(1,2),id,distance(3,4)", OrderBy: "distance(5,6)desc,distance(1,2)"},
			query.Text{Select: "distance(1, 2), id, distance(3, 4)", OrderBy: "distance(5, 6) desc, distance(1, 2)"},
		},
	} {
		if got := compileTowns(t, test.text).Text(); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.text, got, test.want)
		}
	}
}

// checkText compiles the text of a query again, and compares the two.
func checkText(t *testing.T, q *query.Query, s *query.Schema, recs []record) {
	t.Helper()
	text := q.Text()
	again, err := query.Compile(text, s)
	if err != nil {
		t.Errorf("%+v does not compile: %v", text, err)
		return
	}
	if got := again.Text(); got != text {
		t.Errorf("%+v\nbecomes\n%+v", text, got)
	}
	for _, r := range recs {
		if q.Match(r) != again.Match(r) {
			t.Errorf("%+v: record %q: %v, compiled again %v", text, r, q.Match(r), again.Match(r))
		}
	}
}

// TestNames compiles names that are no plain words of ASCII.
func TestNames(t *testing.T) {
	s, err := query.NewSchema(
		query.Column{Name: "größe", Kind: query.Numeric},
		query.Column{Name: "and"},
		query.Column{Name: `say "hi"`},
		query.Column{Name: "name in Ελλάδα"},
		query.Column{Name: "oré"},
		query.Column{Name: "1st"},
		query.Column{Name: "unknown"},
		query.Column{Name: "near"},
		query.Column{Name: "名前_2"},
	)
	if err != nil {
		t.Fatal(err)
	}
	r := record{"5", "x", "hi", "gr", "o", "1", "u", "n", "名"}
	for where, want := range map[string]string{
		`größe = 5`:                   `größe = 5`,
		`GRÖSSE = 5 or Größe = 5`:     ``,
		`"and" = 'x' and "AND" > 'w'`: `"and" = 'x' and "and" > 'w'`,
		`"say ""hi""" = 'hi'`:         `"say ""hi""" = 'hi'`,
		`"name in Ελλάδα" = 'gr'`:     `"name in Ελλάδα" = 'gr'`,
		`oré = 'o'`:                   `oré = 'o'`,
		`"1st" = 1`:                   `"1st" = 1`,
		`unknown = 'u' and (unknown = 'u') is not Unknown`: `unknown = 'u' and (unknown = 'u') is not unknown`,
		`near = 'n' and "near" = 'n'`:                      `near = 'n' and near = 'n'`,
		`"größe" = 5 and 名前_2 = '名' and 名前_2 != "and"`:     `größe = 5 and 名前_2 = '名' and 名前_2 != "and"`,
	} {
		q, err := query.Compile(query.Text{Where: where, OrderBy: `"1st" desc, 名前_2`, Select: `"and",near`}, s)
		if want == "" {
			if err == nil {
				t.Errorf("%s: no error", where)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		if text := (query.Text{Where: want, OrderBy: `"1st" desc, 名前_2`, Select: `"and", near`}); q.Text() != text {
			t.Errorf("%s: %+v, want %+v", where, q.Text(), text)
		}
		if !q.Match(r) {
			t.Errorf("%s does not match", where)
		}
		checkText(t, q, s, []record{r})
	}
}
