package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// checkSpace returns an error if there is less free space than need where path
// is to be written. It passes what it can't tell.
func checkSpace(path string, need int64) error {
	if st, err := os.Stat(path); path == "-" || err == nil && !st.Mode().IsRegular() {
		return nil
	}
	dir := filepath.Dir(path)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		dir = filepath.Dir(target)
	}
	if free, ok := freeSpace(dir); ok && need > free {
		return fmt.Errorf("%s: not enough space: %s needed, %s free", path, mega(need), mega(free))
	}
	return nil
}

func mega(n int64) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB" }

// A byteSize is a number of bytes, as a flag.
type byteSize int64

func (s *byteSize) String() string { return strconv.FormatInt(int64(*s), 10) }

func (s *byteSize) Set(text string) error {
	n, err := parseSize(text)
	*s = byteSize(n)
	return err
}

var errSize = errors.New("want a number of bytes, such as 1000000, 64KiB, 500MB or 1.5GiB")

// parseSize reads a number of bytes with or without a unit, in any case.
func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "kKmMgGtTiIbB ")
	unit := strings.ToLower(strings.TrimSpace(s[len(digits):]))
	power := int64(1000)
	if strings.HasSuffix(unit, "ib") {
		power = 1024
	}
	exponents := map[string]int{"": 0, "b": 0, "k": 1, "kb": 1, "kib": 1, "m": 2, "mb": 2, "mib": 2,
		"g": 3, "gb": 3, "gib": 3, "t": 4, "tb": 4, "tib": 4}
	exp, ok := exponents[unit]
	v, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || strings.Trim(digits, "0123456789.") != "" {
		return 0, errSize
	}
	scale := int64(1)
	for range exp {
		scale *= power
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && n <= math.MaxInt64/scale {
		return n * scale, nil
	}
	if v *= float64(scale); v < math.MaxInt64 {
		return int64(v), nil
	}
	return 0, errSize
}
