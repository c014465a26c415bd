package query_test

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"geoscan/query"
)

func TestAppendEscaped(t *testing.T) {
	for _, v := range []string{"", "plain", "\t", "\n", "\r", "a\tb\nc\rd", "\r\n", "\t\t", "Ǎ\tý", `\t`, "I J M @"} {
		field := query.AppendEscaped([]byte("x"), []byte(v))[1:]
		if bytes.ContainsAny(field, "\t\n\r") {
			t.Errorf("AppendEscaped(%q) = %q, which splits a record", v, field)
		}
		if !strings.ContainsAny(v, "\t\n\r") && string(field) != v {
			t.Errorf("AppendEscaped(%q) = %q, want it unchanged", v, field)
		}
		if back := query.AppendUnescaped(nil, field); string(back) != v {
			t.Errorf("AppendUnescaped(%q) = %q, want %q", field, back, v)
		}
	}
}

// Conditions, orders and rows see what was escaped, and only where the input
// says that it is.
func TestSetEscaped(t *testing.T) {
	schema, err := query.NewSchema(query.Column{Name: "a"}, query.Column{Name: "b"})
	if err != nil {
		t.Fatal(err)
	}
	records := []fieldsRecord{{"x", "1"}, {"x" + string(query.AppendEscaped(nil, []byte("\ty"))), "2"}, {"xA", "3"}}
	for _, tt := range []struct {
		where, orderBy string
		escaped        bool
		want           string
	}{
		{"", "", true, `"x" "x\ty" "xA" `},
		{"", "", false, `"x" "x\xffIy" "xA" `},
		{"a = 'x\ty'", "", true, `"x\ty" `},
		{"a = 'x\ty'", "", false, ``},
		{"a ~ '^x\\sy$'", "", true, `"x\ty" `},
		{"", "a desc", true, `"xA" "x\ty" "x" `},
		{"", "a desc", false, `"x\xffIy" "xA" "x" `},
	} {
		q, err := query.Compile(query.Text{Where: tt.where, OrderBy: tt.orderBy, Select: "a"}, schema)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		out := query.NewCollector(context.Background(), q, func(r query.Row) error {
			got.WriteString(quoted(r.Fields[0]))
			return nil
		})
		out.SetEscaped(tt.escaped)
		part := out.Part(0)
		for i, r := range records {
			part.Offer(int64(i), r)
		}
		part.Close(nil)
		out.EndInput()
		if _, err := out.Finish(); err != nil {
			t.Fatal(err)
		}
		if got.String() != tt.want {
			t.Errorf("where %q order by %q, escaped %t: %s, want %s", tt.where, tt.orderBy, tt.escaped, &got, tt.want)
		}
	}
}

// EndInput ends the escapes, too.
func TestSetEscapedOneInput(t *testing.T) {
	schema, err := query.NewSchema(query.Column{Name: "a"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Compile(query.Text{}, schema)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	out := query.NewCollector(context.Background(), q, func(r query.Row) error {
		got += quoted(r.Fields[0])
		return nil
	})
	out.SetEscaped(true)
	for input := range 2 {
		if input == 1 {
			out.EndInput()
		}
		part := out.Part(0)
		part.Offer(0, fieldsRecord{"\xFFI"})
		part.Close(nil)
	}
	out.EndInput()
	if _, err := out.Finish(); err != nil {
		t.Fatal(err)
	}
	if want := `"\t" "\xffI" `; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func quoted(b []byte) string { return strconv.Quote(string(b)) + " " }

// A fieldsRecord is a record of these fields.
type fieldsRecord []string

func (r fieldsRecord) Len() int             { return len(r) }
func (r fieldsRecord) Field(col int) []byte { return []byte(r[col]) }
