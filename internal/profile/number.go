package profile

import (
	"math"

	"geoscan/query"
)

// A Number is a number as it is written in the table. The zero value stands
// for none.
type Number struct {
	val  float64 // as value returns it
	text []byte
}

func (n Number) String() string { return string(n.text) }

// set makes n a copy of m, in the memory that n has.
func (n *Number) set(m Number) {
	n.val = m.val
	n.text = append(n.text[:0], m.text...)
}

// less compares by value, exactly.
func (n Number) less(m Number) bool {
	if n.val == n.val && m.val == m.val {
		return n.val < m.val
	}
	a, _ := query.ParseNumber(n.text)
	b, _ := query.ParseNumber(m.text)
	return a.Cmp(b) < 0
}

// exactDigits is the number of decimal digits that a float64 always keeps.
const exactDigits = 15

// value returns the value of a short plain number, such as -12.25, and NaN for
// all other bytes, whether query.ParseNumber takes them for a number or not.
// Two values compare as the numbers do: up to exactDigits digits different
// numbers are different float64s.
func value(b []byte) float64 {
	i := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		i = 1
	}
	var mant int64
	digits, point := 0, -1
	for _, c := range b[i:] {
		if d := c - '0'; d <= 9 {
			mant = 10*mant + int64(d)
			digits++
		} else if c == '.' && point < 0 {
			point = digits
		} else {
			return math.NaN()
		}
	}
	if digits == 0 || digits > exactDigits {
		return math.NaN()
	}
	v := float64(mant)
	if point >= 0 {
		v /= pow10[digits-point]
	}
	if b[0] == '-' {
		return -v
	}
	return v
}

// pow10 holds the powers of ten that value divides by. Both operands are
// exact, so that the quotient is the nearest float64.
var pow10 = [exactDigits + 1]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
}
