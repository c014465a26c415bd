package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testStyles has styles 1 to 8: a number, dates by number and by code, times.
const testStyles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/>
<numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="[Red][$-409]0.00"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="21"/><xf numFmtId="22"/></cellXfs>
<cellStyles><cellStyle xfId="0"/></cellStyles><dxfs><dxf/></dxfs>`

const testStrings = `<si><t>zero</t></si><si><t xml:space="preserve"> one </t><phoneticPr/></si><si/><si><r><rPr><b/><t>no</t></rPr><t>th</t></r><r><t xml:space="preserve">ree </t></r><rPh sb="0"><t>phonetic</t></rPh></si>`

// TestCells reads one row of three columns.
func TestCells(t *testing.T) {
	for _, tt := range []struct{ name, cells, want string }{
		{"number", `<c><v>8848</v></c>`, "8848\t\t\n"},
		{"blanks around a number", "<c><v> 8848\n</v></c>", "8848\t\t\n"},
		{"shared", `<c t="s"><v>1</v></c><c t="s"><v>3</v></c><c t="s"><v>0</v></c>`, " one \tthree \tzero\n"},
		{"shared and empty", `<c t="s"><v>2</v></c><c t="s"/><c><v>1</v></c>`, "\t\t1\n"},
		{"inline", `<c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><r><t>b</t></r><r><t>c</t></r><rPh sb="0"><t>x</t></rPh></is></c>`, "a\tbc\t\n"},
		{"inline in v", `<c t="inlineStr"><v>a</v></c>`, "a\t\t\n"},
		{"formula", `<c t="str"><f>A&amp;1</f><v>r</v></c><c><f>1+1</f></c><c><f t="shared" si="0"/><v>2</v></c>`, "r\t\t2\n"},
		{"truth", `<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"><v>true</v></c>`, "TRUE\tFALSE\tTRUE\n"},
		{"error", `<c t="e"><v>#DIV/0!</v></c>`, "#DIV/0!\t\t\n"},
		{"references", `<c r="C1"><v>3</v></c>`, "\t\t3\n"},
		{"after a reference", `<c r="B1"><v>2</v></c><c><v>3</v></c>`, "\t2\t3\n"},
		{"out of order", `<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>`, "1\t2\t3\n"},
		{"twice", `<c r="A1"><v>1</v></c><c r="C1"><v>3</v></c><c r="A1"><v>9</v></c>`, "9\t\t3\n"},
		{"last column", `<c r="D1"><v>4</v></c>`, "\t\t\t\n"},
		{"far", `<c><v>1</v></c><c r="XFD1"><v>4</v></c>`, "1\t\t\t\n"},
		{"far and empty", `<c><v>1</v></c><c r="XFD1" s="1"/><c r="XFC1"><v></v></c>`, "1\t\t\n"},
		{"empty", `<c/><c s="1"/><c><v/></c>`, ""},
		{"entities", `<c t="str"><v>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</v></c>`, "<&>\"'A😀\t\t\n"},
		{"CDATA", `<c t="str"><v>a<![CDATA[<row>&amp;]]>b<!-- </v> -->c<?x <row?></v></c>`, "a<row>&amp;bc\t\t\n"},
		{"line ends", "<c t=\"str\"><v>a\r\nb\rc\nd&#13;e&#9;f</v></c>", "a\xFFJb\xFFJc\xFFJd\xFFMe\xFFIf\t\t\n"},
		{"escapes", `<c t="str"><v>_x000D__x0009__x005F_x000A_ _x00e9_ _xD83D__xDE00_ _xD83D_ _x12_ _x</v></c>`, "\xFFM\xFFI_x000A_ é 😀 � _x12_ _x\t\t\n"},
		{"escapes in numbers", `<c><v>_x0031_</v></c>`, "_x0031_\t\t\n"},
		{"other scripts", `<c t="str"><v>सगरमाथा</v></c>`, "सगरमाथा\t\t\n"},
		{"no number", "<c><v>a\tb</v></c>", "a\xFFIb\t\t\n"},
		{"long number", `<c><v>27.987850000000002</v></c><c><v>9007199254740993</v></c><c><v>8.8480000000000004E3</v></c>`, "27.98785\t9007199254740993\t8848\n"},
		{"number forms", `<c><v>-1.50</v></c><c><v>1E+3</v></c><c><v>1.0000000000000001E-9</v></c>`, "-1.50\t1E+3\t1e-09\n"},
		{"dates", `<c s="2"><v>43831</v></c><c s="3"><v>43831.5</v></c><c s="8"><v>43831.430902778</v></c>`, "2020-01-01\t2020-01-01T12:00:00\t2020-01-01T10:20:30\n"},
		{"old dates", `<c s="2"><v>1</v></c><c s="2"><v>60</v></c><c s="2"><v>61</v></c>`, "1900-01-01\t1900-02-29\t1900-03-01\n"},
		{"no dates", `<c s="2"><v>-1</v></c><c s="2"><v>3000000</v></c><c s="4"><v>43831</v></c>`, "-1\t3000000\t43831\n"},
		{"texts with dates' styles", `<c s="2" t="str"><v>43831</v></c><c s="6"><v>5</v></c><c s="99"><v>5</v></c>`, "43831\t5\t5\n"},
		{"times", `<c s="5"><v>1.25</v></c><c s="7"><v>0.5</v></c><c s="7"><v>1.5</v></c>`, "30:00:00\t12:00:00\t1900-01-01T12:00:00\n"},
		{"ISO dates", `<c t="d"><v>2020-01-01T00:00:00</v></c><c t="d"><v>2020-01-01T00:01:00Z</v></c>`, "2020-01-01\t2020-01-01T00:01:00Z\t\n"},
		{"single quotes and blanks", "<c\n r = 'B1'\tt='str' ><v >x</v\n></c >", "\tx\t\n"},
		{"attributes with >", `<c r="A1" x="a>b/>"><v>1</v></c>`, "1\t\t\n"},
		{"unknown elements", `<x><c><v>9</v></c></x><c><x><v>9</v></x><v>1</v><extLst><v>8</v></extLst></c>`, "1\t\t\n"},
		{"comments", `<!-- <c><v>9</v></c> --><c><!-- --><v>1</v></c>`, "1\t\t\n"},
		{"byte order mark", "<c t=\"str\"><v>\uFEFFx</v></c>", "\uFEFF\uFEFFx\t\t\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sheets := []string{rows("<row>" + tt.cells + "</row>")}
			if !strings.Contains(tt.cells, "CDATA") { // whose text must not change
				sheets = append(sheets, prefixed(sheets[0]))
			}
			for _, sheet := range sheets {
				data := testBook{sheets: []string{sheet}, strings: testStrings, styles: testStyles}.make(t)
				got, err := readSame(t, data, Options{Columns: 3})
				if got != tt.want || err != nil {
					t.Errorf("%s: %q, error %v, want %q", sheet, got, err, tt.want)
				}
			}
		})
	}
}

