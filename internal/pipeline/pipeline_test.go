package pipeline

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"go.uber.org/goleak"

	"geoscan"
	"geoscan/query"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errTest = errors.New("a test's error")

// A word is a record of one field.
type word struct{ s string }

func (w *word) Reset(s string)              { w.s = s }
func (w *word) Len() int                    { return 1 }
func (w *word) Field(int) []byte            { return []byte(w.s) }
func newWord() Record[string]               { return new(word) }
func add(to *Lines[string], s string) error { return to.Add(s, len(s)+1) }

// scan runs find with dop workers and returns the rows.
func scan(ctx context.Context, text query.Text, opt geoscan.Options, find func(*Lines[string]) error) (rows []string, stats query.Stats, err error) {
	schema, err := query.NewSchema(query.Column{Name: "v"})
	if err != nil {
		return nil, stats, err
	}
	q, err := query.Compile(text, schema)
	if err != nil {
		return nil, stats, err
	}
	out := query.NewCollector(ctx, q, func(r query.Row) error {
		rows = append(rows, fmt.Sprintf("%d %s", r.Off, r.Fields[0]))
		return nil
	})
	err = Scan(ctx, out, opt, find, newWord)
	stats = out.EndInput()
	out.Finish()
	return rows, stats, err
}

func TestScan(t *testing.T) {
	var want []string
	off := 3
	for i := range 1000 {
		want = append(want, fmt.Sprint(off, " ", i))
		off += len(fmt.Sprint(i)) + 1
		if i%10 == 0 {
			off++ // an empty line
		}
	}
	for _, dop := range []int{1, 2, 7, 200} {
		for _, size := range []int{1, 10, 100, 1 << 20} {
			rows, stats, err := scan(t.Context(), query.Text{}, geoscan.Options{DOP: dop, ChunkSize: size}, func(to *Lines[string]) error {
				to.Skip(3)
				for i := range 1000 {
					if err := add(to, fmt.Sprint(i)); err != nil {
						return err
					}
					if i%10 == 0 {
						if err := add(to, ""); err != nil {
							return err
						}
					}
				}
				return to.Flush()
			})
			if err != nil || !slices.Equal(rows, want) || stats.Records != 1000 || stats.Bytes != int64(off-3) {
				t.Errorf("dop %d, size %d: %d rows, %+v, %v", dop, size, len(rows), stats, err)
			}
		}
	}
}

// TestFindError has find fail: Scan returns its error and not another.
func TestFindError(t *testing.T) {
	for _, dop := range []int{1, 3} {
		rows, _, err := scan(t.Context(), query.Text{}, geoscan.Options{DOP: dop, ChunkSize: 1}, func(to *Lines[string]) error {
			for range 50 {
				if err := add(to, "x"); err != nil {
					return err
				}
			}
			return errTest
		})
		if err != errTest || len(rows) > 50 {
			t.Errorf("dop %d: %d rows, %v", dop, len(rows), err)
		}
	}
}

// endless finds lines until it is told to stop, and says whether it was.
func endless(stopped *atomic.Bool) func(*Lines[string]) error {
	return func(to *Lines[string]) error {
		for {
			if err := add(to, "x"); err != nil {
				stopped.Store(true)
				return err
			}
		}
	}
}

func TestLimitEndsFind(t *testing.T) {
	for _, dop := range []int{1, 2, 7} {
		var stopped atomic.Bool
		rows, _, err := scan(t.Context(), query.Text{Limit: 100}, geoscan.Options{DOP: dop, ChunkSize: 10}, endless(&stopped))
		if err != nil || len(rows) != 100 || !stopped.Load() {
			t.Errorf("dop %d: %d rows, %v, stopped %v", dop, len(rows), err, stopped.Load())
		}
	}
}

func TestContextEndsFind(t *testing.T) {
	for _, dop := range []int{1, 3} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var once sync.Once
		var stopped atomic.Bool
		find := endless(&stopped)
		_, _, err := scan(ctx, query.Text{Where: "v = 'y'"}, geoscan.Options{DOP: dop, ChunkSize: 10}, func(to *Lines[string]) error {
			once.Do(func() { cancel(errTest) })
			return find(to)
		})
		// A worker may see first that the collector wants no more.
		if err != nil && err != errTest || !stopped.Load() {
			t.Errorf("dop %d: %v, stopped %v", dop, err, stopped.Load())
		}
	}
}

// TestWorkersPanic has a record panic: that is a mistake and not a file that was
// cut, so it passes to the caller.
func TestWorkersPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a panic of a worker is swallowed")
		}
	}()
	schema, err := query.NewSchema(query.Column{Name: "v"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Compile(query.Text{}, schema)
	if err != nil {
		t.Fatal(err)
	}
	out := query.NewCollector(t.Context(), q, func(query.Row) error { return nil })
	defer out.Abort()
	Scan(t.Context(), out, geoscan.Options{DOP: 2, ChunkSize: 1}, func(to *Lines[string]) error {
		add(to, "x")
		return to.Flush()
	}, func() Record[string] { return broken{} })
}

type broken struct{}

func (broken) Reset(string)     {}
func (broken) Len() int         { return 1 }
func (broken) Field(int) []byte { panic("a mistake") }

// strungs reads data with readStrings and returns the lines.
func strungs(t *testing.T, r io.Reader) (rows []string, err error) {
	t.Helper()
	rows, _, err = scan(t.Context(), query.Text{}, geoscan.Options{DOP: 2, ChunkSize: 10}, func(to *Lines[string]) error {
		return readStrings(bufio.NewReaderSize(r, 16), to)
	})
	return rows, err
}

func TestReadStrings(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for data, want := range map[string][]string{
		"":                           nil,
		"\n":                         nil,
		"a":                          {"0 a"},
		"a\nb\n":                     {"0 a", "2 b"},
		"a\r\n\r\nb\r":               {"0 a", "5 b"},
		"a\r\r\n":                    {"0 a\r"},
		"\xEF\xBB\xBF":               nil,
		"\xEF\xBB\xBFa\nb":           {"3 a", "5 b"},
		"\xEF\xBBa":                  {"0 \xEF\xBBa"},
		long + "\n" + long + "\r\nx": {"0 " + long, "101 " + long, "203 x"},
		"0123456789abcde\nx":         {"0 0123456789abcde", "16 x"},
		"0123456789abcdef\nx":        {"0 0123456789abcdef", "17 x"},
		"0123456789abcd\r\nx":        {"0 0123456789abcd", "16 x"},
		"0123456789abcde\r\nx":       {"0 0123456789abcde", "17 x"},
	} {
		for _, shape := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			rows, err := strungs(t, shape(strings.NewReader(data)))
			if err != nil || !slices.Equal(rows, want) {
				t.Errorf("%.50q: %.200q, %v, want %.200q", data, rows, err, want)
			}
		}
	}
}

// TestReadStringsErrors fails each read once: the next would go well.
func TestReadStringsErrors(t *testing.T) {
	data := "a\nbb\n" + strings.Repeat("long", 20) + "\nc"
	for n := range len(data) + 1 {
		r := &flaky{r: iotest.OneByteReader(strings.NewReader(data)), n: n}
		if rows, err := strungs(t, r); err != errTest {
			t.Errorf("read %d failed: %q, %v", n, rows, err)
		}
	}
}

// A flaky reader fails at its n-th read.
type flaky struct {
	r io.Reader
	n int
}

func (f *flaky) Read(p []byte) (int, error) {
	if f.n--; f.n == -1 {
		return 0, errTest
	}
	return f.r.Read(p)
}
