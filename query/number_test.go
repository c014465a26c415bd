package query_test

import (
	"math/big"
	"regexp"
	"strings"
	"testing"

	"geoscan/query"
)

// ascending lists numbers in order of value; those in a row are equal.
var ascending = [][]string{
	{"-2e99999999999"},
	{"-1e99999999999"},
	{"-1e400", "-10e399"},
	{"-99999999999999999999999999"},
	{"-18446744073709551616", "-18446744073709551616.000"},
	{"-9223372036854775809"},
	{"-9223372036854775808"},
	{"-9223372036854775807", "-9223372036854775807."},
	{"-1000000000000000000", "-1e18"},
	{"-999999999999999999"},
	{"-9999", "-9999.0", "-9.999e3"},
	{"-1.0000000000000000000001"},
	{"-1", "-1.", "-01", "-10e-1"},
	{"-.5", "-0.5", "-5e-1"},
	{"-1e-400"},
	{"-1e-99999999999"},
	{"0", "-0", "+0", "00", "0.", ".0", "0e0", "0e999", "-0e-99999999999", "0e99999999999", "0000000000000000000000000"},
	{"1e-99999999999"},
	{"1e-400", "0.1e-399"},
	{"1e-19"},
	{"0.1", ".1", "1e-1", "0.10", "0.1000000000000000000000000"},
	{"0.1000000000000000000001"},
	{"0.5", ".5", "5E-1"},
	{"1", "+1", "1e0", "1e+0", "01", "1.0", "000000000000000000000000001"},
	{"1.0000000000000000000001"},
	{"8848", "8848.", "+8848", "8848.00", "8.848e3", "8.848E+3", "88480e-1", "008848"},
	{"8848.86"},
	{"9007199254740992"},
	{"9007199254740993"},
	{"9007199254740993.5"},
	{"9007199254740994"},
	{"999999999999999999", "999999999999999999.0"},
	{"999999999999999999.5"},
	{"1000000000000000000", "1e18", "10e17"},
	{"1000000000000000001"},
	{"9223372036854775807"},
	{"9223372036854775808", "9223372036854775.808e3"},
	{"18446744073709551615"},
	{"18446744073709551616", "1.8446744073709551616e19"},
	{"18446744073709551617"},
	{"99999999999999999999999999"},
	{"99999999999999999999999999.5"},
	{"1e26"},
	{"1e400", "10e399"},
	{"1e99999999999", "10e99999999998", "0.1e100000000000"},
	{"2e99999999999"},
}

func TestNumberCmp(t *testing.T) {
	for i, as := range ascending {
		for j, bs := range ascending {
			for _, a := range as {
				for _, b := range bs {
					n, m := mustNumber(t, a), mustNumber(t, b)
					if got, want := n.Cmp(m), big.NewInt(int64(i)).Cmp(big.NewInt(int64(j))); got != want {
						t.Errorf("Cmp(%s, %s) = %d, want %d", a, b, got, want)
					}
				}
			}
		}
	}
}

func mustNumber(t *testing.T, s string) query.Number {
	t.Helper()
	n, ok := query.ParseNumber([]byte(s))
	if !ok {
		t.Fatalf("ParseNumber(%q) says that it is none", s)
	}
	return n
}

func TestParseNumberRejects(t *testing.T) {
	for _, s := range []string{
		"", " ", "+", "-", ".", "+.", "e5", ".e5", "1e", "1e+", "1e-", "1E", "1e5.", "1e5.0", "1e5e5", "1.2.3", "--5", "+-5",
		" 5", "5 ", "5\n", "5\r", "5\x00", "\x005", "5m", "m5", "1_000", "1,000", "0x10", "0b1", "Inf", "+Inf", "NaN", "nan", "infinity",
		"٣", "５", "1e٣", "/", ":", "5/", "5:", "1.:", "1e/", "½", "\ufeff5",
		strings.Repeat("1", 30) + "x", strings.Repeat("0", 30) + " ",
	} {
		if n, ok := query.ParseNumber([]byte(s)); ok {
			t.Errorf("ParseNumber(%q) = %v, true", s, n)
		}
		if v, ok := query.ParseInt([]byte(s)); ok {
			t.Errorf("ParseInt(%q) = %v, true", s, v)
		}
	}
}

func TestNumberZeroValue(t *testing.T) {
	var zero query.Number
	if zero.Cmp(mustNumber(t, "0")) != 0 || zero.Cmp(mustNumber(t, "-0.000e5")) != 0 {
		t.Error("the zero Number is not 0")
	}
	if v, ok := zero.Int64(); v != 0 || !ok {
		t.Errorf("Int64 of the zero Number = %d, %v", v, ok)
	}
}

// TestInt64 checks that what Int64 gives is the number.
func TestInt64(t *testing.T) {
	for _, row := range ascending {
		for _, s := range row {
			n := mustNumber(t, s)
			v, ok := n.Int64()
			if ok && n.Cmp(mustNumber(t, big.NewInt(v).String())) != 0 {
				t.Errorf("%s: Int64 = %d", s, v)
			}
			if digits := strings.TrimLeft(s, "+-"); !ok && len(digits) <= 18 && regexp.MustCompile(`^[0-9]+$`).MatchString(digits) {
				t.Errorf("%s: Int64 says no", s)
			}
		}
	}
}

// TestNumbersDoNotAllocate guards the path that every record of a scan takes.
func TestNumbersDoNotAllocate(t *testing.T) {
	field, other := []byte("-8848.86"), []byte("12345678901234567890.5")
	limit := mustNumber(t, "8000")
	n := testing.AllocsPerRun(100, func() {
		n, _ := query.ParseNumber(field)
		query.ParseNumber(other)
		_ = n.Cmp(limit)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var numberForm = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)

// rat reads a number whose exponent has at most three digits.
func rat(s string) (r *big.Rat, ok bool) {
	m := numberForm.FindStringSubmatch(s)
	if m == nil || len(strings.TrimLeft(m[2], "eE+-0")) > 3 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

func FuzzParseNumber(f *testing.F) {
	for i, row := range ascending {
		f.Add(row[0], ascending[(i+1)%len(ascending)][0])
		f.Add(row[0], row[len(row)-1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		n, ok := query.ParseNumber([]byte(a))
		if want := numberForm.MatchString(a); ok != want {
			t.Fatalf("ParseNumber(%q) says %v, want %v", a, ok, want)
		}
		if v, isInt := query.ParseInt([]byte(a)); isInt && (!ok || n.Cmp(mustNumber(t, big.NewInt(v).String())) != 0) {
			t.Errorf("ParseInt(%q) = %d", a, v)
		}
		m, ok2 := query.ParseNumber([]byte(b))
		if !ok || !ok2 {
			return
		}
		if n.Cmp(m) != -m.Cmp(n) {
			t.Errorf("Cmp(%s, %s) = %d, but the other way round %d", a, b, n.Cmp(m), m.Cmp(n))
		}
		x, ok := rat(a)
		y, ok2 := rat(b)
		if ok && ok2 && n.Cmp(m) != x.Cmp(y) {
			t.Errorf("Cmp(%s, %s) = %d, want %d", a, b, n.Cmp(m), x.Cmp(y))
		}
	})
}
