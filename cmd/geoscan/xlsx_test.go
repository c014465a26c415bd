package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"geoscan/output"
	"geoscan/strategies"
	"geoscan/strategies/strategytest"
)

var workbookCases = filepath.Join("..", "..", "input", "xlsx", "testdata", "cases")

// TestWorkbookCases runs the cases of workbooks with every strategy, from a file
// and from a pipe.
func TestWorkbookCases(t *testing.T) {
	useCache(t)
	text, err := os.ReadFile(filepath.Join(workbookCases, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []strategytest.Case
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	dops := []int{1, 2, 7}
	if testing.Short() {
		dops = dops[1:2]
	}
	for _, s := range strategytest.Supported(t, strategies.All()) {
		t.Run(s.Name, func(t *testing.T) {
			for _, c := range cases {
				file := filepath.Join(workbookCases, c.Input)
				for _, dop := range dops {
					runWorkbookCase(t, c, s.Name, file, dop)
				}
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				runWorkbookCase(t, c, s.Name, pipe(t, data), 2)
			}
		})
	}
}

// runWorkbookCase is runCase that also looks into JSON.
func runWorkbookCase(t *testing.T, c strategytest.Case, strategy, file string, dop int) {
	t.Helper()
	if c.Format != string(output.JSON) {
		runCase(t, c, strategy, file, dop)
		return
	}
	args := []string{"-strategy", strategy, "-dop", strconv.Itoa(dop), "-where", c.Where, "-order-by", c.OrderBy,
		"-select", strings.Join(c.Columns(), ","), "-format", "json", file}
	var stdout, stderr bytes.Buffer
	exit := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	msg := checkCase(c, c.Format, exit, stdout.String(), stderr.String())
	if msg == "" {
		msg = c.CheckRows(jsonRows(t, stdout.Bytes(), c.Columns()))
	}
	if msg != "" {
		t.Errorf("%s: geoscan %q\n%s\nstderr: %s", c.Name, args, msg, &stderr)
	}
}

// jsonRows returns the columns of an array of rows as text.
func jsonRows(t *testing.T, data []byte, columns []string) (rows [][]string) {
	t.Helper()
	var objects []map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&objects); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	for _, o := range objects {
		var row []string
		for _, name := range columns {
			row = append(row, fmt.Sprint(o[name]))
		}
		rows = append(rows, row)
	}
	return rows
}

func TestSheet(t *testing.T) {
	useCache(t)
	book := filepath.Join(workbookCases, "88-many-sheets.xlsx")
	for _, tt := range []struct {
		args []string
		code int
		rows int
		says string
	}{
		{[]string{book}, exitOK, 160, ""},
		{[]string{"-sheet", "P3", book}, exitOK, 20, ""},
		{[]string{"-sheet", "P9", book}, exitUsage, 0, `88-many-sheets.xlsx: the workbook has no sheet "P9"; there are: "P1", "P2"`},
		{[]string{"-sheet", "P1", peaks(t)}, exitUsage, 0, `is no workbook, so it has no sheet "P1"`},
		{[]string{"-sheet", "P1", filepath.Join(compressedCases, "60-two-members.txt.gz")}, exitUsage, 0, "is no workbook"},
		{[]string{"-sheet", "P1", filepath.Join(compressedCases, "64-stored.zip")}, exitUsage, 0, "is no workbook"},
		{[]string{"-member", "xl/workbook.xml", book}, exitUsage, 0, "member"},
		{[]string{"-max-inflated", "1kB", book}, exitFailed, 0, "larger than 1000 bytes"},
	} {
		for _, s := range []string{"naive", "threads"} {
			args := append([]string{"-strategy", s, "-where", "", "-select", "id", "-header=false"}, tt.args...)
			code, out, errs := invoke(t, "", args...)
			if code != tt.code || strings.Count(out, "\n") != tt.rows || !strings.Contains(errs, tt.says) {
				t.Errorf("%q: exit %d, %d rows, stderr %q", args, code, strings.Count(out, "\n"), errs)
			}
		}
	}
}

// A strategy that maps uses what was unpacked again, for the same sheets.
func TestWorkbookUnpacked(t *testing.T) {
	cache := useCache(t)
	book := filepath.Join(workbookCases, "88-many-sheets.xlsx")
	for _, sheet := range []string{"", "P2", "", "P2"} {
		if code, _, errs := invoke(t, "", "-strategy", "threads", "-sheet", sheet, book); code != exitOK {
			t.Fatalf("-sheet %q: exit %d, stderr %q", sheet, code, errs)
		}
	}
	list, err := filepath.Glob(filepath.Join(cache, "geoscan", "unpacked", "*"))
	if err != nil || len(list) != 2 {
		t.Errorf("the cache holds %q, error %v, want 2 files", list, err)
	}
}

func TestWorkbookStats(t *testing.T) {
	useCache(t)
	book := filepath.Join(workbookCases, "88-many-sheets.xlsx")
	for _, s := range []string{"naive", "threads"} {
		code, _, errs := invoke(t, "", "-strategy", s, "-stats", book)
		if code != exitOK || !strings.Contains(errs, "cells        640, ") {
			t.Errorf("%s: exit %d, stderr %q", s, code, errs)
		}
	}
	if _, _, errs := invoke(t, "", "-stats", peaks(t)); strings.Contains(errs, "cells") {
		t.Errorf("a plain table has cells: %q", errs)
	}
}
