package profile

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"geoscan/query"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// schema returns one of the columns id, name and height.
func schema(t testing.TB) *query.Schema {
	s, err := query.NewSchema(
		query.Column{Name: "id", Kind: query.Numeric},
		query.Column{Name: "name"},
		query.Column{Name: "height", Kind: query.Numeric, Unit: "m"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t testing.TB, in string) *Profile {
	t.Helper()
	p, err := Read(context.Background(), strings.NewReader(in), schema(t))
	if err != nil {
		t.Fatalf("Read(%.40q): %v", in, err)
	}
	return p
}

func TestRecords(t *testing.T) {
	long := strings.Repeat("x", 3*chunkSize)
	for _, test := range []struct {
		name, in         string
		records, blank   int64
		malformed, first int64
		min, max         int64 // lengths
	}{
		{name: "empty"},
		{name: "lone LF", in: "\n", blank: 1},
		{name: "lone CR LF", in: "\r\n", blank: 1},
		{name: "lone CR", in: "\r", blank: 1},
		{name: "lone BOM", in: "\xEF\xBB\xBF"},
		{name: "plain", in: "1\ta\t2\n2\tbc\t\n", records: 2, min: 5, max: 5},
		{name: "no last LF", in: "1\ta\t2\n2\tbcd\t", records: 2, min: 5, max: 6},
		{name: "CR LF", in: "1\ta\t2\r\n2\tb\t3\r\n", records: 2, min: 5, max: 5},
		{name: "CR at the end", in: "1\ta\t2\r", records: 1, min: 5, max: 5},
		{name: "two CR", in: "1\ta\t2\r\r\n", records: 1, min: 6, max: 6},
		{name: "CR inside", in: "1\ta\rb\t2\n", records: 1, min: 7, max: 7},
		{name: "BOM", in: "\xEF\xBB\xBF1\ta\t2\n", records: 1, min: 5, max: 5},
		{name: "two BOM", in: "\xEF\xBB\xBF\xEF\xBB\xBF1\ta\t2\n", records: 1, min: 8, max: 8},
		{name: "blank lines", in: "\n1\ta\t2\n\r\n\n2\tb\t3\n\n", records: 2, blank: 4, min: 5, max: 5},
		{name: "all fields empty", in: "\t\t\n", records: 1, min: 2, max: 2},
		{name: "too few", in: "1\ta\t2\n\n1\ta\n1\n", records: 1, blank: 1, malformed: 2, first: 3, min: 5, max: 5},
		{name: "too many", in: "1\ta\t2\t3\n1\ta\t2\n", records: 1, malformed: 1, first: 1, min: 5, max: 5},
		{name: "quotes", in: "1\t\"a\t2\n2\tb\"\t2\n", records: 2, min: 6, max: 6},
		{name: "NUL", in: "\x00\x00\n1\t\x00\t2\n", records: 1, malformed: 1, first: 1, min: 5, max: 5},
		{name: "one long", in: "1\t" + long + "\t2", records: 1, min: int64(len(long)) + 4, max: int64(len(long)) + 4},
		{name: "long amid", in: "1\ta\t2\n1\t" + long + "\t2\n1\ta\t2\nx\n", records: 3, malformed: 1, first: 4,
			min: 5, max: int64(len(long)) + 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.in)
			got := []int64{p.Bytes, p.Records, p.Blank, p.Malformed, p.FirstMalformed, p.Lengths.Min, p.Lengths.Max}
			want := []int64{int64(len(test.in)), test.records, test.blank, test.malformed, test.first, test.min, test.max}
			if !slices.Equal(got, want) {
				t.Errorf("bytes, records, blank, malformed, first, min, max = %v, want %v", got, want)
			}
			if p.Lengths.N != test.records {
				t.Errorf("%d lengths, want %d", p.Lengths.N, test.records)
			}
		})
	}
}

