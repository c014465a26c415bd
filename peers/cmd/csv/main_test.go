package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"geoscan/peers/internal/contesttest"
)

func TestAnswers(t *testing.T) {
	for _, c := range append(contesttest.Cases(), contesttest.MixedLineEnds()) {
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

// What the package is here to show. The first two records are read, though the
// quotes of the second are gone. From the third on, whose quote is not closed,
// records run into each other: four of six answers are lost, with exit code 0.
func TestLazyQuotesLosesRecords(t *testing.T) {
	c := contesttest.LeadingQuotes()
	r := contesttest.Run(program(), contesttest.File(t, c))
	if r.Code != 0 || r.Stdout != contesttest.IDs(c.Want[:2]) {
		t.Errorf("code %d, ids %q", r.Code, r.Stdout)
	}
	if !strings.Contains(r.Stderr, "3 line ends were taken into fields") || !strings.Contains(r.Stderr, "the record on line 3") {
		t.Errorf("it says %q", r.Stderr)
	}
}

// Without LazyQuotes a quote inside a field is an error, though the table is
// all right.
func TestStrictRefuses(t *testing.T) {
	for _, c := range []contesttest.Case{contesttest.Cases()[0], contesttest.LeadingQuotes()} {
		r := contesttest.Run(program(), "-lazy=false", contesttest.File(t, c))
		if r.Code != 1 || !strings.Contains(r.Stderr, "line ") || r.Stdout == contesttest.IDs(c.Want) {
			t.Errorf("%s: %+v", c.Name, r)
		}
	}
}

// With -skip the refused records are lost, and counted.
func TestStrictSkips(t *testing.T) {
	c := contesttest.Cases()[0]
	r := contesttest.Run(program(), "-lazy=false", "-skip", contesttest.File(t, c))
	if r.Code != 0 || r.Stdout != contesttest.IDs([]int{5, 6}) || !strings.Contains(r.Stderr, "4 lines were refused") || !strings.Contains(r.Stderr, "line 1") {
		t.Errorf("%+v", r)
	}
}

// Every line is accounted for: it is a record, or its end was taken into
// another one, or it was refused.
func TestEveryLineCounts(t *testing.T) {
	pieces := []string{"a", `"`, `""`, `a"b`, `"a"`, `"a`, "\t", "\t"}
	for seed := range 20000 {
		table, lines := randomTable(pieces, seed)
		for _, lazy := range []bool{true, false} {
			l := loader{opt: options{lazy: lazy, skip: true}}
			l.tally.Out = discard()
			if err := l.load(strings.NewReader(table)); err != nil {
				t.Fatalf("%q: %v", table, err)
			}
			if n := int(l.tally.Records) + l.swallowed.n + l.refused.n; n != lines {
				t.Fatalf("%q, lazy=%v: %d records, %d line ends taken in, %d lines refused; want %d together",
					table, lazy, l.tally.Records, l.swallowed.n, l.refused.n, lines)
			}
		}
	}
}

// randomTable makes up to five lines, none of them empty. The last has no LF, as
// one in an open field would count twice.
func randomTable(pieces []string, seed int) (table string, lines int) {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	lines = 1 + r.IntN(5)
	rows := make([]string, lines)
	for i := range rows {
		for range 1 + r.IntN(5) {
			rows[i] += pieces[r.IntN(len(pieces))]
		}
	}
	return strings.Join(rows, "\n"), lines
}

func discard() *bufio.Writer { return bufio.NewWriter(io.Discard) }
