package query

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// A Number is a decimal number as the contract reads it: exact whatever its
// length, so that it never wraps and never rounds. The zero value is 0.
//
// A number of up to 18 significant digits is mant × 10^exp; a longer one keeps
// its text and is compared digit by digit. A Number made from bytes refers to
// them when it is long, and is valid as long as they are.
type Number struct {
	mant int64
	exp  int32
	wide []byte // the text, when mant and exp can't hold it
}

// maxSmall is how many digits an int64 holds whatever they are.
const maxSmall = 18

// maxExp bounds written exponents. Larger ones count as maxExp: two numbers
// whose size only such an exponent tells apart compare equal.
const maxExp = 1 << 60

// ParseNumber reads all of b as [+-] digits [.digits] [e[+-]digits], also
// "8848." and ".5". Anything else, blanks and the empty field included, is no
// number. It does not allocate.
func ParseNumber(b []byte) (n Number, ok bool) {
	if v, ok := ParseInt(b); ok {
		return Number{mant: v}, true
	}
	t, ok := scanNumber(b)
	if !ok {
		return Number{}, false
	}
	if len(t.whole)+len(t.frac) > maxSmall || t.exp > 1000 || t.exp < -1000 {
		return Number{wide: b}, true
	}
	for _, c := range t.whole {
		n.mant = n.mant*10 + int64(c-'0')
	}
	for _, c := range t.frac {
		n.mant = n.mant*10 + int64(c-'0')
	}
	if t.neg {
		n.mant = -n.mant
	}
	n.exp = int32(t.exp) - int32(len(t.frac))
	return n, true
}

// ParseInt is the short way for what most numeric fields hold: an optional
// sign and 1 to 18 digits. Of anything else it says no, though it may be a
// number.
func ParseInt(b []byte) (v int64, ok bool) {
	digits := b
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		digits = b[1:]
	}
	if len(digits) == 0 || len(digits) > maxSmall {
		return 0, false
	}
	for _, c := range digits {
		if c -= '0'; c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if b[0] == '-' {
		v = -v
	}
	return v, true
}

// parseFloat returns the floating-point number nearest to a number, ±Inf where
// it is too large. It is fast for up to 15 digits without an exponent.
func parseFloat(b []byte) (f float64, ok bool) {
	num := b
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		num = b[1:]
	}
	mant, point := int64(0), len(num)
	for i, c := range num {
		switch {
		case c-'0' <= 9:
			mant = mant*10 + int64(c-'0')
		case c == '.' && point == len(num):
			point = i
		default:
			return parseAnyFloat(b)
		}
	}
	n, frac := len(num), 0
	if point < n {
		n, frac = n-1, n-1-point
	}
	if n < 1 || n > 15 {
		return parseAnyFloat(b)
	}
	// Both are exact, so that the quotient is rounded once.
	f = float64(mant) / float64(pow10[frac])
	if b[0] == '-' {
		f = -f
	}
	return f, true
}

func parseAnyFloat(b []byte) (f float64, ok bool) {
	if _, ok := scanNumber(b); !ok {
		return 0, false
	}
	f, _ = strconv.ParseFloat(string(b), 64) // an error means that it is too large
	return f, true
}

// numberText is a number taken apart.
type numberText struct {
	neg         bool
	whole, frac []byte // digits before and after the point
	exp         int64
}

func scanNumber(b []byte) (t numberText, ok bool) {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		t.neg = b[0] == '-'
		b = b[1:]
	}
	t.whole, b = digits(b)
	if len(b) > 0 && b[0] == '.' {
		t.frac, b = digits(b[1:])
	}
	if len(t.whole)+len(t.frac) == 0 {
		return t, false
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		t.exp, b, ok = exponent(b[1:])
		return t, ok && len(b) == 0
	}
	return t, len(b) == 0
}

// digits splits b after its leading digits.
func digits(b []byte) (head, tail []byte) {
	i := 0
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return b[:i], b[i:]
}

func exponent(b []byte) (exp int64, tail []byte, ok bool) {
	neg := len(b) > 0 && b[0] == '-'
	if neg || len(b) > 0 && b[0] == '+' {
		b = b[1:]
	}
	d, tail := digits(b)
	for _, c := range d {
		exp = min(exp*10+int64(c-'0'), maxExp)
	}
	if neg {
		exp = -exp
	}
	return exp, tail, len(d) > 0
}

