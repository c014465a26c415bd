package main

import (
	"strconv"
	"strings"
	"testing"

	"geoscan/peers/internal/contesttest"
)

func TestAnswers(t *testing.T) {
	for _, c := range append(contesttest.Cases(), contesttest.MixedLineEnds(), contesttest.LeadingQuotes()) {
		contesttest.Answers(t, c, program())
	}
}

func TestManners(t *testing.T) { contesttest.Manners(t, program) }

func TestMalformed(t *testing.T) {
	c := contesttest.Malformed()
	r := contesttest.Run(program(), contesttest.File(t, c))
	if r.Code != 0 || r.Stdout != contesttest.IDs(c.Want) || !strings.Contains(r.Stderr, "2 of 5 records") || !strings.Contains(r.Stderr, "line 2") {
		t.Errorf("%+v", r)
	}
}

// The longest line allowed passes, with the file's end or LF after it; one byte
// more does not.
func TestMaxLine(t *testing.T) {
	record := contesttest.Record(1, "a", "8001")
	path := contesttest.File(t, contesttest.Case{Table: contesttest.Lines(record, record)})
	for max, code := range map[int]int{len(record): 0, len(record) - 1: 1} {
		r := contesttest.Run(program(), "-max-line", strconv.Itoa(max), path)
		if r.Code != code || code == 1 && !strings.Contains(r.Stderr, "line 1 is longer") {
			t.Errorf("-max-line %d for lines of %d: %+v", max, len(record), r)
		}
	}
	if r := contesttest.Run(program(), "-max-line", "0", path); r.Code != 2 {
		t.Errorf("-max-line 0: %+v", r)
	}
}

func TestUTF16(t *testing.T) {
	path := contesttest.File(t, contesttest.Case{Table: "\xff\xfe1\x00"})
	if r := contesttest.Run(program(), path); r.Code != 1 || !strings.Contains(r.Stderr, "UTF-16") {
		t.Errorf("%+v", r)
	}
}
