package main

import (
	"fmt"
	"io"
	"runtime/metrics"
	"text/tabwriter"
	"time"

	"geoscan"
	"geoscan/query"
)

// A cost is what a scan took.
type cost struct {
	prepare, scan time.Duration
	index         int64 // bytes of memory
	allocs        allocs
	cells         int64  // of workbooks
	cellAllocs    allocs // of all that was done with those
}

// countCells starts to count what is read of src, if it is a workbook, and
// returns what ends it.
func (c *cost) countCells(src geoscan.Source) (end func()) {
	book, ok := src.(interface{ Cells() int64 })
	if !ok {
		return func() {}
	}
	before := readAllocs()
	return func() {
		if n := book.Cells(); n > 0 {
			c.cells += n
			c.cellAllocs.add(readAllocs(), before)
		}
	}
}

// measure adds the cost of one scan.
func (c *cost) measure(scan func() error) error {
	before, start := readAllocs(), time.Now()
	err := scan()
	c.scan += time.Since(start)
	c.allocs.add(readAllocs(), before)
	return err
}

// print tells it a line each: what, value, unit.
func (c *cost) print(w io.Writer, s geoscan.Strategy, opt geoscan.Options, total query.Stats) {
	dop := opt.DOP
	if dop == 0 {
		dop = geoscan.UsableCPUs()
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	line := func(what, format string, args ...any) {
		fmt.Fprintf(t, "%s\t"+format+"\n", append([]any{what}, args...)...)
	}
	line("strategy", "%s", s.Name)
	line("dop", "%d", dop)
	line("prepare", "%s", c.prepare.Round(time.Microsecond))
	if c.index > 0 {
		line("index", "%d bytes, %.1f a record", c.index, ratio(float64(c.index), total.Records))
	}
	line("scan", "%s", c.scan.Round(time.Microsecond))
	line("bytes", "%d", total.Bytes)
	line("records", "%d", total.Records)
	line("malformed", "%d", total.Malformed)
	line("rows", "%d", total.Rows)
	line("throughput", "%.2f GB/s", ratio(float64(total.Bytes), c.scan.Nanoseconds()))
	line("allocations", "%.4f a record, %.0f %% of them of 32 bytes or less",
		ratio(float64(c.allocs.objects), total.Records), 100*ratio(float64(c.allocs.small), int64(c.allocs.objects)))
	if c.cells > 0 {
		line("cells", "%d, %.4f allocations a cell", c.cells, ratio(float64(c.cellAllocs.objects), c.cells))
	}
	if rss := peakRSS(); rss > 0 {
		line("peak memory", "%.1f MB", float64(rss)/1e6)
	}
	t.Flush()
}

// ratio is 0 where there is nothing to divide by.
func ratio(a float64, b int64) float64 {
	if b == 0 {
		return 0
	}
	return a / float64(b)
}

// allocs counts heap allocations, and those of at most 32 bytes among them.
type allocs struct{ objects, small uint64 }

func (a *allocs) add(now, before allocs) {
	a.objects += now.objects - before.objects
	a.small += now.small - before.small
}

// smallAlloc bounds small allocations, in bytes.
const smallAlloc = 32

func readAllocs() (a allocs) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs-by-size:bytes"}}
	metrics.Read(sample)
	h := sample[0].Value.Float64Histogram()
	for i, n := range h.Counts {
		a.objects += n
		// Buckets are half open: one that ends at 33 holds sizes up to 32.
		if h.Buckets[i+1] <= smallAlloc+1 {
			a.small += n
		}
	}
	return a
}
