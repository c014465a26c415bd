package geonames

import _ "embed"

//go:embed sample.txt
var sample string

// Sample returns a small table with the columns of Schema: about 4,700 real
// rows of GeoNames, less than 1 MB, each ended by LF. Ten places in it lie
// above 8000 m.
//
// The towns are every 45th of those with at least 500 inhabitants, the first
// of each country, and some with awkward names or very long lists of alternate
// names, all byte for byte as published. Of the mountains only the main
// columns are filled.
//
// The data is by GeoNames (geonames.org) under the Creative Commons
// Attribution 4.0 licence, which asks that this is said wherever it goes. It
// is of 2023 or earlier. Command geonames/internal/mksample makes it.
func Sample() string { return sample }
