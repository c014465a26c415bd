package output_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"geoscan/output"
)

// threeKinds are a numeric column and two others, so that a lone value, an
// empty one and a neighbour all occur.
const threeKinds = "elevation, name, cc2"

// addSeeds gives f every hard value in every column.
func addSeeds(f *testing.F) {
	for _, fields := range hardRows {
		f.Add([]byte(fields[1]), []byte(fields[0]), []byte(fields[2]))
		f.Add([]byte(fields[0]), []byte(fields[2]), []byte(fields[1]))
	}
	for _, n := range []string{"-", "-01", "0", "00", "1.", "1.5e", "1e+", "-0.0e-0", "1 ", "1e5x", "１", "1_0", "Infinity"} {
		f.Add([]byte(n), []byte(strings.Repeat("é", 40)+"\xff"), []byte(strings.Repeat("x", 100)+"<</"))
	}
}

// validUTF8 replaces each byte that is no UTF-8, as encoding/json does.
func validUTF8(v []byte) string { return string([]rune(string(v))) }

// jsonValue is what a JSON decoder should return.
func jsonValue(numeric bool, v []byte) any {
	switch {
	case !numeric:
		return validUTF8(v)
	case len(v) == 0:
		return nil
	case json.Valid(v) && strings.IndexByte("-0123456789", v[0]) >= 0 && !bytes.ContainsAny(v, " \t\r\n"):
		return json.Number(v)
	}
	return validUTF8(v)
}

func FuzzJSON(f *testing.F) {
	addSeeds(f)
	kinds := selection(f, threeKinds)
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		tab := kinds.with([]string{string(a), string(b), string(c)}, []string{string(c), string(a), string(b)})
		for _, opt := range []output.Options{{}, {ScriptSafe: true}} {
			lines := tab.write(t, output.NDJSON, opt)
			if n := strings.Count(lines, "\n"); n != 2 {
				t.Errorf("%d lines of 2 rows: %q", n, lines)
			}
			checkObjects(t, json.NewDecoder(strings.NewReader(lines)), tab)
			array := tab.write(t, output.JSON, opt)
			if want := "[\n" + strings.Replace(lines, "}\n{", "},\n{", 1) + "]\n"; array != want {
				t.Errorf("array %q, want %q", array, want)
			}
			if opt.ScriptSafe && (strings.Contains(lines, "</") || strings.ContainsAny(lines, "\u2028\u2029")) {
				t.Errorf("not safe in a script: %q", lines)
			}
		}
	})
}

func checkObjects(t *testing.T, d *json.Decoder, tab table) {
	t.Helper()
	d.UseNumber()
	for _, fields := range tab.rows {
		for i, want := range objectTokens(tab, fields) {
			if got, err := d.Token(); got != want || err != nil {
				t.Fatalf("token %d of %q is %#v, %v; want %#v", i, fields, got, err, want)
			}
		}
	}
	if got, err := d.Token(); err != io.EOF {
		t.Errorf("after the last row: %v, %v", got, err)
	}
}

func objectTokens(tab table, fields []string) []any {
	tokens := []any{json.Delim('{')}
	for i, col := range tab.sel {
		c := tab.schema.Column(col)
		tokens = append(tokens, c.Name, jsonValue(c.Kind.String() == "number", []byte(fields[i])))
	}
	return append(tokens, json.Delim('}'))
}

func FuzzCSV(f *testing.F) {
	addSeeds(f)
	kinds, lone := selection(f, threeKinds), selection(f, "name")
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		for _, tab := range []table{
			kinds.with([]string{string(a), string(b), string(c)}, []string{string(c), string(a), string(b)}),
			lone.with([]string{string(a)}, []string{string(b)}, []string{""}, []string{string(c)}),
		} {
			text := tab.write(t, output.CSV, output.Options{NoHeader: true})
			exact, err := readCSV(text)
			if err != nil || fmt.Sprintf("%q", exact) != fmt.Sprintf("%q", tab.rows) {
				t.Errorf("%q reads back as %q, %v; want %q", text, exact, err, tab.rows)
			}
			got, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if want := lineFeeds(tab.rows); err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
				t.Errorf("%q reads back as %q, %v; want %q", text, got, err, want)
			}
		}
	})
}

// lineFeeds makes CR LF inside values LF, as encoding/csv's Reader does.
func lineFeeds(rows [][]string) [][]string {
	var out [][]string
	for _, fields := range rows {
		var line []string
		for _, v := range fields {
			line = append(line, strings.ReplaceAll(v, "\r\n", "\n"))
		}
		out = append(out, line)
	}
	return out
}

