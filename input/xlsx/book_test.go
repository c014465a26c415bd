package xlsx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// A testBook is a workbook to be made. Its parts are what lies between the tags
// of their roots, but for whole documents, which begin with <.
type testBook struct {
	sheets  []string // XML; S1 is the first one's name
	states  []string // of the sheets
	strings string
	styles  string
	props   string // attributes of workbookPr
	more    map[string]string
}

const (
	mainSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	relSpace  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
)

// rows returns a sheet of rows.
func rows(xml string) string {
	return `<worksheet ` + mainSpace + `><sheetData>` + xml + `</sheetData></worksheet>`
}

// make returns the archive.
func (b testBook) make(t testing.TB) []byte {
	t.Helper()
	parts := map[string]string{"[Content_Types].xml": "<Types/>"}
	parts["_rels/.rels"] = `<Relationships><Relationship Id="a" Type="` + relSpace + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	var list, rels strings.Builder
	for i, sheet := range b.sheets {
		state := ""
		if i < len(b.states) {
			state = fmt.Sprintf(" state=%q", b.states[i])
		}
		fmt.Fprintf(&list, `<sheet name="S%d" sheetId="%d" r:id="r%d"%s/>`, i+1, i+1, i+1, state)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, relSpace, i+1)
		parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = sheet
	}
	if b.strings != "" {
		rels.WriteString(`<Relationship Id="s" Type="` + relSpace + `/sharedStrings" Target="/xl/sharedStrings.xml"/>`)
		parts["xl/sharedStrings.xml"] = `<sst ` + mainSpace + `>` + b.strings + `</sst>`
	}
	if b.styles != "" {
		rels.WriteString(`<Relationship Id="t" Type="` + relSpace + `/styles" Target="styles.xml"/>`)
		parts["xl/styles.xml"] = `<styleSheet ` + mainSpace + `>` + b.styles + `</styleSheet>`
	}
	parts["xl/workbook.xml"] = `<workbook ` + mainSpace + ` xmlns:r="` + relSpace + `"><workbookPr ` + b.props + `/><sheets>` + list.String() + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships>` + rels.String() + `</Relationships>`
	for name, text := range b.more {
		parts[name] = text
	}
	return zipParts(t, parts)
}

func zipParts(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for name, text := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// read returns the records of a workbook.
func read(t testing.TB, data []byte, opt Options) (string, error) {
	t.Helper()
	b, err := Open(bytes.NewReader(data), int64(len(data)), opt)
	if err != nil {
		return "", err
	}
	r := b.Reader(t.Context())
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

// readSame is read with many options that must not matter.
func readSame(t testing.TB, data []byte, opt Options) (string, error) {
	t.Helper()
	opt.DOP = 1
	text, err := read(t, data, opt)
	dops, pieces := []int{1, 2, 7}, []int{1, 60, 500, 0}
	if testing.Short() {
		dops, pieces = dops[1:2], pieces[:2]
	}
	for _, dop := range dops {
		for _, piece := range pieces {
			opt.DOP, opt.piece = dop, piece
			got, gotErr := read(t, data, opt)
			if got != text && err == nil || fmt.Sprint(gotErr) != fmt.Sprint(err) {
				t.Errorf("DOP %d, pieces of %d: %q, error %v; want %q, error %v", dop, piece, got, gotErr, text, err)
			}
		}
	}
	return text, err
}
