package query_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"geoscan/query"
)

// show writes a range in mathematicians' way.
func show(r query.Range) string {
	end := func(b query.Bound, none string) string {
		if !b.Set {
			return none
		}
		v, ok := b.Number.Int64()
		if !ok {
			return "?"
		}
		return strconv.FormatInt(v, 10)
	}
	open, shut := "(", ")"
	if r.Min.Closed {
		open = "["
	}
	if r.Max.Closed {
		shut = "]"
	}
	return fmt.Sprintf("%d:%s%s %s%s", r.Col, open, end(r.Min, "-inf"), end(r.Max, "inf"), shut)
}

func TestRanges(t *testing.T) {
	for _, test := range []struct{ where, want string }{
		{"", ""},
		{"height > 5", "2:(5 inf)"},
		{"height >= 5", "2:[5 inf)"},
		{"height < 5", "2:(-inf 5)"},
		{"height <= 5", "2:(-inf 5]"},
		{"height = 5", "2:[5 5]"},
		{"height != 5", "2:(-inf inf)"},
		{"not height > 5", "2:(-inf 5]"},
		{"height > 5 and height <= 9", "2:(5 9]"},
		{"height > 5 and height >= 5", "2:(5 inf)"},
		{"height < 9 and height <= 9", "2:(-inf 9)"},
		{"height > 5 and height > 7 and height > 6", "2:(7 inf)"},
		{"height > 5 or height > 7", "2:(5 inf)"},
		{"height > 5 or height >= 5", "2:[5 inf)"},
		{"height > 5 or height < 1", "2:(-inf inf)"},
		{"height in (3, 1, 2)", "2:[1 3]"},
		{"height in (3, '')", ""},
		{"height not in (3, 1)", "2:(-inf inf)"},
		{"height between 2 and 4", "2:[2 4]"},
		{"height not between 2 and 4", "2:(-inf inf)"},
		{"height > 5 and id < 3", "0:(-inf 3) 2:(5 inf)"},
		{"height > 5 or id < 3", ""},
		{"height > 5 and id < 3 or height > 4 and id < 1 and depth = 0", "0:(-inf 3) 2:(4 inf)"},
		{"height > 5 or name = 'x'", ""},
		{"height > 5 and name = 'x'", "2:(5 inf)"},
		{"not (height > 5 or id > 3)", "0:(-inf 3] 2:(-inf 5]"},
		{"not (height > 5 and id > 3)", ""},
		{"height = '5'", ""},
		{"height is null", ""},
		{"height is not null", ""},
		{"height ~ '5'", ""},
		{"height > depth", "2:(-inf inf) 4:(-inf inf)"},
		{"depth > height and height > 5", "2:(5 inf) 4:(-inf inf)"},
		{"height > name", ""},
		{"name > 5", "1:(5 inf)"},
	} {
		var got []string
		for _, r := range compile(t, query.Text{Where: test.where}).Ranges() {
			got = append(got, show(r))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: ranges %s, want %s", test.where, s, test.want)
		}
	}
}

func TestRangeInts(t *testing.T) {
	const minInt, maxInt = "-9223372036854775808", "9223372036854775807"
	for _, test := range []struct{ where, least, most string }{
		{"height > 8000", "8001", maxInt},
		{"height >= 8000", "8000", maxInt},
		{"height < -5", minInt, "-6"},
		{"height <= -5", minInt, "-5"},
		{"height = 7", "7", "7"},
		{"height != 7", minInt, maxInt},
		{"height between 1 and 2", "1", "2"},
		{"height > 999999999999999999", "1000000000000000000", maxInt},
		{"height < 1e30", minInt, maxInt},
		{"height > 7.5", "8", maxInt},
		{"height >= 7.5", "8", maxInt},
		{"height < 7.5", minInt, "7"},
		{"height < -7.5", minInt, "-8"},
		{"height > -7.5", "-7", maxInt},
		{"height = 7.5", "8", "7"}, // none
		{"height < 1e18", minInt, "999999999999999999"},
		{"height > 99999999999999999999", minInt, maxInt},
	} {
		r := compile(t, query.Text{Where: test.where}).Ranges()[0]
		least, most := r.Ints()
		if got := fmt.Sprint(least, " ", most); got != test.least+" "+test.most {
			t.Errorf("%s: integers from %s, want %s %s", test.where, got, test.least, test.most)
		}
	}
}