// prefixed gives all elements of the main namespace a prefix.
func prefixed(xml string) string {
	for _, name := range []string{"worksheet", "sheetData", "row", "c", "v", "is", "t", "r", "rPh", "f"} {
		for _, end := range []string{">", " ", "/", "\n"} {
			xml = strings.ReplaceAll(xml, "<"+name+end, "<x:"+name+end)
			xml = strings.ReplaceAll(xml, "</"+name+end, "</x:"+name+end)
		}
	}
	return strings.Replace(xml, `xmlns="`, `xmlns:x="`, 1)
}

func Test1904(t *testing.T) {
	for _, props := range []string{`date1904="1"`, `date1904="true"`} {
		data := testBook{sheets: []string{rows(`<row><c s="2"><v>43831</v></c><c s="2"><v>0</v></c></row>`)}, styles: testStyles, props: props}.make(t)
		if got, err := readSame(t, data, Options{Columns: 2}); got != "2024-01-02\t1904-01-01\n" || err != nil {
			t.Errorf("%s: %q, error %v", props, got, err)
		}
	}
}

// TestRows reads rows of one column.
func TestRows(t *testing.T) {
	row := func(r, v string) string { return fmt.Sprintf(`<row r="%s"><c><v>%s</v></c></row>`, r, v) }
	for _, tt := range []struct{ name, rows, want string }{
		{"none", "", ""},
		{"empty ones", `<row r="1"/><row r="2"></row><row><c/></row>`, ""},
		{"gaps", row("3", "a") + row("900000", "b"), "a\nb\n"},
		{"without numbers", `<row><c><v>a</v></c></row>` + row("5", "b") + `<row><c><v>c</v></c></row>` + row("7", "d"), "a\nb\nc\nd\n"},
		{"one in parts", row("1", "a") + `<row r="2"/><row r="2"><c r="A2"><v>b</v></c></row><row r="2"/>` + row("3", "c"), "a\nb\nc\n"},
		{"CDATA", `<row r="1"><c t="str"><v><![CDATA[<row r="7">]]></v></c></row>` + row("2", "b"), "<row r=\"7\">\nb\n"},
		{"comments", row("1", "a") + `<!-- <row r="9"> -->` + row("2", "b"), "a\nb\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readSame(t, testBook{sheets: []string{rows(tt.rows)}}.make(t), Options{Columns: 1})
			if got != tt.want || err != nil {
				t.Errorf("%q, error %v, want %q", got, err, tt.want)
			}
		})
	}
}

