package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"geoscan"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/query"
	"geoscan/strategies"
)

// An opener opens an input when its turn comes.
type opener struct {
	name string
	open func() (geoscan.Source, error)
}

func (c *scanCommand) fileOpener(name string) opener {
	opt := input.Options{
		Member: c.member, DOP: c.opt.DOP,
		Sheet: c.sheet, Columns: geonames.Schema().NumColumns(), MaxInflated: int64(c.inflated),
	}
	return opener{name, func() (geoscan.Source, error) { return opt.Open(name) }}
}

// A mediaMeter counts the bytes of all inputs that are done, as they lie on
// disk: of compressed ones the compressed bytes. It is safe for concurrent use.
type mediaMeter struct {
	out *query.Collector

	mu    sync.Mutex
	done  int64          // of the inputs that have ended
	src   geoscan.Source // the present one; nil if there is none
	start int64          // what out had scanned when it began
}

func (m *mediaMeter) begin(src geoscan.Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.src, m.start = src, m.out.Scanned()
}

// end is to be called before the source is closed.
func (m *mediaMeter) end() {
	n := m.count()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done, m.src = n, nil
}

func (m *mediaMeter) count() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.src == nil {
		return m.done
	}
	return m.done + input.Progress(m.src, m.out.Scanned()-m.start)
}

// dataFile is where make data puts the whole table.
var dataFile = filepath.Join("data", "allCountries.txt")

// inputs returns what the command line names. Where it names nothing, that is
// $GEOSCAN_DATA, else data/allCountries.txt if it is there, else the embedded
// sample, and a line on standard error says which.
func (c *scanCommand) inputs(stderr io.Writer) ([]opener, error) {
	var list []opener
	for _, name := range c.files {
		list = append(list, c.fileOpener(name))
	}
	if len(list) > 0 {
		return list, nil
	}
	if name := os.Getenv("GEOSCAN_DATA"); name != "" {
		fmt.Fprintf(stderr, "geoscan: reading %s, from $GEOSCAN_DATA\n", oneLine(name))
		return []opener{c.fileOpener(name)}, nil
	}
	if _, err := os.Stat(dataFile); err == nil {
		fmt.Fprintf(stderr, "geoscan: reading %s\n", dataFile)
		return []opener{c.fileOpener(dataFile)}, nil
	}
	fmt.Fprintln(stderr, "geoscan: reading the embedded sample; name a file, or see geoscan help for the whole table")
	return []opener{{"sample", func() (geoscan.Source, error) {
		return input.Memory("sample", []byte(geonames.Sample()))
	}}}, nil
}

// findStrategy looks a strategy up. The error lists them all.
func findStrategy(name string) (geoscan.Strategy, error) {
	if s, ok := strategies.Find(name); ok {
		return s, nil
	}
	hint := ""
	if near := query.Nearest(name, strategies.Names()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return geoscan.Strategy{}, usagef("no strategy %q (there are %s)%s",
		name, strings.Join(strategies.Names(), ", "), hint)
}
