package profile

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Report writes p to w for people to read, under the title name.
func (p *Profile) Report(w io.Writer, name string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, name)
	p.reportTable(b)
	fmt.Fprintln(b)
	p.reportColumns(b)
	return b.Flush()
}

func (p *Profile) reportTable(w io.Writer) {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-14s%s\n", name, fmt.Sprintf(format, args...))
	}
	row("size", "%s", size(p.Bytes))
	row("records", "%s", count(p.Records))
	if p.Malformed == 0 {
		row("malformed", "0")
	} else {
		row("malformed", "%s (not %d fields; the first is line %s)",
			count(p.Malformed), len(p.Columns), count(p.FirstMalformed))
	}
	row("blank lines", "%s", count(p.Blank))
	row("non-ASCII", "%s of the records, %s of their bytes",
		percent(p.NonASCII, p.Records), percent(p.NonASCIIBytes, p.Lengths.Sum))
	row("record length", "min %s, mean %.1f, median %s, p99 %s, max %s bytes without line end",
		count(p.Lengths.Min), p.Lengths.Mean(), p.quantile(0.5), p.quantile(0.99), count(p.Lengths.Max))
	if p.Lengths.Max > ExactLength {
		row("", "(lengths over %s are counted in buckets: ~ is too low by less than 1/16)", count(ExactLength))
	}
}

// quantile returns a quantile of the lengths, marked if it is not exact.
func (p *Profile) quantile(q float64) string {
	n := p.Lengths.Quantile(q)
	if n > ExactLength {
		return "~" + count(n)
	}
	return count(n)
}

const columnFormat = "%-20s %9s %11s %9s %10s  %14s  %s\n"

func (p *Profile) reportColumns(w io.Writer) {
	heads := []any{"  column", "empty", "mean bytes", "longest", "non-ASCII", "numbers", "least .. greatest"}
	fmt.Fprintf(w, columnFormat, heads...)
	for i := range p.Columns {
		c := &p.Columns[i]
		fmt.Fprintf(w, columnFormat, "  "+c.Name,
			percent(c.Empty, p.Records),
			strconv.FormatFloat(c.MeanBytes(p.Records), 'f', 1, 64),
			count(c.Longest),
			percent(c.NonASCII, p.Records),
			count(c.Numeric),
			c.span())
	}
}

// span returns the range of the numbers of c with their unit.
func (c *ColumnStats) span() string {
	if c.Numeric == 0 {
		return "-"
	}
	s := c.Min.brief() + " .. " + c.Max.brief() + " " + c.Unit
	return strings.TrimRight(s, " ")
}

// brief returns n as it is written in the table, cut where it is very long.
func (n Number) brief() string {
	const room = 24
	if len(n.text) <= room {
		return n.String()
	}
	return fmt.Sprintf("%s... (%s bytes)", n.text[:room/2], count(int64(len(n.text))))
}

// percent returns part/whole with one digit more where that matters.
func percent(part, whole int64) string {
	v := 100 * share(part, whole)
	switch {
	case part == 0:
		return "0 %"
	case part == whole:
		return "100 %"
	case v < 1 || v > 99:
		return strconv.FormatFloat(v, 'f', 3, 64) + " %"
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " %"
}

// size returns n bytes, in a larger unit too if that is shorter.
func size(n int64) string {
	units := []struct {
		name  string
		bytes float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}
	exact := count(n) + " bytes"
	for _, u := range units {
		if v := float64(n) / u.bytes; v >= 1 {
			return fmt.Sprintf("%.2f %s (%s)", v, u.name, exact)
		}
	}
	return exact
}

// count returns n with its digits in groups of three.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
