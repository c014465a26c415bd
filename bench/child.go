package bench

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"geoscan"
	"geoscan/query"
)

// A Job tells a fresh process what to measure.
type Job struct {
	Path     string `json:"path"`
	Strategy string `json:"strategy"`
	DOP      int    `json:"dop"`
	Queries  int    `json:"queries"`
	Query    Query  `json:"query"`
	Cache    Cache  `json:"cache"` // decides how the roof reads
}

// A Child makes one measurement in the process it runs in.
type Child struct {
	Strategies []geoscan.Strategy
	Schema     *query.Schema
	Open       func(path string) (geoscan.Source, error)
}

// ErrNoStrategy is returned for a job that names no known strategy.
var ErrNoStrategy = errors.New("no such strategy")

// Serve reads one job as JSON from in, performs it and writes the measurement
// as JSON to out. A failure is part of the measurement; the error is about in
// and out alone. Afterwards it is the parent's part to end the process. When in
// ends before the job is done, the parent is dead and the work is given up.
func (c Child) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	var job Job
	dec := json.NewDecoder(in)
	if err := dec.Decode(&job); err != nil {
		return fmt.Errorf("job: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		io.Copy(io.Discard, in)
		cancel()
	}()
	m, err := c.Measure(ctx, job)
	if err != nil {
		m.Error = err.Error()
	}
	return json.NewEncoder(out).Encode(m)
}

// Measure performs job here and now. What only the parent knows (order, run,
// cache, noise) is left empty.
func (c Child) Measure(ctx context.Context, job Job) (m Measurement, err error) {
	m = Measurement{Strategy: job.Strategy, DOP: job.DOP, Queries: job.Queries, Cache: job.Cache}
	s, err := c.strategy(job)
	if err != nil {
		return m, err
	}
	text := query.Text{Where: job.Query.Where, Select: job.Query.Select, OrderBy: job.Query.OrderBy, Limit: job.Query.Limit}
	q, err := query.Compile(text, c.Schema)
	if err != nil {
		return m, err
	}
	meter := startMeter()
	defer func() { meter.finish(&m) }()

	start := time.Now()
	src, err := c.Open(job.Path)
	if err != nil {
		return m, err
	}
	defer src.Close()
	opt := geoscan.Options{DOP: job.DOP}
	tab, err := s.Open(ctx, src, opt)
	if err != nil {
		return m, err
	}
	defer tab.Close()
	m.PrepareSeconds = time.Since(start).Seconds()
	m.TotalSeconds = m.PrepareSeconds
	m.Usage.IndexBytes = geoscan.IndexBytes(tab)
	meter.prepared(&m)

	for range max(job.Queries, 1) {
		if err := m.scan(ctx, tab, q, opt); err != nil {
			return m, err
		}
	}
	return m, nil
}

func (c Child) strategy(job Job) (geoscan.Strategy, error) {
	if job.Strategy == RoofName {
		return Roof(job.Cache), nil
	}
	i := slices.IndexFunc(c.Strategies, func(s geoscan.Strategy) bool { return s.Name == job.Strategy })
	if i < 0 {
		return geoscan.Strategy{}, fmt.Errorf("%w: %s", ErrNoStrategy, job.Strategy)
	}
	return c.Strategies[i], nil
}

// scan asks once and adds the time to m. Scans of one table that differ in
// anything but time are an error.
func (m *Measurement) scan(ctx context.Context, tab geoscan.Table, q *query.Query, opt geoscan.Options) error {
	d := newRowDigest()
	start := time.Now()
	stats, err := geoscan.Scan(ctx, tab, q, opt, d.emit)
	seconds := time.Since(start).Seconds()
	if err != nil {
		return err
	}
	digest := d.text()
	if m.Strategy == RoofName {
		digest = ""
	}
	if len(m.ScanSeconds) > 0 && (digest != m.Digest || stats.Records != m.Records) {
		return fmt.Errorf("scan %d gives %d rows of %d records, digest %s; the one before %d of %d, %s",
			len(m.ScanSeconds)+1, stats.Rows, stats.Records, digest, m.Rows, m.Records, m.Digest)
	}
	m.ScanSeconds = append(m.ScanSeconds, seconds)
	m.TotalSeconds += seconds
	m.Bytes, m.Records, m.Malformed, m.Rows = stats.Bytes, stats.Records, stats.Malformed, stats.Rows
	m.Digest = digest
	return nil
}

// A rowDigest hashes rows in their order. Every field is hashed with its
// length, so that no two lists of rows look alike. The offset is left out: it
// is not in the answer.
type rowDigest struct {
	hash *xxhash.Digest
	buf  []byte
}

func newRowDigest() *rowDigest { return &rowDigest{hash: xxhash.New()} }

func (d *rowDigest) emit(r query.Row) error {
	d.buf = binary.AppendUvarint(d.buf[:0], uint64(len(r.Fields)))
	for _, f := range r.Fields {
		d.buf = binary.AppendUvarint(d.buf, uint64(len(f)))
		d.buf = append(d.buf, f...)
	}
	_, err := d.hash.Write(d.buf)
	return err
}

func (d *rowDigest) text() string { return hashText(d.hash) }

// Roof is the pseudo-strategy that reads every byte and does nothing else, with
// dop goroutines: of the mapping, or by positioned reads if cache is Cold. It
// offers no records, so it has no rows.
func Roof(cache Cache) geoscan.Strategy {
	s := geoscan.Strategy{
		Name:     RoofName,
		Doc:      "Read every byte and do nothing else: no strategy can be faster.",
		Parallel: true, Streams: true,
		Prepare: prepareMapped,
	}
	if cache == Cold {
		s.Prepare = prepareReads
	}
	return s
}

// A mappedRoof is a table of the mapped bytes.
type mappedRoof struct{ data []byte }

func prepareMapped(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	return mappedRoof{data}, err
}

func (t mappedRoof) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	part := out.Part(0)
	_, err := roofMapped(ctx, t.data, opt.DOP)
	part.Scanned(int64(len(t.data)))
	return part.Close(err)
}

func (mappedRoof) Close() error { return nil }

// A readRoof is a table of positioned reads.
type readRoof struct{ r geoscan.SizedReaderAt }

func prepareReads(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	r, err := src.ReaderAt(ctx)
	return readRoof{r}, err
}

func (t readRoof) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	part := out.Part(0)
	n, err := roofRead(ctx, t.r, t.r.Size(), opt.DOP)
	part.Scanned(int64(n))
	return part.Close(err)
}

func (readRoof) Close() error { return nil }
