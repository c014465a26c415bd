package xlsx

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"geoscan/query"
)

// FuzzRows reads any XML as the rows of a sheet: as one piece and as many, with
// one goroutine and with several, and with the standard library.
func FuzzRows(f *testing.F) {
	for _, s := range []string{
		`<row r="1"><c r="A1" t="s"><v>1</v></c><c t="b"><v>1</v></c></row>`,
		`<row><c r="C1" t="str"><v>a&amp;b<![CDATA[<row>]]></v></c><c r="A1"><v>1</v></c></row><row r="5"/>`,
		`<row r="2"><c t="inlineStr"><is><r><t>a_x000D_</t></r><rPh><t>b</t></rPh></is></c></row><row r="2"><c><v> 1.50</v></c></row>`,
		`<row r="1"><c r="A1" t="str"><v>a&lt;&#10;b</v></c></row><row r="2"><c r="A2" t="str"><v>c</v></c></row>`,
		`<!-- <row> --><row><c s="2"><v>43831.5</v></c><c/><c><f>1</f></c></row><x><row/></x>`,
		"\x10><c r=\"C1\" t=\"str\"><v>a&amv>a&amp;ATA[<row>]]></v></c><c r=\"A1\"><v>1</v></c></row><ro\x91 r=\"5\"/>",
		`<x><row r="1"/></x><row r="2"/>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, xml string) {
		data := testBook{sheets: []string{rows(xml)}, strings: testStrings, styles: testStyles}.make(t)
		want, wantErr := read(t, data, Options{DOP: 1, Columns: 3})
		for i, piece := range []int{1, 7, 64} {
			got, err := read(t, data, Options{DOP: 1 + i, Columns: 3, piece: piece})
			if (err == nil) != (wantErr == nil) || err == nil && got != want {
				t.Fatalf("pieces of %d: %q, error %v, want %q, error %v", piece, got, err, want, wantErr)
			}
		}
		for line := range strings.Lines(want) {
			if n := strings.Count(line, "\t"); n != 2 && n != 3 || !strings.HasSuffix(line, "\n") {
				t.Fatalf("record %q", line)
			}
		}
		if ids, ok := oracle(xml); ok && wantErr == nil {
			if got := strings.Join(texts(want), "|"); got != strings.Join(ids, "|") {
				t.Fatalf("first fields %q, want %q", got, ids)
			}
		}
	})
}

// texts returns the first fields of records, which are not empty.
func texts(records string) (list []string) {
	for line := range strings.Lines(records) {
		field, _, _ := strings.Cut(line, "\t")
		if field != "" {
			list = append(list, string(query.AppendUnescaped(nil, []byte(field))))
		}
	}
	return list
}

// oracle returns the texts in column A, of a sheet that holds nothing there but
// cells of the type str without escapes in rows with numbers, as the standard
// library decodes them.
func oracle(rowsXML string) (list []string, ok bool) {
	type cell struct {
		Ref   string `xml:"r,attr"`
		Type  string `xml:"t,attr"`
		Value string `xml:"v"`
	}
	type row struct {
		Number string `xml:"r,attr"`
		Cells  []cell `xml:"c"`
	}
	var sheet struct {
		Rows []row `xml:"row"`
	}
	d := xml.NewDecoder(strings.NewReader("<x>" + rowsXML + "</x>"))
	if d.Decode(&sheet) != nil || strings.Contains(rowsXML, "_x") || strings.ContainsAny(rowsXML, ":") {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	for i, r := range sheet.Rows {
		if r.Number != strconv.Itoa(i+1) {
			return nil, false
		}
		for _, c := range r.Cells {
			if c.Type != "str" || c.Ref != "A"+r.Number {
				return nil, false
			}
		}
		if len(r.Cells) == 1 && r.Cells[0].Value != "" {
			list = append(list, r.Cells[0].Value)
		} else if len(r.Cells) > 1 {
			return nil, false
		}
	}
	return list, true
}