// Cmp compares by value: -1, 0 or +1 as n is less than, equal to or greater
// than m. It allocates only for numbers of more than 18 digits.
func (n Number) Cmp(m Number) int {
	if n.wide != nil || m.wide != nil {
		return n.decimal().cmp(m.decimal())
	}
	if n.exp == m.exp {
		return cmp.Compare(n.mant, m.mant)
	}
	if s, t := cmp.Compare(n.mant, 0), cmp.Compare(m.mant, 0); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	if n.mant < 0 {
		return cmpScaled(uint64(-m.mant), m.exp, uint64(-n.mant), n.exp)
	}
	return cmpScaled(uint64(n.mant), n.exp, uint64(m.mant), m.exp)
}

// cmpScaled compares a×10^e with b×10^f for a and b from 1 to 10^18.
func cmpScaled(a uint64, e int32, b uint64, f int32) int {
	switch {
	case e < f:
		return -cmpScaled(b, f, a, e)
	case e-f > maxSmall:
		return 1
	}
	hi, lo := bits.Mul64(a, pow10[e-f])
	if hi > 0 {
		return 1
	}
	return cmp.Compare(lo, b)
}

var pow10 = [maxSmall + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// A decimal is ±0.DIGITS × 10^point, without zeros at either end; zero has no
// digits.
type decimal struct {
	neg    bool
	digits []byte
	point  int64
}

func (n Number) decimal() decimal {
	b := n.wide
	if b == nil {
		b = strconv.AppendInt(nil, n.mant, 10)
	}
	t, _ := scanNumber(b)
	d := decimal{neg: t.neg, point: int64(len(t.whole)) + t.exp + int64(n.exp)}
	all := append(bytes.Clone(t.whole), t.frac...)
	d.digits = bytes.TrimLeft(all, "0")
	d.point -= int64(len(all) - len(d.digits))
	d.digits = bytes.TrimRight(d.digits, "0")
	if len(d.digits) == 0 {
		return decimal{}
	}
	return d
}

func (d decimal) cmp(e decimal) int {
	if s, t := d.sign(), e.sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	c := cmp.Compare(d.point, e.point)
	if c == 0 {
		c = bytes.Compare(d.digits, e.digits)
	}
	return c * d.sign()
}

func (d decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.neg:
		return -1
	}
	return 1
}

// Int64 returns the number if it is an integer of up to 18 digits.
func (n Number) Int64() (v int64, ok bool) {
	return n.mant, n.wide == nil && n.exp == 0
}

// String returns the number as the language writes it.
func (n Number) String() string {
	switch {
	case n.wide != nil:
		return string(n.wide)
	case n.exp > 0 || n.exp < -maxSmall:
		return fmt.Sprintf("%de%d", n.mant, n.exp)
	case n.exp == 0:
		return strconv.FormatInt(n.mant, 10)
	}
	s := fmt.Sprintf("%0*d", 1-int(n.exp), max(n.mant, -n.mant))
	point := len(s) + int(n.exp)
	s = s[:point] + "." + s[point:]
	if n.mant < 0 {
		return "-" + s
	}
	return s
}

// Float64 returns the nearest floating-point number, ±Inf where the number is
// too large.
func (n Number) Float64() float64 {
	f, _ := parseFloat([]byte(n.String()))
	return f
}

// Scaled returns n × 10^s rounded down, and whether that is the whole of it. ok
// is false where it does not fit or where n is longer than 18 digits.
func (n Number) Scaled(s int) (v int64, exact, ok bool) {
	e := int(n.exp) + s
	switch {
	case n.wide != nil:
		return 0, false, false
	case n.mant == 0 || e == 0:
		return n.mant, true, true
	case e < -maxSmall: // less than 1, but not 0
		return min(n.mant, 0) >> 63, false, true
	case e < 0:
		p := int64(pow10[-e])
		v = n.mant / p
		if n.mant%p != 0 && n.mant < 0 {
			v--
		}
		return v, n.mant%p == 0, true
	case e > maxSmall:
		return 0, false, false
	}
	p := int64(pow10[e])
	v = n.mant * p
	return v, true, v/p == n.mant && v != math.MinInt64
}