func TestColumns(t *testing.T) {
	p := read(t, "7\tBern\t540\n"+
		"12\tÉvry\t\n"+
		"-3\t東京都\t1e2\n"+
		"malformed é\t99999\n"+
		"9223372036854775808\t0x10\t.5\n"+
		"9223372036854775807\t\t-9999\n")
	type col struct {
		Empty, Bytes, Longest, NonASCII, Numeric int64
		Min, Max                                 string
	}
	want := []col{
		{0, 43, 19, 0, 5, "-3", "9223372036854775808"},
		{1, 22, 9, 2, 0, "", ""},
		{1, 13, 5, 0, 4, "-9999", "540"},
	}
	var got []col
	for _, c := range p.Columns {
		got = append(got, col{c.Empty, c.Bytes, c.Longest, c.NonASCII, c.Numeric, c.Min.String(), c.Max.String()})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if p.NonASCII != 2 || p.NonASCIIBytes != 11 {
		t.Errorf("non-ASCII: %d records, %d bytes, want 2, 11", p.NonASCII, p.NonASCIIBytes)
	}
}

func TestUTF16(t *testing.T) {
	for _, in := range []string{"\xFF\xFE1\x00\t\x00", "\xFE\xFF\x001\x00\t", "\xFF\xFE"} {
		if _, err := Read(context.Background(), strings.NewReader(in), schema(t)); !errors.Is(err, ErrUTF16) {
			t.Errorf("Read(%q) = %v, want ErrUTF16", in, err)
		}
	}
	if p := read(t, "\xFF"); p.Malformed != 1 {
		t.Errorf("a lone FF byte: %d malformed, want 1", p.Malformed)
	}
}

// table returns a table of about n bytes that has something of everything.
func table(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < n {
		switch rng.IntN(40) {
		case 0:
			b.WriteString("\r\n")
		case 1:
			b.WriteString("torn\t1\n")
		case 2:
			fmt.Fprintf(&b, "%d\t%s\t%g\n", rng.Int64(), strings.Repeat("ß", rng.IntN(9000)), rng.Float64())
		default:
			fmt.Fprintf(&b, "%d\t%s\t%d\n", rng.IntN(1e7), strings.Repeat("a", rng.IntN(200)), rng.IntN(1e4)-500)
		}
	}
	return b.String()
}

// plainCount is a slow Read of the counts that depend on the order of chunks or
// on their borders.
func plainCount(in string) (records, blank, malformed, first int64, nonASCII [3]int64) {
	lines := strings.Split(strings.TrimSuffix(in, "\n"), "\n")
	for i, line := range lines {
		fields := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		switch {
		case len(fields) == 1 && fields[0] == "":
			blank++
		case len(fields) != 3:
			malformed++
			if first == 0 {
				first = int64(i + 1)
			}
		default:
			records++
			for i, f := range fields {
				if strings.ContainsFunc(f, func(r rune) bool { return r >= 0x80 }) {
					nonASCII[i]++
				}
			}
		}
	}
	return
}

func TestManyChunks(t *testing.T) {
	in := strings.Repeat("1\ta\t2\n", chunkSize/4) + table(5*chunkSize)
	p := read(t, in)
	records, blank, malformed, first, nonASCII := plainCount(in)
	got := []int64{p.Records, p.Blank, p.Malformed, p.FirstMalformed}
	want := []int64{records, blank, malformed, first}
	for i, c := range p.Columns {
		got, want = append(got, c.NonASCII), append(want, nonASCII[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("records, blank, malformed, first, non-ASCII = %v, want %v", got, want)
	}
}

func TestSameForAnyReaderAndCPUs(t *testing.T) {
	in := table(3 * chunkSize)
	want := read(t, in)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cpus := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cpus)
		p, err := Read(context.Background(), iotest.HalfReader(strings.NewReader(in)), schema(t))
		if err != nil {
			t.Fatal(err)
		}
		all := cmp.AllowUnexported(Histogram{}, Number{})
		if diff := cmp.Diff(want, p, all, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("with %d CPUs (-want +got):\n%s", cpus, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, broken := range []error{errors.New("broken"), io.ErrUnexpectedEOF} {
		r := io.MultiReader(strings.NewReader(table(2*chunkSize)), iotest.ErrReader(broken))
		if _, err := Read(context.Background(), r, schema(t)); !errors.Is(err, broken) {
			t.Errorf("Read of a broken reader = %v, want %v", err, broken)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, strings.NewReader("1\t\t\n"), schema(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("Read with a canceled context = %v", err)
	}
}

func TestReport(t *testing.T) {
	for _, test := range []struct{ name, in string }{
		{"empty", ""},
		{"plain", "7\tBern\t540\n12\tÉvry\t\n\n13\tx\t-430.5\nbad\n" + strings.Repeat("1\tZug\t425\n", 1500)},
		{"long", "1\t" + strings.Repeat("é", 3000) + "\t1" + strings.Repeat("0", 30) + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := read(t, test.in).Report(&b, test.name+".txt"); err != nil {
				t.Fatal(err)
			}
			golden(t, "testdata/"+test.name+".golden", b.Bytes())
		})
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func ExampleRead() {
	schema, err := query.NewSchema(query.Column{Name: "name"}, query.Column{Name: "elevation"})
	if err != nil {
		fmt.Println(err)
		return
	}
	table := "Makalu\t8463\nLhotse\t8516\nCho Oyu\t\n"
	p, err := Read(context.Background(), strings.NewReader(table), schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	elevation := p.Columns[1]
	fmt.Println(p.Records, elevation.Empty, elevation.Min, elevation.Max)
	// Output: 3 1 8463 8516
}

func BenchmarkRead(b *testing.B) {
	in := table(16 * chunkSize)
	s := schema(b)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if _, err := Read(context.Background(), strings.NewReader(in), s); err != nil {
			b.Fatal(err)
		}
	}
}
