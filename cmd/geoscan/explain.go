package main

import (
	"archive/zip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"text/tabwriter"

	"geoscan"
	"geoscan/geonames"
	"geoscan/query"
)

const explainHelp = `usage: geoscan explain [flags of a scan] [FILE…]

Shows how the scan would be done, and scans nothing: the query as it was
understood, which records need not be looked at, what the rest are tested by,
how rows are put in order, and what is read.

  geoscan explain -where "not (elevation < 8000 or country in ('CN', 'PK'))" NP.txt

`

// runExplain prints the plan of a scan.
func runExplain(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c scanCommand
	if err := c.parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			_, err = io.WriteString(stdout, explainHelp)
		}
		return err
	}
	q, err := c.query(geonames.Schema())
	if err != nil {
		return err
	}
	if _, err := c.encoder(q); err != nil {
		return err
	}
	s, err := findStrategy(c.strategy)
	if err != nil {
		return err
	}
	inputs, err := c.inputs(stderr)
	if err != nil {
		return err
	}
	p := plan{w: tabwriter.NewWriter(stdout, 0, 8, 2, ' ', 0), q: q, given: len(c.files) > 0}
	p.query()
	p.strategy(s, c.opt)
	if err := p.inputs(inputs); err != nil {
		return err
	}
	return p.w.Flush()
}

// A plan is printed line by line; those that belong together have one label.
type plan struct {
	w     *tabwriter.Writer
	q     *query.Query
	given bool // the command line names inputs
}

func (p *plan) lines(label string, lines ...string) {
	for _, line := range lines {
		fmt.Fprintf(p.w, "%s\t%s\n", label, oneLine(strings.ReplaceAll(line, "\t", `\t`)))
		label = ""
	}
}

// query prints what is asked, and what follows from that.
func (p *plan) query() {
	text := p.q.Text()
	if text.Where == "" {
		p.lines("where", "every record")
	} else {
		p.lines("where", text.Where)
	}
	p.skips()
	p.tests()
	p.lines("order", p.order(text.OrderBy)...)
	if text.Limit > 0 {
		p.lines("limit", plural(text.Limit, "row"))
	}
	p.lines("select", text.Select)
	p.lines("last column", p.lastColumn())
}

// skips prints the ranges.
func (p *plan) skips() {
	var lines []string
	for _, r := range p.q.Ranges() {
		lines = append(lines, rangeText(p.q.Schema(), &r))
	}
	if len(lines) == 0 {
		lines = []string{"nothing: no condition bounds a column by numbers"}
	}
	p.lines("skip unless", lines...)
}

// rangeText says what r lets through.
func rangeText(s *query.Schema, r *query.Range) string {
	name := s.Column(r.Col).Name
	least, most := boundText(">", r.Min), boundText("<", r.Max)
	switch {
	case !r.Min.Set && !r.Max.Set:
		return name + " is a number"
	case least == "" || most == "":
		return name + " " + least + most
	case r.Min.Closed && r.Max.Closed && r.Min.Number.Cmp(r.Max.Number) == 0:
		return name + " = " + r.Min.Number.String()
	}
	return name + " " + least + " and " + most
}

func boundText(op string, b query.Bound) string {
	switch {
	case !b.Set:
		return ""
	case b.Closed:
		op += "="
	}
	return op + " " + b.Number.String()
}

// tests prints what runs for every record that is not skipped.
func (p *plan) tests() {
	terms := p.q.Terms()
	if len(terms) == 0 {
		terms = []string{"nothing: every record answers"}
	}
	p.lines("test", terms...)
}

// order says how rows come into their order and how many are kept.
func (p *plan) order(keys string) []string {
	limit := p.q.Limit()
	switch {
	case p.q.Ordered() && limit > 0:
		return []string{keys + ", then place in the input",
			fmt.Sprintf("a heap of the first %s for each part of the input at work", plural(limit, "row"))}
	case p.q.Ordered():
		return []string{keys + ", then place in the input", "all rows are kept, sorted by parts, and merged at the end"}
	case limit > 0:
		return []string{"as in the input", "rows leave as they are found; the scan ends with the last one wanted"}
	}
	return []string{"as in the input", "rows leave as they are found"}
}

