package geonames

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// sampleRows returns the fields of all rows.
func sampleRows(t *testing.T) (all [][]string) {
	for line := range strings.Lines(Sample()) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 19 {
			t.Fatalf("row %d has %d fields: %q", len(all)+1, len(fields), line)
		}
		all = append(all, fields)
	}
	return all
}

func TestSample(t *testing.T) {
	s := Sample()
	if len(s) >= 1_000_000 || !strings.HasSuffix(s, "\n") || !utf8.ValidString(s) {
		t.Errorf("sample of %d bytes, want less than a million, UTF-8, LF at the end", len(s))
	}
	all := sampleRows(t)
	if len(all) < 2000 {
		t.Errorf("%d rows, want some thousands", len(all))
	}
	countries, ids := map[string]bool{}, map[string]bool{}
	for i, row := range all {
		if id := row[0]; id != "" && ids[id] {
			t.Errorf("row %d: geonameid %s again", i+1, id)
		}
		ids[row[0]], countries[row[8]] = true, true
	}
	if len(countries) < 200 {
		t.Errorf("%d countries, want all", len(countries))
	}
}

func TestSampleHits(t *testing.T) {
	type place struct {
		elevation     int
		name, country string
	}
	var got []place
	for _, row := range sampleRows(t) {
		if h, err := strconv.Atoi(row[15]); err == nil && h > 8000 {
			got = append(got, place{h, row[1], row[8]})
		}
	}
	slices.SortFunc(got, func(a, b place) int {
		if a.elevation != b.elevation {
			return b.elevation - a.elevation
		}
		return strings.Compare(a.name, b.name)
	})
	want := []place{
		{8848, "Himalayas", ""}, {8848, "Mount Everest", "NP"}, {8586, "Kānchenjunga", "NP"}, {8516, "Lo-tzu Feng", "NP"},
		{8463, "Makālu", "NP"}, {8383, "Lo-tzu-sha Feng", "NP"}, {8167, "Dhaulāgiri", "NP"}, {8163, "Manāslu", "NP"},
		{8091, "Annapurna I", "NP"}, {8091, "Annapūrna Himāl", "NP"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("above 8000 m:\n%v, want\n%v", got, want)
	}
}

// TestSampleTraps looks for what a careless reader gets wrong.
func TestSampleTraps(t *testing.T) {
	var quote, backslash, long, demOnly bool
	for _, row := range sampleRows(t) {
		quote = quote || strings.Contains(row[1], `"`)
		backslash = backslash || strings.Contains(strings.Join(row, ""), `\`)
		long = long || len(row[3]) > 3000
		demOnly = demOnly || row[15] == "" && row[16] == "8026"
	}
	for name, ok := range map[string]bool{
		"a quote in a name": quote, "a backslash": backslash, "3000 bytes of alternatenames": long,
		"8026 m in dem alone": demOnly,
	} {
		if !ok {
			t.Errorf("no row with %s", name)
		}
	}
}
