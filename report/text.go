package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// clean makes text from a results file fit for a figure or page: bytes that
// are no UTF-8, control characters and those that change the direction of
// writing become visible marks.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\uFFFE', r == '\uFFFF':
			return '\uFFFD'
		}
		return r
	}, s)
}

// short is a name as it stands in a figure: clean, and cut where it is too long.
func short(name string) string {
	const most = 18
	r := []rune(clean(name))
	if len(r) > most {
		r = append(r[:most-1], '…')
	}
	return string(r)
}

// digits writes v with n significant digits and no exponent, with thin blanks
// between groups of three from 10000 on.
func digits(v float64, n int) string {
	if v == 0 || !finite(v) {
		return "0"
	}
	after := n - 1 - int(math.Floor(math.Log10(math.Abs(v))))
	if after <= 0 {
		return group(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', min(after, 9), 64)
}

// group writes n with thin blanks between groups of three digits.
func group(n int64) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < 5 {
		return s
	}
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// seconds writes a time in the unit that suits it.
func seconds(s float64) string {
	switch {
	case s <= 0:
		return "0\u00a0s"
	case s < 1e-3:
		return digits(s*1e6, 3) + "\u00a0µs"
	case s < 1:
		return digits(s*1e3, 3) + "\u00a0ms"
	case s < 100:
		return digits(s, 3) + "\u00a0s"
	}
	return digits(s/60, 3) + "\u00a0min"
}

// size writes a number of bytes in decimal units, as disks and the article do.
func size(b float64) string {
	unit, by := "B", 1.0
	switch {
	case b >= 1e9:
		unit, by = "GB", 1e9
	case b >= 1e6:
		unit, by = "MB", 1e6
	case b >= 1e3:
		unit, by = "kB", 1e3
	}
	return brief(b/by) + "\u00a0" + unit
}

// brief writes v with three digits at most, and no zeros at the end.
func brief(v float64) string {
	s := digits(v, 3)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// times writes a factor, such as 2.31×.
func times(v float64) string { return digits(v, 3) + "×" }

// percent writes a share.
func percent(v float64) string {
	if v > 0 && v < 0.0095 {
		return digits(v*100, 1) + "\u00a0%"
	}
	return strconv.FormatFloat(math.Round(v*100), 'f', -1, 64) + "\u00a0%"
}

// round keeps n digits after the point.
func round(v float64, n int) float64 {
	p := math.Pow(10, float64(n))
	return math.Round(v*p) / p
}

// count writes a number with its noun, which takes an s.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%s %ss", group(int64(n)), noun)
}

// list joins names as a sentence does: a, b and c.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// sentence gives s a capital letter and a full stop.
func sentence(s string) string {
	r := []rune(stopped(s))
	if len(r) > 0 {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// stopped gives s a full stop, if it is not empty.
func stopped(s string) string {
	s = clean(strings.TrimSpace(s))
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
