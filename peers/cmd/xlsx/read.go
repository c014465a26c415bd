package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"geoscan/input/xlsx"

	"github.com/thedatashed/xlsxreader"
	"github.com/xuri/excelize/v2"
)

// A total is what a reader found: the same for all readers that read aright.
type total struct {
	cells int // with something in them
	bytes int // of their values
}

func (t *total) add(value int) {
	if value > 0 {
		t.cells++
		t.bytes += value
	}
}

// A reader reads all cells of a workbook.
type reader struct {
	name string
	dops []int // that make a difference
	read func(path string, dop int) (total, error)
}

func readers() []reader {
	return []reader{
		{"geoscan", []int{1, 2}, readGeoscan},
		{"xlsxreader", []int{1}, readXLSXReader},
		{"excelize", []int{1}, readExcelize},
	}
}

func readGeoscan(path string, dop int) (t total, err error) {
	f, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return t, err
	}
	book, err := xlsx.Open(f, st.Size(), xlsx.Options{DOP: dop, Columns: 19})
	if err != nil {
		return t, err
	}
	r := book.Reader(context.Background())
	defer r.Close()
	lines := bufio.NewReaderSize(r, 256<<10)
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return t, err
		}
		t.addFields(line[:len(line)-1])
	}
}

func (t *total) addFields(line []byte) {
	for more := true; more; {
		var field []byte
		field, line, more = bytes.Cut(line, []byte{'\t'})
		t.add(len(field))
	}
}

func readXLSXReader(path string, _ int) (t total, err error) {
	book, err := xlsxreader.OpenFile(path)
	if err != nil {
		return t, err
	}
	defer book.Close()
	for _, sheet := range book.Sheets {
		for row := range book.ReadRows(sheet) {
			if row.Error != nil {
				return t, row.Error
			}
			for _, c := range row.Cells {
				t.add(len(c.Value))
			}
		}
	}
	return t, nil
}

func readExcelize(path string, _ int) (t total, err error) {
	book, err := excelize.OpenFile(path, excelize.Options{RawCellValue: true})
	if err != nil {
		return t, err
	}
	defer book.Close()
	for _, sheet := range book.GetSheetList() {
		rows, err := book.Rows(sheet)
		if err != nil {
			return t, err
		}
		for rows.Next() {
			cells, err := rows.Columns()
			if err != nil {
				return t, err
			}
			for _, c := range cells {
				t.add(len(c))
			}
		}
		if err := rows.Error(); err != nil {
			return t, err
		}
		if err := rows.Close(); err != nil {
			return t, fmt.Errorf("sheet %q: %w", sheet, err)
		}
	}
	return t, nil
}
