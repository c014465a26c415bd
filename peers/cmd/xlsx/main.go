// Command xlsx compares readers of workbooks: geoscan's own with excelize and
// xlsxreader. Each reads all cells of a file; what they find must agree.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

const usage = `usage: xlsx gen SHAPE FILE           make a workbook; SHAPE is sheets or huge
       xlsx read [-runs N] [-only NAME] FILE   read it with every reader

Times are medians; the least is beside them. CPU time is that of all threads,
garbage collection included.
`

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "xlsx: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	if len(args) == 3 && args[0] == "gen" {
		s, ok := shapes[args[1]]
		if !ok {
			return fmt.Errorf("no shape %q; there are huge and sheets", args[1])
		}
		return generate(args[2], s)
	}
	if len(args) == 0 || args[0] != "read" {
		return fmt.Errorf("wrong use\n%s", usage)
	}
	fs := flag.NewFlagSet("xlsx read", flag.ContinueOnError)
	runs := fs.Int("runs", 5, "read `N` times")
	only := fs.String("only", "", "with the reader called `NAME` alone")
	if err := fs.Parse(args[1:]); err != nil {
		return err
	}
	if fs.NArg() != 1 || *runs < 1 {
		return fmt.Errorf("wrong use\n%s", usage)
	}
	return compare(fs.Arg(0), *runs, *only, stdout)
}

// A contest is a reader with a degree of parallelism, and what it took.
type contest struct {
	reader
	dop       int
	total     total
	wall, cpu []float64 // seconds
	allocs    float64   // of the last run
}

// compare lets the readers take turns, so that a busy machine hits them all.
func compare(path string, runs int, only string, stdout io.Writer) error {
	var list []*contest
	for _, r := range readers() {
		for _, dop := range r.dops {
			if only == "" || r.name == only {
				list = append(list, &contest{reader: r, dop: dop})
			}
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("no reader %q", only)
	}
	for range runs {
		for _, c := range list {
			if err := c.run(path); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if c.total != list[0].total {
				return fmt.Errorf("%s found %+v, and %s %+v", c.name, c.total, list[0].name, list[0].total)
			}
		}
	}
	return report(list, stdout)
}

func (c *contest) run(path string) (err error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := cpuTime(), time.Now()
	c.total, err = c.read(path, c.dop)
	c.wall = append(c.wall, time.Since(start).Seconds())
	c.cpu = append(c.cpu, (cpuTime() - cpu).Seconds())
	runtime.ReadMemStats(&after)
	c.allocs = float64(after.Mallocs - before.Mallocs)
	return err
}

func report(list []*contest, stdout io.Writer) error {
	t := tabwriter.NewWriter(stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "reader\tdop\tcells\tallocations/cell\twall s\tleast\tCPU s\tleast\n")
	for _, c := range list {
		slices.Sort(c.wall)
		slices.Sort(c.cpu)
		mid := len(c.wall) / 2
		fmt.Fprintf(t, "%s\t%d\t%d\t%.4f\t%.3f\t%.3f\t%.3f\t%.3f\n", c.name, c.dop, c.total.cells,
			c.allocs/float64(max(1, c.total.cells)), c.wall[mid], c.wall[0], c.cpu[mid], c.cpu[0])
	}
	return t.Flush()
}
