package kernel

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"geoscan/query"
)

// table returns a schema of n columns called c0, c1 and so on.
func table(t testing.TB, n int) *query.Schema {
	t.Helper()
	cols := make([]query.Column, n)
	for i := range cols {
		cols[i] = query.Column{Name: fmt.Sprint("c", i), Kind: query.Numeric}
	}
	s, err := query.NewSchema(cols...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compile(t testing.TB, width int, where string) *query.Query {
	t.Helper()
	q, err := query.Compile(query.Text{Where: where, Select: "c0"}, table(t, width))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// An findings is what a scan comes to.
type findings struct {
	Rows  []int64 // where they start
	Stats query.Stats
}

// ask scans part 0 with scan.
func ask(q *query.Query, scan func(*query.Part)) (a findings) {
	out := query.NewCollector(context.Background(), q, func(r query.Row) error {
		a.Rows = append(a.Rows, r.Off)
		return nil
	})
	part := out.Part(0)
	scan(part)
	part.Close(nil)
	a.Stats = out.EndInput()
	out.Finish()
	return a
}

// sieved is the findings of a Sieve over data[begin:], in steps of step bytes.
func sieved(k Kernel, q *query.Query, f Filter, data []byte, begin, step int) findings {
	return ask(q, func(part *query.Part) {
		s := NewSieve(k, f, data)
		s.Start(begin, len(data))
		for n, more := s.Offer(part, step); n > 0 && more; n, more = s.Offer(part, step) {
			part.Scanned(int64(n))
		}
	})
}

// scanned is the findings of the scalar kernel.
func scanned(q *query.Query, data []byte, begin int) findings {
	return ask(q, func(part *query.Part) {
		NewOfferer(part, q).Chunk(int64(begin), data[begin:])
		part.Scanned(int64(len(data) - begin))
	})
}

// compare compares all kernels with the scalar one, with each filter that the
// query admits.
func compare(t *testing.T, q *query.Query, data []byte, begin, step int) {
	t.Helper()
	filters := []Filter{NewFilter(q, nil)}
	for i := range q.Ranges() {
		filters = append(filters, NewFilter(q, &q.Ranges()[i]))
	}
	want := scanned(q, data, begin)
	for _, f := range filters {
		for _, k := range Kernels() {
			got := sieved(k, q, f, data, begin, step)
			if reflect.DeepEqual(want, got) {
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v, filter %+v, %d bytes a step, %q from %d: -want +got\n%s", k, f, step, data, begin, diff)
			}
		}
	}
}

// FuzzSieve compares the kernels with the scalar one on raw bytes.
func FuzzSieve(f *testing.F) {
	f.Add([]byte("a\t1\nb\t\n\nc\t2\td\ne\t-3"), uint8(2), uint8(1), int64(-5), int64(1), uint16(0), uint16(1))
	f.Add([]byte(strings.Repeat("name\t12\t\tx\r\n", 20)), uint8(4), uint8(2), int64(0), int64(10), uint16(3), uint16(64))
	f.Add([]byte("12345678\t123456789\t+1\t-\n-9999999\t1e3\t 1\t1 \n"), uint8(4), uint8(0), int64(0), int64(10), uint16(0), uint16(9))
	f.Add([]byte(strings.Repeat("\n", 300)), uint8(1), uint8(0), int64(0), int64(10), uint16(7), uint16(1000))
	f.Add([]byte(strings.Repeat("\t", 300)+"\n"+strings.Repeat("7\t", 255)), uint8(255), uint8(200), int64(7), int64(7), uint16(7), uint16(1000))
	f.Fuzz(func(t *testing.T, data []byte, width, col uint8, least, most int64, begin, step uint16) {
		n := int(width) + 1
		where := fmt.Sprintf("c%d between %d and %d", int(col)%n, least, most)
		at := min(len(data), int(begin)%100)
		compare(t, compile(t, n, where), bytes.Clone(data), at, int(step)+1)
		compare(t, compile(t, n, ""), data, at, int(step)+1)
	})
}

// TestSieveRandom does the same with tables that have something to find.
func TestSieveRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		width := 1 + rng.IntN([]int{4, 20, 256}[rng.IntN(3)])
		col := rng.IntN(width)
		where := fmt.Sprintf("c%d > %d", col, rng.IntN(200)-100)
		switch rng.IntN(4) {
		case 0:
			where += fmt.Sprintf(" and c%d <= 50", rng.IntN(width))
		case 1:
			where = fmt.Sprintf("c%d < -5", col)
		}
		data := randomTable(rng, width, rng.IntN(30000))
		begin := rng.IntN(min(200, len(data)+1))
		compare(t, compile(t, width, where), data, begin, 1+rng.IntN(20000))
	}
}

// randomTable returns about size bytes, now and then a field or a line that is
// as no one would expect. It starts at any place of a block.
func randomTable(rng *rand.Rand, width, size int) []byte {
	b := bytes.NewBuffer(make([]byte, rng.IntN(blockSize), size+100_000))
	skip := b.Len()
	longest := 1 + rng.IntN(12)
	for b.Len() <= skip+size {
		n := width
		if rng.IntN(20) == 0 {
			n = rng.IntN(2*width + 1)
		}
		for i := range n {
			if i > 0 {
				b.WriteByte('\t')
			}
			randomField(b, rng, longest)
		}
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n", "\n\r\n"}[rng.IntN(6)])
	}
	return b.Bytes()[skip : b.Len()-rng.IntN(2)]
}

func randomField(b *bytes.Buffer, rng *rand.Rand, longest int) {
	switch rng.IntN(12) {
	case 0, 1, 2:
	case 3, 4, 5, 6:
		fmt.Fprint(b, rng.IntN(200)-100)
	case 7:
		fmt.Fprint(b, int64(rng.Uint64())>>rng.IntN(64))
	case 8:
		b.WriteString([]string{"-", "+", "+7", "-0", "007", "1.5", "1e2", "-99999999", "99999999", "-9999999", "\x00", "\x89\x8a", "12\r", "٣"}[rng.IntN(14)])
	default:
		for range rng.IntN(longest * longest) {
			b.WriteByte(byte(' ' + rng.IntN(90)))
		}
	}
}

// TestSieveWidths has each column of tables up to the widest, with windows that
// hold the field and windows that don't.
func TestSieveWidths(t *testing.T) {
	for _, width := range []int{1, 2, 3, 19, 63, 64, 65, 127, 128, 129, 130, 200, 256} {
		for col := 0; col < width; col += 1 + width/40 {
			var b bytes.Buffer
			for i := range 40 {
				fields := make([]string, width)
				if i%4 > 0 {
					fields[col] = fmt.Sprint(i)
				}
				if i%5 > 0 {
					fields[width-1-col] += strings.Repeat("x", i)
				}
				fmt.Fprintln(&b, strings.Join(fields, "\t"))
			}
			compare(t, compile(t, width, fmt.Sprintf("c%d > 20", col)), b.Bytes(), 0, 1<<20)
		}
	}
}

// TestSieveLongRecords has records longer than what a kernel remembers.
func TestSieveLongRecords(t *testing.T) {
	for _, size := range []int{40, 60, 400, 500, 520, 560, 600, 8000, 9000, 70000} {
		for _, col := range []int{0, 1, 2, 3, 4, 5} {
			var b bytes.Buffer
			for i := range 30 {
				fields := []string{"1", "", "x", "", "2", "3"}
				fields[i%6] += strings.Repeat("x", size+i)
				fmt.Fprintln(&b, strings.Join(fields, "\t"))
			}
			compare(t, compile(t, 6, fmt.Sprintf("c%d > 1", col)), b.Bytes(), 0, 1<<20)
		}
	}
}

// TestKernelsAgree compares what the kernels leave in their batches, to the bit.
func TestKernelsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		width := 1 + rng.IntN([]int{4, 20, 256}[rng.IntN(3)])
		col := rng.IntN(width+1) - 1
		least := rng.Int64N(200) - 100
		f := Filter{width: width, col: col, least: least, most: least + rng.Int64N(100) - 10}
		data := randomTable(rng, width, rng.IntN(30000))
		begin := rng.IntN(min(200, len(data)+1))
		want := batches(Portable, f, data, begin)
		for _, k := range Kernels() {
			got := batches(k, f, data, begin)
			if reflect.DeepEqual(want, got) {
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v, filter %+v, %q from %d: -portable +%v\n%s", k, f, data, begin, k, diff)
			}
		}
	}
}

