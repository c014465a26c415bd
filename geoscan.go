// Package geoscan answers queries on large tab-separated files in many
// interchangeable ways.
//
// A [Source] is a file or another sequence of records. A [Strategy] makes a
// [Table] of it, and [Scan] runs a query over the table. A strategy only finds
// and divides the records; testing, ordering, limiting and counting them is
// package query's, so that every strategy gives the same answer.
package geoscan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"geoscan/query"
)

// A Strategy is one way to scan a source. Each strategy package declares one
// value; package strategies lists them all.
type Strategy struct {
	Name     string // the name of its folder
	Doc      string // what it does; the first sentence is its title
	Parallel bool   // uses up to Options.DOP goroutines or threads
	Streams  bool   // needs no memory in proportion to the source

	// Prepare does what does not depend on a query: it maps, or builds an
	// index. The table may use src until it is closed. Callers use
	// [Strategy.Open], which fills in options and watches over the source.
	Prepare func(ctx context.Context, src Source, opt Options) (Table, error)
}

// A Source is a sequence of records, however stored. Whatever form its medium
// lacks is made when it is first asked for. Its methods are safe for
// concurrent use, except Close.
type Source interface {
	// Name is how people know the source: a path, or "-".
	Name() string

	// Reader returns a new stream of all bytes, from the start. A source
	// that can be read once only, such as a pipe, says so the second time.
	Reader(ctx context.Context) (io.ReadCloser, error)

	// ReaderAt gives positioned reads, to many goroutines at once. It is
	// valid until Close.
	ReaderAt(ctx context.Context) (SizedReaderAt, error)

	// Bytes returns all bytes, mapped where possible. They are read-only and
	// valid until Close. Reading mapped bytes may fault:
	// see internal/mmap.Guard.
	Bytes(ctx context.Context) ([]byte, error)

	// File returns the path of a file with the same bytes, for libraries
	// that open files themselves. It is valid until Close.
	File(ctx context.Context) (string, error)

	// Check returns an error if the medium no longer holds all that it held
	// when it was opened, such as a file that was cut.
	Check() error

	Close() error
}

// An Escaper is a Source whose records may be those of a workbook, in whose
// cells there may be a TAB, LF or CR. If it is one, query.AppendEscaped wrote
// the fields, and scans undo that.
type Escaper interface {
	Escaped(ctx context.Context) (bool, error)
}

// A SizedReaderAt is an io.ReaderAt that knows its size in bytes.
type SizedReaderAt interface {
	io.ReaderAt
	Size() int64
}

// A Table is a source made ready by a strategy. It serves one Scan at a time.
type Table interface {
	// Scan offers the records to out in numbered parts. It may skip those
	// that can't answer out.Query(), but counts them. It ends early when a
	// part wants no more, and returns with its goroutines ended.
	Scan(ctx context.Context, out *query.Collector, opt Options) error

	// Close frees what the table holds, but not the source.
	Close() error
}

// An Indexed is a Table that holds an index in memory.
type Indexed interface {
	IndexBytes() int64
}

// Options never change a result. The zero value is a good choice.
type Options struct {
	DOP       int // degree of parallelism: goroutines that scan; 0: UsableCPUs
	ChunkSize int // bytes handled between looks at the context; 0: DefaultChunkSize
}

// DefaultChunkSize is small enough for a second-level cache and large enough
// that the cost of a chunk does not show.
const DefaultChunkSize = 256 << 10

// UsableCPUs returns how many processors this process may use at a time: those
// of its affinity mask, or fewer where a control group's quota or GOMAXPROCS
// says so.
func UsableCPUs() int { return runtime.GOMAXPROCS(0) }

func (o Options) withDefaults() Options {
	if o.DOP <= 0 {
		o.DOP = UsableCPUs()
	}
	if o.ChunkSize <= 0 {
		o.ChunkSize = DefaultChunkSize
	}
	return o
}

// ErrNoCgo is what a strategy in C says in a build without cgo.
var ErrNoCgo = errors.New("native needs a build with cgo")

// Open prepares src for scans. The caller closes the table, then the source.
func (s Strategy) Open(ctx context.Context, src Source, opt Options) (Table, error) {
	if s.Prepare == nil {
		return nil, fmt.Errorf("strategy %q has no Prepare", s.Name)
	}
	tab, err := s.Prepare(ctx, src, opt.withDefaults())
	if err == nil {
		err = src.Check()
	}
	if err != nil {
		if tab != nil {
			tab.Close()
		}
		return nil, fmt.Errorf("%s: %w", src.Name(), err)
	}
	return &checkedTable{tab, src}, nil
}

// A checkedTable sees to what every scan owes its caller, whatever the
// strategy.
type checkedTable struct {
	Table
	src Source
}

func (t *checkedTable) Scan(ctx context.Context, out *query.Collector, opt Options) error {
	err := setEscaped(ctx, out, t.src)
	if err == nil {
		err = t.Table.Scan(ctx, out, opt.withDefaults())
	}
	if cause := out.Cancelled(); cause != nil {
		return cause
	}
	if err == nil {
		err = t.src.Check()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.src.Name(), err)
	}
	return nil
}

func setEscaped(ctx context.Context, out *query.Collector, src Source) error {
	e, ok := src.(Escaper)
	if !ok {
		return nil
	}
	escaped, err := e.Escaped(ctx)
	out.SetEscaped(escaped)
	return err
}

// IndexBytes returns how many bytes of memory the table's index takes; 0 if it
// has none.
func IndexBytes(t Table) int64 {
	if c, ok := t.(*checkedTable); ok {
		t = c.Table
	}
	if x, ok := t.(Indexed); ok {
		return x.IndexBytes()
	}
	return 0
}

// Scan answers q from one table: it calls emit with every row, in order. For
// several tables use a [query.Collector].
func Scan(ctx context.Context, t Table, q *query.Query, opt Options, emit query.Emit) (query.Stats, error) {
	out := query.NewCollector(ctx, q, emit)
	err := t.Scan(ctx, out, opt)
	end := out.EndInput()
	if err != nil {
		out.Abort()
		return end, err
	}
	stats, err := out.Finish()
	stats.FirstMalformed = end.FirstMalformed
	return stats, err
}