func (p *plan) lastColumn() string {
	s, last := p.q.Schema(), p.q.LastColumn()
	if last < 0 {
		return "none"
	}
	return fmt.Sprintf("%s, which is %d of %d", s.Column(last).Name, last+1, s.NumColumns())
}

func (p *plan) strategy(s geoscan.Strategy, opt geoscan.Options) {
	title, _, _ := strings.Cut(s.Doc, ". ")
	p.lines("strategy", s.Name+": "+strings.TrimSuffix(title, "."))
	dop := opt.DOP
	if dop == 0 {
		dop = geoscan.UsableCPUs()
	}
	switch {
	case !s.Parallel:
		p.lines("dop", "1, for this strategy scans with one goroutine")
	case opt.DOP == 0:
		p.lines("dop", fmt.Sprintf("%d, as many as there are usable CPUs", dop))
	default:
		p.lines("dop", fmt.Sprint(dop))
	}
}

// inputs prints what would be read.
func (p *plan) inputs(list []opener) error {
	var sum int64
	known := true
	for i, in := range list {
		size, form, err := p.inputSize(in.name)
		if err != nil {
			return err
		}
		label := "input"
		if i > 0 {
			label = ""
		}
		if size < 0 {
			p.lines(label, in.name+", "+form)
			known = false
			continue
		}
		p.lines(label, fmt.Sprintf("%s, %s%s", in.name, mega(size), form))
		sum += size
	}
	switch most := p.atMost(); {
	case known:
		p.lines("bytes", most+mega(sum)+" to scan")
	default:
		p.lines("bytes", "not known before they are read")
	}
	return nil
}

// atMost says that a limit may end the scan early.
func (p *plan) atMost() string {
	if p.q.Limit() > 0 && !p.q.Ordered() {
		return "at most "
	}
	return ""
}

// inputSize returns how many bytes of records an input holds, -1 if it does not
// say, and what else there is to say about it.
func (p *plan) inputSize(name string) (size int64, about string, err error) {
	if name == "-" {
		return -1, "read to its end", nil
	}
	st, err := os.Stat(name)
	switch {
	case err != nil && !p.given && name == "sample":
		return int64(len(geonames.Sample())), " in memory", nil
	case err != nil:
		return 0, "", pathError(name, err)
	case st.IsDir():
		return 0, "", fmt.Errorf("%s: is a directory", name)
	case !st.Mode().IsRegular() || st.Size() == 0:
		return -1, "read to its end", nil
	}
	return contentSize(name, st.Size())
}

// pathError gives an error about a file the name that the user knows.
func pathError(name string, err error) error {
	var perr *os.PathError
	if errors.As(err, &perr) {
		err = perr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// contentSize looks into a regular file.
func contentSize(name string, size int64) (int64, string, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, "", pathError(name, err)
	}
	defer f.Close()
	var head [4]byte
	f.ReadAt(head[:], 0)
	switch {
	case strings.HasPrefix(string(head[:]), "\x1f\x8b"):
		return -1, mega(size) + " of gzip", nil
	case string(head[:]) == "PK\x03\x04":
		if z, err := zip.NewReader(f, size); err == nil {
			return zipSize(z, size)
		}
		return -1, mega(size) + " of zip", nil
	}
	return size, "", nil
}

// zipSize returns the size of an archive's largest member, which most likely is
// the table; of a workbook it is not known.
func zipSize(z *zip.Reader, packed int64) (size int64, about string, err error) {
	for _, m := range z.File {
		if m.Name == "[Content_Types].xml" {
			return -1, mega(packed) + " of workbook", nil
		}
		size = max(size, int64(min(m.UncompressedSize64, math.MaxInt64)))
	}
	return size, fmt.Sprintf(" in %s of zip", mega(packed)), nil
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
