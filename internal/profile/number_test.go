package profile

import (
	"math"
	"math/big"
	"testing"

	"geoscan/query"
)

// numbers are texts that are numbers, or nearly.
var numbers = []string{
	"", "0", "-0", "+7", "8848", "8848.", ".5", "-.5", "1.25", "1e3", "1E-3", "1e", "e1", ".", "+", "-", "+-1", "1.2.3",
	" 1", "1 ", "1_0", "0x10", "Inf", "NaN", "٣", "2016-02-05", "00", "999999999999999", "9999999999999999",
	"9223372036854775807", "9223372036854775808", "123456789012345.6", "0.000000000000001", "1e400", "-1e400", "00000000000000001",
}

func FuzzValue(f *testing.F) {
	for _, a := range numbers {
		f.Add(a, "8848")
		f.Add("8847.99999999999", a)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		v, w := value([]byte(a)), value([]byte(b))
		m, ok := query.ParseNumber([]byte(a))
		if !math.IsNaN(v) && !ok {
			t.Fatalf("value(%q) = %v of what is no number", a, v)
		}
		if ok && !maybeNumber([]byte(a)) {
			t.Fatalf("maybeNumber(%q) = false of a number", a)
		}
		n, ok2 := query.ParseNumber([]byte(b))
		if !ok || !ok2 {
			return
		}
		want := m.Cmp(n) < 0
		if got := (Number{v, []byte(a)}).less(Number{w, []byte(b)}); got != want {
			t.Fatalf("%s < %s = %v, want %v", a, b, got, want)
		}
	})
}

func TestValue(t *testing.T) {
	for _, test := range []struct {
		in   string
		want float64
	}{
		{"0", 0}, {"8848", 8848}, {"-9999", -9999}, {"+7", 7}, {"27.98791", 27.98791}, {"-.5", -.5}, {"1.", 1},
		{"999999999999999", 999999999999999},
		{"1e3", math.NaN()}, {"1000000000000000", math.NaN()}, {"", math.NaN()}, {"-", math.NaN()}, {".", math.NaN()},
	} {
		if got := value([]byte(test.in)); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("value(%q) = %v, want %v", test.in, got, test.want)
		}
	}
}

// TestLess compares with exact rational arithmetic.
func TestLess(t *testing.T) {
	parse := func(s string) (Number, *big.Rat, bool) {
		if _, ok := query.ParseNumber([]byte(s)); !ok {
			return Number{}, nil, false
		}
		r, ok := new(big.Rat).SetString(s)
		return Number{value([]byte(s)), []byte(s)}, r, ok
	}
	compared := 0
	for _, a := range numbers {
		for _, b := range numbers {
			m, x, ok1 := parse(a)
			n, y, ok2 := parse(b)
			if !ok1 || !ok2 {
				continue
			}
			compared++
			if got, want := m.less(n), x.Cmp(y) < 0; got != want {
				t.Errorf("%s < %s = %v, want %v", a, b, got, want)
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d comparisons", compared)
	}
}