// A result is what counts in a batch.
type result struct {
	Base, Blocks, Total, Open    int
	Tabs                         []uint64
	Ends, Sums                   []int
	Judged, Sifted               [3][]int // numbers, starts, stops
	JudgedWindows, SiftedWindows []uint64
}

func batches(k Kernel, f Filter, data []byte, begin int) (list []result) {
	s := NewSieve(k, f, data)
	s.Start(begin, len(data))
	b := &s.batch
	for s.pos < s.end {
		b.found = 0
		s.search(s.end)
		r := result{
			Base: b.base, Blocks: b.blocks, Total: b.total, Open: b.open,
			Tabs: slices.Clone(b.tabs[:history+b.blocks]), Ends: slices.Clone(b.ends[:1+b.lines]), Sums: slices.Clone(b.sums[:b.lines]),
		}
		r.Judged, r.JudgedWindows = found(b)
		if s.side != whole {
			k.sift(b, s.side, data)
		}
		r.Sifted, r.SiftedWindows = found(b)
		list = append(list, r)
	}
	return list
}

func found(b *batch) (lines [3][]int, windows []uint64) {
	n := b.found
	return [3][]int{slices.Clone(b.which[:n]), slices.Clone(b.starts[:n]), slices.Clone(b.stops[:n])}, slices.Clone(b.windows[:n])
}