// TestSplitRow sets cells of a row in two parts, around all places where a piece
// may end.
func TestSplitRow(t *testing.T) {
	for n := range 40 {
		xml := strings.Repeat(" ", n) + `<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>`
		got, err := readSame(t, testBook{sheets: []string{rows(xml)}}.make(t), Options{Columns: 2})
		if got != "1\t2\n3\t\n" || err != nil {
			t.Fatalf("%d: %q, error %v", n, got, err)
		}
	}
}

func TestColumns(t *testing.T) {
	xml := rows(`<row/><row r="3"><c/><c r="B3"><v>b</v></c><c/></row><row r="4"><c><v>1</v></c><c r="C4"><v>3</v></c></row>`)
	for columns, want := range map[int]string{0: "\tb\n1\t\t\n", 2: "\tb\n1\t\t\n", 4: "\tb\t\t\n1\t\t3\t\n"} {
		got, err := readSame(t, testBook{sheets: []string{xml}}.make(t), Options{Columns: columns})
		if got != want || err != nil {
			t.Errorf("%d columns: %q, error %v, want %q", columns, got, err, want)
		}
	}
}

func TestSheets(t *testing.T) {
	one := func(v string) string { return rows(`<row><c><v>` + v + `</v></c></row>`) }
	empty := `<worksheet ` + mainSpace + `><cols><col/></cols><sheetData/><tail/></worksheet>`
	data := testBook{sheets: []string{one("1"), one("2"), empty, one("4"), one("5")}, states: []string{"visible", "hidden", "", "veryHidden"}}.make(t)
	for sheet, want := range map[string]string{"": "1\n5\n", "S2": "2\n", "S3": "", "S5": "5\n"} {
		got, err := readSame(t, data, Options{Columns: 1, Sheet: sheet})
		if got != want || err != nil {
			t.Errorf("sheet %q: %q, error %v, want %q", sheet, got, err, want)
		}
	}
	_, err := read(t, data, Options{Sheet: "S9"})
	var missing *SheetError
	if !errors.As(err, &missing) || missing.Want != "S9" || len(missing.Sheets) != 5 {
		t.Errorf("sheet S9: error %v", err)
	}
}

