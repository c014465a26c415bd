package strategytest

import (
	"math/big"
	"regexp"
	"strings"
)

// A number is the oracle's own reading of a numeric field: exact, and slow.
type number struct {
	rat *big.Rat // nil where the exponent is too large to write the number out

	// The same number as ±0.DIGITS × 10^point, without zeros at either end.
	sign   int
	digits string
	point  *big.Int
}

var numberForm = regexp.MustCompile(`^([-+]?)(?:([0-9]+)\.?([0-9]*)|\.([0-9]+))(?:[eE]([-+]?[0-9]+))?$`)

// writtenOut is the largest exponent for which a number is made a big.Rat.
const writtenOut = 2000

// largestExp is where written exponents saturate: see query.Number.
var largestExp = new(big.Int).Lsh(big.NewInt(1), 60)

func parseNumber(s string) (n number, ok bool) {
	m := numberForm.FindStringSubmatch(s)
	if m == nil {
		return number{}, false
	}
	whole, frac := m[2], m[3]+m[4]
	exp := new(big.Int)
	if m[5] != "" {
		exp.SetString(strings.TrimPrefix(m[5], "+"), 10)
	}
	if exp.CmpAbs(largestExp) > 0 {
		exp.Mul(largestExp, big.NewInt(int64(exp.Sign())))
	}
	if exp.CmpAbs(big.NewInt(writtenOut)) <= 0 {
		n.rat, _ = new(big.Rat).SetString(m[1] + "0" + whole + "." + frac + "0e" + exp.String())
	}
	all := strings.TrimLeft(whole+frac, "0")
	n.point = exp.Add(exp, big.NewInt(int64(len(all)-len(frac))))
	n.digits = strings.TrimRight(all, "0")
	if n.digits != "" {
		n.sign = 1
	}
	if m[1] == "-" {
		n.sign = -n.sign
	}
	return n, true
}

// compare returns -1, 0 or +1 as n is less than, equal to or greater than m.
func (n number) compare(m number) int {
	switch {
	case n.rat != nil && m.rat != nil:
		return n.rat.Cmp(m.rat)
	case n.sign != m.sign:
		return big.NewInt(int64(n.sign)).Cmp(big.NewInt(int64(m.sign)))
	case n.sign == 0:
		return 0
	}
	c := n.point.Cmp(m.point)
	if c == 0 {
		c = strings.Compare(n.digits, m.digits)
	}
	return c * n.sign
}