// candidates returns the numbers of the lines that f lets through.
func candidates(k Kernel, f Filter, data []byte) (list []int) {
	for _, r := range batches(k, f, data, 0) {
		list = append(list, r.Sifted[0]...)
	}
	return list
}

// TestSieveLetsThrough lists the lines that a kernel takes for candidates: a
// kernel that took all of them would give right answers too.
func TestSieveLetsThrough(t *testing.T) {
	fields := []struct {
		field string
		pass  bool
	}{
		{"", false}, {"9", false}, {"10", true}, {"20", true}, {"21", false}, {"010", true}, {"00000021", false},
		{"-10", false}, {"-5", false}, {"99999999", false}, {"x", true}, {"1x", true}, {"1.5", true},
		{"1e1", true}, {"+5", true}, {"-", false}, {"--5", true}, {"5-", true}, {"1\x00", true}, {"\xB1", true},
		{"123456789", true}, {"/", true}, {":", true}, {"1 ", true}, {"00000015", true}, {"12345\r", true},
	}
	for _, col := range []int{0, 1, 2, 3, 4} {
		for _, k := range Kernels() {
			var data []byte
			var want []int
			for i, f := range fields {
				record := []string{"eight888", "", "eight888", "", "eight888"}
				record[col] = f.field
				data = append(data, strings.Join(record, "\t")+"\n"...)
				if f.pass {
					want = append(want, i)
				}
			}
			data = append([]byte("\n"), data...) // which is not well-formed
			got := candidates(k, Filter{width: 5, col: col, least: 10, most: 20}, data[1:])
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v, column %d: -want +got\n%s", k, col, diff)
			}
		}
	}
}

// TestSieveNumbers reads numbers in which each digit matters.
func TestSieveNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for power := int64(1); power < 100_000_000; power *= 10 {
		for range 20 {
			n := power + rng.Int64N(8*power)
			if rng.IntN(2) == 0 && power < 10_000_000 {
				n = -n
			}
			data := fmt.Appendf(nil, "not well-formed\n")
			for p := power; p > 0; p /= 10 {
				data = fmt.Appendf(data, "%d\t%[1]d\n%d\t%[2]d\n", n-p, n+p)
			}
			last := bytes.Count(data, []byte("\n"))
			data = fmt.Appendf(data, "%d\t%[1]d\n", n)
			for _, k := range Kernels() {
				for col := range 2 {
					got := candidates(k, Filter{width: 2, col: col, least: n, most: n}, data)
					if !slices.Equal(got, []int{0, last}) {
						t.Fatalf("%v, column %d: %d is in lines %v of %q", k, col, n, got, data)
					}
				}
			}
		}
	}
}

func TestChooseFilter(t *testing.T) {
	data := []byte(strings.Repeat("100000000\t\t5\t7\n", 10) + "1\t3\t5\t7\n")
	for _, c := range []struct {
		where string
		col   int
	}{
		{"", -1},
		{"c0 = 'x'", -1},
		{"c3 > 5", 3},
		{"c0 >= 1 and c1 >= 1", 1},
		{"c0 >= 1 and c2 > 5 and c1 >= 1", 2},
		{"c0 > 1 or c1 > 1", -1},
	} {
		for _, k := range Kernels() {
			if f := k.ChooseFilter(compile(t, 4, c.where), data); f.col != c.col {
				t.Errorf("%v: where %q filters by column %d, want %d", k, c.where, f.col, c.col)
			}
		}
	}
}

func TestFilterBounds(t *testing.T) {
	var b batch
	b.setBounds(5, 4) // nothing
	if inside := uint64(4-b.least) <= b.span || uint64(5-b.least) <= b.span; inside {
		t.Error("there is something between 5 and 4")
	}
	b.setBounds(math.MinInt64, math.MaxInt64)
	if v := int64(-7); uint64(v-b.least) > b.span {
		t.Error("-7 is not between all bounds")
	}
}

func TestFind(t *testing.T) {
	for _, k := range Kernels() {
		if got, err := Find(k.String()); got != k || err != nil {
			t.Errorf("Find(%q) = %v, %v", k, got, err)
		}
	}
	if got, err := Find(""); got != Kernels()[0] || err != nil {
		t.Errorf(`Find("") = %v, %v`, got, err)
	}
	if _, err := Find("fast"); err == nil || !strings.Contains(err.Error(), "portable") {
		t.Errorf(`Find("fast"): error %v, want one that tells what there is`, err)
	}
}

// BenchmarkSieve shows what the kernels cost without the memory.
func BenchmarkSieve(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	data := randomTable(rng, 19, 256<<10)
	q := compile(b, 19, "c15 > 1000")
	for _, k := range Kernels() {
		b.Run(k.String(), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				sieved(k, q, k.ChooseFilter(q, data), data, 0, len(data))
			}
		})
	}
}