// TestErrors reads sheets that are damaged. The error says where.
func TestErrors(t *testing.T) {
	good := `<row r="1"><c><v>1</v></c></row>`
	whole := func(xml string) testBook { return testBook{sheets: []string{rows(good + xml)}, strings: testStrings} }
	for _, tt := range []struct {
		name string
		book testBook
		cell string
		err  error
	}{
		{"shared string", whole(`<row r="7"><c r="C7" t="s"><v>4</v></c></row>`), "C7", errShared},
		{"no number", whole(`<row r="7"><c r="C7" t="s"><v>x</v></c></row>`), "C7", errShared},
		{"without references", whole(`<row/><row><c/><c t="s"><v>4</v></c></row>`), "B3", errShared},
		{"entity", whole(`<row><c t="str"><v>&x;</v></c></row>`), "A2", errEntity},
		{"reference to nothing", whole(`<row><c t="str"><v>&#0;</v></c></row>`), "A2", errSyntax},
		{"UTF-8", whole("<row><c t=\"str\"><v>\xFFI</v></c></row>"), "A2", errUTF8},
		{"column", whole(`<row r="7"><c r="XFE7"/></row>`), "A7", errColumn},
		{"no column", whole(`<row r="7"><c r="7"/></row>`), "A7", errColumn},
		{"rows in something else", whole(`<x><row/></x>`), "1", errSyntax},
		{"nesting in something else", whole(`<x><a></x></a>`), "1", errSyntax},
		{"order", whole(`<row r="3"/><row r="2"/>`), "2", errOrder},
		{"same after counting", whole(`<row/><row r="2"/>`), "2", errOrder},
		{"end tag", whole(`<row r="7"><c></row></c>`), "A7", errSyntax},
		{"lost end", whole(`<row r="7"><c/>`), "A7", errSyntax},
		{"open attribute", whole(`<row r="7><c/></row>`), "1", errSyntax},
		{"DOCTYPE", testBook{sheets: []string{`<!DOCTYPE x>` + rows(good)}}, "", errEntity},
		{"late DOCTYPE", whole(`<!DOCTYPE x>`), "1", errEntity},
		{"encoding", testBook{sheets: []string{`<?xml version="1.0" encoding="UTF-16"?>` + rows(good)}}, "", errEncoding},
		{"other root", testBook{sheets: []string{`<sst/>`}}, "", errKind},
		{"no rows", testBook{sheets: []string{`<worksheet/>`}}, "", errKind},
		{"twice", testBook{sheets: []string{strings.Replace(rows(good), "</worksheet>", "<sheetData>"+good+"</sheetData></worksheet>", 1)}}, "", errTwice},
		{"no end", testBook{sheets: []string{strings.TrimSuffix(rows(good), "</worksheet>")}}, "", errEnd},
		{"no end of rows", testBook{sheets: []string{strings.TrimSuffix(rows(good), "</sheetData></worksheet>")}}, "", errEnd},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.book.sheets = append(tt.book.sheets, rows("<bad"))
			_, err := readSame(t, tt.book.make(t), Options{Columns: 3})
			var where *CellError
			if !errors.As(err, &where) || where.Sheet != "S1" || where.Cell != tt.cell && tt.cell != "" || !errors.Is(err, tt.err) {
				t.Errorf("error %v, want one in cell %q of S1: %v", err, tt.cell, tt.err)
			}
		})
	}
}

// Every prefix of a workbook is an error.
func TestCut(t *testing.T) {
	for _, name := range []string{"72-cell-types.xlsx", "86-row-forms.xlsx"} {
		data, err := os.ReadFile(filepath.Join("testdata", "cases", name))
		if err != nil {
			t.Fatal(err)
		}
		step := 1
		if testing.Short() {
			step = 7
		}
		for n := 0; n < len(data); n += step {
			if got, err := read(t, data[:n], Options{DOP: 1 + n%2}); err == nil {
				t.Errorf("%s, %d of %d bytes: %q, want an error", name, n, len(data), got)
			}
		}
	}
}

// Every prefix of a sheet is an error, in whatever pieces it is read.
func TestCutSheet(t *testing.T) {
	sheet := rows(`<row r="1"><c r="A1" t="str"><v>a&amp;b<!-- x --></v></c></row><row r="2"><c t="s"><v>0</v></c></row><row/>`)
	for n := range sheet {
		data := testBook{sheets: []string{sheet[:n]}, strings: testStrings}.make(t)
		if got, err := readSame(t, data, Options{Columns: 1}); err == nil {
			t.Errorf("%s: %q, want an error", sheet[:n], got)
		}
	}
}

// Every prefix of the shared strings is an error.
func TestCutStrings(t *testing.T) {
	whole := `<sst ` + mainSpace + `>` + testStrings + `</sst>`
	for n := range whole {
		book := testBook{sheets: []string{rows(`<row><c t="s"><v>0</v></c></row>`)}, strings: "-"}
		book.more = map[string]string{"xl/sharedStrings.xml": whole[:n]}
		if got, err := readSame(t, book.make(t), Options{Columns: 1}); err == nil {
			t.Errorf("%s: %q, want an error", whole[:n], got)
		}
	}
}

func TestLimits(t *testing.T) {
	big := testBook{sheets: []string{rows(strings.Repeat(`<row><c><v>1</v></c></row>`, 10_000))}, strings: strings.Repeat("<si/>", 10_000)}.make(t)
	for limit, want := range map[int64]string{1000: "parts", 60_000: "shared strings", 300_000: "shared strings", 0: ""} {
		_, err := read(t, big, Options{Columns: 1, MaxBytes: limit})
		var over *LimitError
		if errors.As(err, &over) != (want != "") || over != nil && over.What != want {
			t.Errorf("limit %d: error %v, want one of %q", limit, err, want)
		}
	}
	_, err := read(t, big, Options{Columns: 1, MaxBytes: 500_000})
	var over *LimitError
	if errors.As(err, &over) {
		t.Errorf("limit above the size: %v", err)
	}
}

