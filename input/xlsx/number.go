package xlsx

import (
	"bytes"
	"errors"
	"strconv"
)

var errIndex = errors.New("has a number out of range")

// parseIndex reads an unsigned number of at most 9 digits.
func parseIndex(b []byte) (n int, err error) {
	if len(b) == 0 || len(b) > 9 {
		return 0, errIndex
	}
	for _, c := range b {
		if c -= '0'; c > 9 {
			return 0, errIndex
		}
		n = n*10 + int(c)
	}
	return n, nil
}

// exactDigits is how many digits of a number survive a float64 whatever they
// are.
const exactDigits = 15

// appendNumber appends a number as it stands, unless it shows the digits of a
// float64 that nobody entered: then with as many as tell it from others.
// Integers keep all digits, as they may be identifiers.
func appendNumber(dst, v []byte) []byte {
	v = bytes.Trim(v, " \t\r\n")
	if len(v) <= exactDigits+1 || !overlong(v) {
		return append(dst, v...)
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		return append(dst, v...)
	}
	format := byte('f')
	if f != 0 && (f < 1e-6 && f > -1e-6 || f >= 1e21 || f <= -1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, 64)
}

// overlong reports whether v is a number, and no integer, of more than
// exactDigits significant digits.
func overlong(v []byte) bool {
	digits, point := 0, false
	for i, c := range v {
		switch {
		case c == '.':
			point = true
		case '0' <= c && c <= '9':
			if c != '0' || digits > 0 {
				digits++
			}
		case (c == '-' || c == '+') && i == 0:
		case c == 'e' || c == 'E':
			return digits > exactDigits
		default:
			return false
		}
	}
	return point && digits > exactDigits
}

// maxColumns is how many columns a sheet has at most.
const maxColumns = 16384

var errColumn = errors.New("has no valid reference")

// parseColumn returns the column that a reference like B12 names, from 0.
func parseColumn(ref []byte) (col int, err error) {
	for i, c := range ref {
		if c|' ' < 'a' || c|' ' > 'z' {
			if i == 0 {
				break
			}
			return col - 1, nil
		}
		if col = col*26 + int(c|' '-'a') + 1; col > maxColumns {
			break
		}
	}
	return 0, errColumn
}

// cellName returns how people call a cell, by its column and row: B12.
func cellName(col, row int) string {
	name := strconv.Itoa(row)
	for ; col >= 0; col = col/26 - 1 {
		name = string(rune('A'+col%26)) + name
	}
	return name
}