// readCSV reads RFC 4180 with LF to the letter, and changes no byte.
func readCSV(text string) (rows [][]string, err error) {
	fields := []string{}
	for len(text) > 0 {
		var v string
		if text[0] == '"' {
			if v, text, err = readQuoted(text[1:]); err != nil {
				return rows, err
			}
		} else {
			end := strings.IndexAny(text, ",\"\n\r")
			if end < 0 {
				return rows, errors.New("no LF at the end")
			}
			v, text = text[:end], text[end:]
		}
		fields = append(fields, v)
		switch {
		case strings.HasPrefix(text, ","):
		case strings.HasPrefix(text, "\n"):
			rows = append(rows, fields)
			fields = []string{}
		default:
			return rows, fmt.Errorf("after a value comes %q", text)
		}
		text = text[1:]
	}
	return rows, nil
}

func readQuoted(text string) (v, rest string, err error) {
	for {
		before, after, found := strings.Cut(text, `"`)
		v += before
		if !found {
			return v, "", errors.New("no closing quote")
		}
		if !strings.HasPrefix(after, `"`) {
			return v, after, nil
		}
		v, text = v+`"`, after[1:]
	}
}

func FuzzTSV(f *testing.F) {
	addSeeds(f)
	escaper := strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`)
	kinds := selection(f, threeKinds)
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		fields := []string{string(a), string(b), string(c)}
		got := kinds.with(fields).write(t, output.TSV, output.Options{NoHeader: true})
		line, ok := strings.CutSuffix(got, "\n")
		values := strings.Split(line, "\t")
		if !ok || strings.ContainsAny(line, "\n\r") || len(values) != 3 {
			t.Fatalf("%q is not a line of 3 values", got)
		}
		for i, v := range fields {
			if values[i] != escaper.Replace(v) {
				t.Errorf("%q is written %q", v, values[i])
			}
		}
	})
}

// visible says by the tables of package unicode what the format text shows.
func visible(v string) string {
	var b strings.Builder
	for _, size := 0, 0; len(v) > 0; v = v[size:] {
		var r rune
		r, size = utf8.DecodeRuneInString(v)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<%02X>", v[0])
		case unicode.In(r, unicode.Cc, unicode.Bidi_Control):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func FuzzText(f *testing.F) {
	addSeeds(f)
	three := selection(f, "name, elevation, country_code")
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		tab := three.with([]string{string(a), string(b), string(c)})
		got := tab.write(t, output.Text, output.Options{})
		want := fmt.Sprintf("%s (%sm) - located in %s\n", visible(string(a)), visible(string(b)), visible(string(c)))
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// characters yields strings that hold every character and every byte: those
// that may matter alone, the others in groups.
func characters(yield func(string) bool) {
	for r := rune(0); r < 0x3000; r++ {
		if !yield(string(r)) {
			return
		}
	}
	for r := rune(0x3000); r <= unicode.MaxRune; r += 64 {
		group := make([]rune, 64)
		for i := range group {
			group[i] = r + rune(i)
		}
		if !yield(string(group)) {
			return
		}
	}
	for c := range 256 {
		b := byte(c)
		for _, v := range [][]byte{{b}, {0xc2, b}, {0xe2, b}, {0xe2, 0x80, b, '<', '/'}, {0xf0, 0x9f, b}} {
			if !yield(string(v)) {
				return
			}
		}
	}
}

func TestTextAllCharacters(t *testing.T) {
	enc := selection(t, "name, elevation, country_code").encoder(t, output.Text, output.Options{})
	for v := range characters {
		got := string(enc.AppendRow(nil, row(v, "a"+v, v+"b")))
		want := fmt.Sprintf("%s (%sm) - located in %s\n", visible(v), visible("a"+v), visible(v+"b"))
		if got != want {
			t.Errorf("%q: %q, want %q", v, got, want)
		}
	}
}

func TestJSONAllCharacters(t *testing.T) {
	for _, safe := range []bool{false, true} {
		enc := selection(t, "name").encoder(t, output.NDJSON, output.Options{ScriptSafe: safe})
		for v := range characters {
			var got struct{ Name string }
			line := enc.AppendRow(nil, row(v))
			if err := json.Unmarshal(line, &got); err != nil || got.Name != validUTF8([]byte(v)) {
				t.Errorf("%q is written %q and read %q, %v", v, line, got.Name, err)
			}
		}
	}
}
