package strategytest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"geoscan"
	"geoscan/query"
)

// checkDescription checks what a strategy says of itself for people.
func checkDescription(t *testing.T, s geoscan.Strategy) {
	if !regexp.MustCompile(`^[a-z]+$`).MatchString(s.Name) {
		t.Errorf("Name = %q, want the name of a folder", s.Name)
	}
	title, rest, _ := strings.Cut(s.Doc, ". ")
	if title == "" || len(title) > 80 || !strings.HasSuffix(title+rest, ".") {
		t.Errorf("Doc = %q, want sentences, the first of them a title", s.Doc)
	}
}

// attempts is how often a claim may fail to come true, of which one can't be
// sure on a busy machine. All are needed only where it never does.
const attempts = 30

// checkParallel checks how many goroutines scan at a time: dop if the strategy
// claims to be parallel, never more.
//
// As long as emit does not return, the collector lets no part end. So every
// goroutine that scans comes to a halt inside of package query sooner or later,
// and there they are counted.
func checkParallel(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	data := bytes.Repeat([]byte("1\ta\t9\tx\n"), 10_000)
	suits := compile(t, schema, nil, question{cols: []int{0}})
	for _, dop := range []int{1, 2, 3, 7} {
		opt := geoscan.Options{DOP: dop, ChunkSize: 512}
		want := 1
		if s.Parallel {
			want = dop
		}
		tab := open(t, s, newSource(t, data, fenceEnd), opt)
		most := 0
		for i := 0; i < attempts && (i == 0 || most < want); i++ {
			n, err := scanners(t, tab, suits[0].query, opt, want)
			if err != nil {
				t.Fatalf("%+v: %v", opt, err)
			}
			most = max(most, n)
		}
		if most != want {
			t.Errorf("DOP %d: %d goroutines scan at a time, want %d", dop, most, want)
		}
	}
}

// scanners counts the goroutines that scan, at the time of the first row.
func scanners(t *testing.T, tab geoscan.Table, q *query.Query, opt geoscan.Options, want int) (n int, err error) {
	got := scan(t.Context(), tab, q, opt, func(i int) error {
		if i == 0 {
			n = gather(want)
		}
		return nil
	})
	return n, got.err
}

// gather waits a moment until want goroutines scan, and for those that are too
// many. It returns how many there are.
func gather(want int) (n int) {
	for i := 0; n < want && i < 300; i++ {
		runtime.Gosched()
		n = scanning()
	}
	for range 20 {
		runtime.Gosched()
		n = max(n, scanning())
	}
	return n
}

// scanning counts the goroutines that are inside of a part or a collector.
func scanning() (n int) {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	for stack := range strings.SplitSeq(string(buf), "\n\n") {
		stack, _, _ = strings.Cut(stack, "\ncreated by ")
		if strings.Contains(stack, "geoscan/query.(*Part).") || strings.Contains(stack, "geoscan/query.(*Collector).") {
			n++
		}
	}
	return n
}

// checkStreams compares the memory that is live during scans of a short and a
// long stream.
func checkStreams(t *testing.T, s geoscan.Strategy) {
	if !s.Streams {
		t.Skip("claims nothing")
	}
	const short, long, slack = 2 << 20, 16 << 20, 4 << 20
	before, after := liveBytes(t, s, short), liveBytes(t, s, long)
	if after > before+slack {
		t.Errorf("a stream of %d bytes needs %d bytes of memory, one of %d needs %d", short, before, long, after)
	}
}

// liveBytes returns how much memory is live during a scan, at most.
func liveBytes(t *testing.T, s geoscan.Strategy, size int) int64 {
	schema := peaks()
	block := bytes.Repeat([]byte("2\tmiss\t8\tnot what is looked for\n"), 8000)
	block = append(block, "1\thit\t9\tx\n"...)
	suits := compile(t, schema, nil, question{where: comparison{1, "=", text("hit")}})
	opt := geoscan.Options{DOP: 2, ChunkSize: 4096}
	tab := open(t, s, &stream{block: block, size: size, dir: t.TempDir()}, opt)
	base, most := live(), int64(0)
	got := scan(t.Context(), tab, suits[0].query, opt, func(int) error {
		most = max(most, live()-base)
		return nil
	})
	if want := int64(size / len(block)); got.err != nil || got.stats.Rows != want {
		t.Fatalf("%d rows of a stream, want %d; error %v", got.stats.Rows, want, got.err)
	}
	return most
}

func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A stream is a source that does not lie in memory: size bytes, the same block
// again and again.
type stream struct {
	block []byte
	size  int
	dir   string
}

var errTooLarge = errors.New("who asks for all bytes needs memory for them")

func (s *stream) Name() string { return "-" }

func (s *stream) Reader(context.Context) (io.ReadCloser, error) {
	return io.NopCloser(io.NewSectionReader(s, 0, s.Size())), nil
}

func (s *stream) ReaderAt(context.Context) (geoscan.SizedReaderAt, error) { return s, nil }
func (s *stream) Bytes(context.Context) ([]byte, error)                   { return nil, errTooLarge }

func (s *stream) File(context.Context) (string, error) {
	name := filepath.Join(s.dir, "stream.txt")
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = io.Copy(f, io.NewSectionReader(s, 0, s.Size()))
	return name, err
}

func (s *stream) Check() error { return nil }
func (s *stream) Close() error { return nil }

func (s *stream) Size() int64 { return int64(s.size / len(s.block) * len(s.block)) }

func (s *stream) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && off < s.Size() {
		k := copy(p[n:], s.block[off%int64(len(s.block)):])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

var _ = []geoscan.Source{(*source)(nil), (*stream)(nil)}
