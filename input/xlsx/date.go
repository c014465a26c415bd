package xlsx

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

// An epoch is where a workbook counts days from.
type epoch struct{ since1904 bool }

// A dateKind says what of a date a number format shows.
type dateKind uint8

const (
	noDate     dateKind = iota
	dateDay             // a day, perhaps with its time
	dateTime            // the time alone
	dateLength          // a length of time
)

// lastDay is 9999-12-31 as a number, the last day that there is.
const lastDay = 2958465

// appendDate appends the date or time that the number v stands for. What is no
// date stays as it is.
func (e epoch) appendDate(dst, v []byte, kind dateKind) []byte {
	f, err := strconv.ParseFloat(string(bytes.TrimSpace(v)), 64)
	if err != nil || f < 0 || f > lastDay+1 || math.IsNaN(f) {
		return appendNumber(dst, v)
	}
	days := math.Floor(f)
	const perDay = 24 * 60 * 60 * 1000
	milli := int64(math.Round((f - days) * perDay))
	if kind == dateLength || kind == dateTime && days == 0 {
		return appendClock(dst, int64(days)*perDay+milli)
	}
	day := int64(days) + milli/perDay
	dst = e.appendDay(dst, int(day))
	if milli %= perDay; milli > 0 {
		dst = appendClock(append(dst, 'T'), milli)
	}
	return dst
}

// appendDay appends a day. Those since 1900 count one too many from March of
// that year on, as if it had been a leap year.
func (e epoch) appendDay(dst []byte, day int) []byte {
	from := time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)
	switch {
	case e.since1904:
		from = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case day == 60:
		return append(dst, "1900-02-29"...)
	case day > 60:
		day--
	}
	return from.AddDate(0, 0, day).AppendFormat(dst, time.DateOnly)
}

// appendClock appends a time of day or a longer one, in milliseconds.
func appendClock(dst []byte, milli int64) []byte {
	two := func(n int64, sep byte) {
		dst = append(dst, byte('0'+n/10), byte('0'+n%10))
		if sep != 0 {
			dst = append(dst, sep)
		}
	}
	hours := milli / 3600_000
	if hours < 100 {
		two(hours, ':')
	} else {
		dst = append(strconv.AppendInt(dst, hours, 10), ':')
	}
	two(milli/60_000%60, ':')
	two(milli/1000%60, 0)
	if ms := milli % 1000; ms > 0 {
		dst = append(dst, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	return dst
}

// isoDay drops the time from a date in a cell of type d if it is midnight.
func isoDay(v []byte) []byte {
	day, clock, ok := bytes.Cut(v, []byte{'T'})
	if ok && len(clock) > 0 && len(bytes.Trim(clock, "0:.Z")) == 0 {
		return day
	}
	return v
}

// builtinDate returns what the number formats that need no definition show
// (ECMA-376 part 1, 18.8.30), those of East Asia included.
func builtinDate(id int) dateKind {
	switch {
	case 14 <= id && id <= 17, id == 22, 27 <= id && id <= 31, id == 36, 50 <= id && id <= 54, id == 57, id == 58:
		return dateDay
	case 18 <= id && id <= 21, 32 <= id && id <= 35, id == 45, id == 47, id == 55, id == 56:
		return dateTime
	case id == 46:
		return dateLength
	}
	return noDate
}

// formatDate returns what a number format shows, by its code for positive
// numbers: the letters y, m, d, h and s make it a date, and [h], [m] and [s] a
// length of time.
func formatDate(code string) dateKind {
	letters, length := formatLetters(code)
	clock := strings.ContainsAny(letters, "hs")
	switch {
	case length:
		return dateLength
	case strings.ContainsAny(letters, "yd"), strings.Contains(letters, "m") && !clock:
		return dateDay
	case clock:
		return dateTime
	}
	return noDate
}

// formatLetters returns the first section of a number format in lower case,
// without what is shown as it stands and without brackets. length reports
// whether a time is shown that may be longer than a day.
func formatLetters(code string) (letters string, length bool) {
	var b strings.Builder
	for i := 0; i < len(code) && code[i] != ';'; i++ {
		switch code[i] {
		case '"':
			i += 1 + max(0, strings.IndexByte(code[i+1:], '"'))
		case '\\', '_', '*':
			i++
		case '[':
			n := max(0, strings.IndexByte(code[i:], ']'))
			inside := strings.ToLower(code[i+min(n, 1) : i+n])
			length = length || inside != "" && strings.Trim(inside, inside[:1]) == "" && strings.Contains("hms", inside[:1])
			i += n
		default:
			b.WriteByte(code[i])
		}
	}
	return strings.ToLower(b.String()), length
}