// A member whose size in the directory is wrong is an error.
func TestDeclaredSize(t *testing.T) {
	data := testBook{sheets: []string{rows(strings.Repeat(`<row><c><v>1</v></c></row>`, 100))}}.make(t)
	at := bytes.LastIndex(data, []byte("xl/worksheets/sheet1.xml")) - 46 // its entry in the directory
	for _, off := range []int{16, 24} {                                  // checksum, size
		bad := bytes.Clone(data)
		bad[at+off]++
		if got, err := readSame(t, bad, Options{Columns: 1}); err == nil {
			t.Errorf("offset %d: %d bytes, want an error", off, len(got))
		}
	}
}

func TestNoBook(t *testing.T) {
	for want, parts := range map[error]map[string]string{
		errNotBook: {"[Content_Types].xml": "<Types/>"},
		errBinary:  {"_rels/.rels": `<Relationships><Relationship Id="a" Type="` + relSpace + `/officeDocument" Target="xl/workbook.bin"/></Relationships>`},
	} {
		if _, err := read(t, zipParts(t, parts), Options{}); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
	if _, err := read(t, testBook{}.make(t), Options{}); err != errNoSheet {
		t.Errorf("no sheets: error %v", err)
	}
	if _, err := Open(strings.NewReader("text"), 4, Options{}); err == nil {
		t.Error("a text is opened")
	}
}

// A reader that is closed early leaves no goroutine behind: see TestMain.
func TestClose(t *testing.T) {
	data := largeBook(t)
	for _, n := range []int{0, 1, 100_000} {
		b, err := Open(bytes.NewReader(data), int64(len(data)), Options{DOP: 3})
		if err != nil {
			t.Fatal(err)
		}
		r := b.Reader(t.Context())
		if _, err := io.ReadFull(r, make([]byte, n)); err != nil {
			t.Error(err)
		}
		r.Close()
	}
}

// largeBook has many pieces in each of three sheets.
func largeBook(t testing.TB) []byte {
	var sheets []string
	for s := range 3 {
		var b strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&b, `<row r="%d"><c r="A%[1]d"><v>%d</v></c><c r="B%[1]d" t="s"><v>%[3]d</v></c><c r="C%[1]d" t="str"><v>text &amp; %[1]d</v></c><c r="D%[1]d" s="3"><v>43831</v></c></row>`, i+1, s*1_000_000+i, i%4)
		}
		sheets = append(sheets, rows(b.String()))
	}
	return testBook{sheets: sheets, strings: testStrings, styles: testStyles}.make(t)
}

func TestLarge(t *testing.T) {
	var want strings.Builder
	for s := range 3 {
		for i := range 20_000 {
			fmt.Fprintf(&want, "%d\t%s\ttext & %d\t2020-01-01\n", s*1_000_000+i, []string{"zero", " one ", "", "three "}[i%4], i+1)
		}
	}
	data := largeBook(t)
	for _, dop := range []int{1, 2, 3, 8} {
		got, err := read(t, data, Options{DOP: dop, Columns: 4})
		if got != want.String() || err != nil {
			t.Errorf("DOP %d: %d bytes, error %v, want %d bytes", dop, len(got), err, want.Len())
		}
	}
}

// TestAllocs counts allocations a cell. The article that this reader follows
// ended at 9.1.
func TestAllocs(t *testing.T) {
	data := largeBook(t)
	for _, dop := range []int{1, 2} {
		cells := int64(0)
		allocs := testing.AllocsPerRun(2, func() {
			b, err := Open(bytes.NewReader(data), int64(len(data)), Options{DOP: dop, Columns: 4})
			if err != nil {
				t.Fatal(err)
			}
			r := b.Reader(t.Context())
			defer r.Close()
			if _, err := io.Copy(io.Discard, r); err != nil {
				t.Fatal(err)
			}
			cells = b.Cells()
		})
		if cells != 240_000 || allocs/float64(cells) > 0.1 {
			t.Errorf("DOP %d: %.4f allocations for each of %d cells, want at most 0.1", dop, allocs/float64(cells), cells)
		}
	}
}