// TestScaled compares with exact arithmetic.
func TestScaled(t *testing.T) {
	for _, text := range []string{"0", "-0", "7", "-7", "7.5", "-7.5", "0.001", "-0.001", "27.98791", "180", "1e-30",
		"-1e-30", "1e18", "922337203685477580", "-922337203685477580", "1e40", "0e99", "9223372036854775808"} {
		for s := range 7 {
			n, _ := query.ParseNumber([]byte(text))
			v, exact, ok := n.Scaled(s)
			want, _ := new(big.Rat).SetString(text)
			want.Mul(want, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(s)), nil)))
			floor := new(big.Int).Div(want.Num(), want.Denom()) // Euclidean, the divisor is positive
			switch {
			case !ok && floor.IsInt64() && len(text) < 10:
				t.Errorf("%s × 10^%d fits, but Scaled says no", text, s)
			case ok && (floor.Cmp(big.NewInt(v)) != 0 || exact != want.IsInt()):
				t.Errorf("%s × 10^%d = %d, exact %v; want %v, exact %v", text, s, v, exact, floor, want.IsInt())
			}
		}
	}
}

// TestRangesAreWeaker checks random conditions on random records: whatever
// matches lies inside of all ranges.
func TestRangesAreWeaker(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	matched := 0
	for range 1000 {
		q := compile(t, query.Text{Where: condition(rng, 3)})
		for range 40 {
			matched += checkWeaker(t, q, randomRecord(rng))
		}
		if t.Failed() {
			return
		}
	}
	if matched < 1000 {
		t.Errorf("only %d matches, which proves little", matched)
	}
}

// checkWeaker reports 1 if the record matches.
func checkWeaker(t *testing.T, q *query.Query, r record) (matched int) {
	t.Helper()
	if !q.Match(r) {
		return 0
	}
	for _, rg := range q.Ranges() {
		field := r.Field(rg.Col)
		if !rg.Admits(field) {
			t.Errorf("record %q answers the query, but is outside of %s", r, show(rg))
		}
		least, most := rg.Ints()
		if v, ok := query.ParseInt(field); ok && (v < least || v > most) {
			t.Errorf("record %q answers the query, but is outside of [%d %d]", r, least, most)
		}
	}
	return 1
}

var randomNumbers = []string{"-1", "0", "1", "2", "3", "1.5", "2e0", "-0", "1e-1", "99999999999999999999"}

func randomRecord(rng *rand.Rand) record {
	r := make(record, 5)
	for i := range r {
		r[i] = randomNumbers[rng.IntN(len(randomNumbers))]
		if rng.IntN(6) == 0 {
			r[i] = []string{"", "x", "1x"}[rng.IntN(3)]
		}
	}
	return r
}

// condition makes the text of a condition.
func condition(rng *rand.Rand, depth int) string {
	if depth > 0 && rng.IntN(4) > 0 {
		a, b := condition(rng, depth-1), condition(rng, depth-1)
		switch rng.IntN(3) {
		case 0:
			return "not (" + a + ")"
		case 1:
			return "(" + a + ") and (" + b + ")"
		}
		return "(" + a + ") or (" + b + ")"
	}
	column := func() string { return []string{"id", "name", "height", "country", "depth"}[rng.IntN(5)] }
	number := func() string { return randomNumbers[rng.IntN(len(randomNumbers))] }
	op := []string{"=", "!=", "<", "<=", ">", ">="}[rng.IntN(6)]
	switch rng.IntN(8) {
	case 0:
		return column() + op + column()
	case 1:
		return column() + " in (" + number() + ", " + number() + ")"
	case 2:
		return column() + " not in ('x', " + number() + ")"
	case 3:
		return column() + " between " + number() + " and " + number()
	case 4:
		return column() + op + "'" + number() + "'"
	case 5:
		return column() + " is not null"
	}
	return column() + op + number()
}
