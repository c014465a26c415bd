package output_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"geoscan/geonames"
	"geoscan/output"
	"geoscan/query"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A table is rows of some columns.
type table struct {
	schema *query.Schema
	sel    []int
	rows   [][]string
}

// selection returns a table of the columns that text selects.
func selection(t testing.TB, text string, rows ...[]string) table {
	t.Helper()
	q, err := query.Compile(query.Text{Select: text}, geonames.Schema())
	if err != nil {
		t.Fatal(err)
	}
	return table{q.Schema(), q.Select(), rows}
}

// with returns the table with other rows.
func (tab table) with(rows ...[]string) table {
	tab.rows = rows
	return tab
}

func (tab table) encoder(t testing.TB, f output.Format, opt output.Options) *output.Encoder {
	t.Helper()
	enc, err := output.NewEncoder(f, tab.schema, tab.sel, opt)
	if err != nil {
		t.Fatal(err)
	}
	return enc
}

// write returns all that a Writer makes of the table.
func (tab table) write(t testing.TB, f output.Format, opt output.Options) string {
	t.Helper()
	var buf bytes.Buffer
	out := output.NewWriter(&buf, tab.encoder(t, f, opt))
	for _, fields := range tab.rows {
		if err := out.Row(row(fields...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func row(fields ...string) query.Row {
	var r query.Row
	for _, v := range fields {
		r.Fields = append(r.Fields, []byte(v))
	}
	return r
}

// hardRows are name, elevation and country_code.
var hardRows = [][]string{
	{"Mount Everest", "8848", "NP"},
	{"", "", ""},
	{"", "8848.86", "NA"},
	{"NULL", "-9999", "null"},
	{"Comma, The", "+5", "a,b"},
	{`lone " quote`, "007", `"""`},
	{`back\slash \t \`, "8848.", `\`},
	{"TAB\tLF\nCR\rCRLF\r\n", ".5", "\t"},
	{"a lone CR\r inside", "\r", "\r\r"},
	{"ESC\x1b[2J BEL\a NUL\x00 DEL\x7f BS\b FF\f VT\v", "1e5", "\x1f"},
	{"C1 \u0080 \u009b31m \u009f", "1E+05", "\u0085"},
	{"bidi \u061c \u200e \u200f \u202a \u202e \u2066 \u2069", "-0", "\u202e"},
	{"no UTF-8 \xff \xc3( \xed\xa0\x80 \xe2\x80", "90071992547409931234567890", "\x9b"},
	{"a real \ufffd", "0.10", "\u00a0"},
	{"lines \u2028 and \u2029", " 5", "\u2028"},
	{"</script><!-- <\\/ / <b/>", "0x10", "</"},
	{"=1+1", "-", "@SUM(A1)"},
	{"João Sa\u0303o 東京 🏔", "NaN", "日本"},
}

func TestGolden(t *testing.T) {
	tests := []struct {
		name string
		f    output.Format
		opt  output.Options
	}{
		{"text", output.Text, output.Options{}},
		{"tsv", output.TSV, output.Options{}},
		{"tsv-noheader", output.TSV, output.Options{NoHeader: true}},
		{"csv", output.CSV, output.Options{}},
		{"csv-noheader", output.CSV, output.Options{NoHeader: true}},
		{"json", output.JSON, output.Options{}},
		{"json-scriptsafe", output.JSON, output.Options{ScriptSafe: true}},
		{"ndjson", output.NDJSON, output.Options{}},
		{"ndjson-scriptsafe", output.NDJSON, output.Options{ScriptSafe: true}},
	}
	tab := selection(t, "name, elevation, country_code", hardRows...)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := tab.write(t, test.f, test.opt)
			file := filepath.Join("testdata", test.name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestSmallTables(t *testing.T) {
	tests := []struct {
		name, sel string
		rows      [][]string
		want      map[output.Format]string
	}{
		{"no rows", "name, elevation, country_code", nil, map[output.Format]string{
			output.Text: "", output.TSV: "name\televation\tcountry_code\n", output.CSV: "name,elevation,country_code\n",
			output.JSON: "[]\n", output.NDJSON: "",
		}},
		{"a lone empty value", "elevation", [][]string{{""}, {"5"}, {""}}, map[output.Format]string{
			output.TSV: "elevation\n\n5\n\n", output.CSV: "elevation\n\"\"\n5\n\"\"\n",
			output.JSON:   "[\n{\"elevation\":null},\n{\"elevation\":5},\n{\"elevation\":null}\n]\n",
			output.NDJSON: "{\"elevation\":null}\n{\"elevation\":5}\n{\"elevation\":null}\n",
		}},
		{"empty values", "name, cc2", [][]string{{"", ""}}, map[output.Format]string{
			output.TSV: "name\tcc2\n\t\n", output.CSV: "name,cc2\n,\n",
			output.JSON: "[\n{\"name\":\"\",\"cc2\":\"\"}\n]\n", output.NDJSON: "{\"name\":\"\",\"cc2\":\"\"}\n",
		}},
		{"a column twice", "name, id, name", [][]string{{"a", "1", "a"}}, map[output.Format]string{
			output.TSV: "name\tgeonameid\tname\na\t1\ta\n", output.CSV: "name,geonameid,name\na,1,a\n",
			output.JSON: "[\n{\"name\":\"a\",\"geonameid\":1}\n]\n", output.NDJSON: "{\"name\":\"a\",\"geonameid\":1}\n",
		}},
		{"commas and quotes", "id, name, alternatenames, cc2", [][]string{
			{"9000001", "Comma, The", `a,b "c",d`, "AA,BB,CC"}, {"9000002", "Plain", "", ""},
		}, map[output.Format]string{
			output.CSV: "geonameid,name,alternatenames,cc2\n9000001,\"Comma, The\",\"a,b \"\"c\"\",d\",\"AA,BB,CC\"\n9000002,Plain,,\n",
		}},
		{"text in another order", "country, elevation, id, name", [][]string{{"PK", "8611", "1", "K2"}}, map[output.Format]string{
			output.Text: "K2 (8611m) - located in PK\n",
		}},
	}
	for _, test := range tests {
		for f, want := range test.want {
			tab := selection(t, test.sel, test.rows...)
			if got := tab.write(t, f, output.Options{}); got != want {
				t.Errorf("%s as %s: %q, want %q", test.name, f, got, want)
			}
		}
	}
}

func TestNewEncoderFails(t *testing.T) {
	tests := []struct {
		f         output.Format
		sel, want string
	}{
		{output.Text, "name, country_code", `format text shows column "elevation", which is not selected`},
		{"xml", "name", `no format "xml" (there are text, tsv, csv, json, ndjson)`},
	}
	for _, test := range tests {
		tab := selection(t, test.sel)
		enc, err := output.NewEncoder(test.f, tab.schema, tab.sel, output.Options{})
		if enc != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s of %s: %v, %v; want %s", test.f, test.sel, enc, err, test.want)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, name := range output.Formats() {
		if f, err := output.ParseFormat(name); string(f) != name || err != nil {
			t.Errorf("ParseFormat(%q) = %q, %v", name, f, err)
		}
	}
	for name, want := range map[string]string{
		"":      `no format "" (there are text, tsv, csv, json, ndjson)`,
		"TSV":   `no format "TSV"; did you mean "tsv"? (there are text, tsv, csv, json, ndjson)`,
		"njson": `no format "njson"; did you mean "json"? (there are text, tsv, csv, json, ndjson)`,
	} {
		if _, err := output.ParseFormat(name); err == nil || err.Error() != want {
			t.Errorf("ParseFormat(%q): %v, want %s", name, err, want)
		}
	}
}
