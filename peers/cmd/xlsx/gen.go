package main

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
)

// A shape is how large a workbook is.
type shape struct {
	sheets, rows, columns int // rows of each sheet
}

// shapes are the two that the question is about: that of the article on HotXLS,
// and one huge sheet as wide as a table of GeoNames.
var shapes = map[string]shape{
	"sheets": {8, 5000, 4},
	"huge":   {1, 1_000_000, 19},
}

const (
	xmlHead   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	relSpace  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	typeSpace = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

// numNames is how many texts the shared strings hold.
const numNames = 50_000

// generate writes a workbook as spreadsheet programs do: numbers in the cells,
// texts in the shared strings, a third of the cells empty.
func generate(path string, s shape) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	parts := map[string]func(*bufio.Writer){
		"[Content_Types].xml":        s.types,
		"_rels/.rels":                func(w *bufio.Writer) { relations(w, "officeDocument xl/workbook.xml") },
		"xl/workbook.xml":            s.workbook,
		"xl/_rels/workbook.xml.rels": s.relations,
		"xl/sharedStrings.xml":       sharedStrings,
		"xl/styles.xml":              styles,
	}
	for i := range s.sheets {
		parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = func(w *bufio.Writer) { s.sheet(w, uint64(i)) }
	}
	for name, write := range parts {
		if err := writePart(z, name, write); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}

func writePart(z *zip.Writer, name string, write func(*bufio.Writer)) error {
	part, err := z.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(part, 64<<10)
	io.WriteString(w, xmlHead)
	write(w)
	return w.Flush()
}

func (s shape) types(w *bufio.Writer) {
	fmt.Fprintf(w, `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`)
	fmt.Fprintf(w, `<Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="%ssharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="%sstyles+xml"/>`, typeSpace, typeSpace, typeSpace)
	for i := range s.sheets {
		fmt.Fprintf(w, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, typeSpace)
	}
	w.WriteString(`</Types>`)
}

func (s shape) workbook(w *bufio.Writer) {
	fmt.Fprintf(w, `<workbook %s xmlns:r="%s"><sheets>`, mainSpace, relSpace)
	for i := range s.sheets {
		fmt.Fprintf(w, `<sheet name="Sheet%d" sheetId="%[1]d" r:id="rId%[1]d"/>`, i+1)
	}
	w.WriteString(`</sheets></workbook>`)
}

func (s shape) relations(w *bufio.Writer) {
	var list []string
	for i := range s.sheets {
		list = append(list, fmt.Sprintf("worksheet worksheets/sheet%d.xml", i+1))
	}
	relations(w, append(list, "sharedStrings sharedStrings.xml", "styles styles.xml")...)
}

// relations writes relationships, each a type and a target.
func relations(w *bufio.Writer, list ...string) {
	w.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, r := range list {
		var kind, target string
		fmt.Sscan(r, &kind, &target)
		fmt.Fprintf(w, `<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i+1, relSpace, kind, target)
	}
	w.WriteString(`</Relationships>`)
}

func styles(w *bufio.Writer) {
	fmt.Fprintf(w, `<styleSheet %s><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`, mainSpace)
}

func sharedStrings(w *bufio.Writer) {
	fmt.Fprintf(w, `<sst %s count="%d" uniqueCount="%[2]d">`, mainSpace, numNames)
	for i := range numNames {
		fmt.Fprintf(w, `<si><t>Name of place %x</t></si>`, uint32(i)*2654435761)
	}
	w.WriteString(`</sst>`)
}

// sheet writes a sheet of columns that take turns: number, text, and now and then
// nothing.
func (s shape) sheet(w *bufio.Writer, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	fmt.Fprintf(w, `<worksheet %s><sheetData>`, mainSpace)
	for row := 1; row <= s.rows; row++ {
		fmt.Fprintf(w, `<row r="%d">`, row)
		for col := range s.columns {
			ref := string(rune('A' + col))
			switch {
			case col > 0 && r.IntN(3) == 0:
			case col%2 == 0:
				fmt.Fprintf(w, `<c r="%s%d"><v>%d</v></c>`, ref, row, r.IntN(10_000_000))
			default:
				fmt.Fprintf(w, `<c r="%s%d" t="s"><v>%d</v></c>`, ref, row, r.IntN(numNames))
			}
		}
		w.WriteString(`</row>`)
	}
	w.WriteString(`</sheetData></worksheet>`)
}
