// Command csv answers the question with encoding/csv, as programs do that take
// a table for CSV with TAB in place of the comma.
//
// It is here for its losses as much as for its speed: in CSV a quote has a
// meaning, in the table it is a byte like others. With -lazy, a field that
// starts with a quote swallows everything up to the next one, TABs and line
// ends included, so that whole records vanish without an error; the program
// counts the line ends. Without -lazy the reader refuses any quote in a field,
// and the program stops there, or goes on with -skip and counts what it lost.
package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"geoscan/peers/internal/contest"
)

func main() { os.Exit(program().Run(os.Args[1:], os.Stdout, os.Stderr)) }

func program() contest.Program {
	var opt options
	return contest.Program{
		Name:  "csv",
		Usage: "[-lazy=false [-skip]] FILE",
		Doc: "Prints the geonameid of every place above 8000 m, read with encoding/csv.\n" +
			"Records that it loses to quotes are counted on standard error.",
		Flags: func(fs *flag.FlagSet) {
			fs.BoolVar(&opt.lazy, "lazy", true, "set LazyQuotes: take a quote inside a field as it is")
			fs.BoolVar(&opt.skip, "skip", false, "go on after a record that the reader refuses")
		},
		Answer: func(args []string, out *bufio.Writer, stderr io.Writer) error {
			path, err := contest.OneFile(args)
			if err != nil {
				return err
			}
			return answer(path, opt, out, stderr)
		},
	}
}

type options struct{ lazy, skip bool }

func answer(path string, opt options, out *bufio.Writer, stderr io.Writer) error {
	src, err := contest.Open(path)
	if err != nil {
		return err
	}
	defer src.Close()
	l := loader{opt: opt, tally: contest.Tally{Out: out}}
	if err := l.load(src); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	l.report(stderr, "csv: "+path)
	return nil
}

// A loader reads a table and counts what the reader makes of it.
type loader struct {
	opt   options
	tally contest.Tally

	swallowed loss // line ends inside fields
	refused   loss // lines of the records that the reader returned an error for
}

// A loss is a number of lines and where the record with the first of them
// starts.
type loss struct {
	n    int
	line int // from 1
}

func (l *loss) add(n, line int) {
	if l.n == 0 {
		l.line = line
	}
	l.n += n
}

func (l *loader) load(src io.Reader) error {
	r := csv.NewReader(src)
	r.Comma = '\t'
	r.LazyQuotes = l.opt.lazy
	r.FieldsPerRecord = -1
	r.ReuseRecord = true // nothing is kept
	for {
		fields, err := r.Read()
		var parse *csv.ParseError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &parse) && l.opt.skip:
			l.refused.add(parse.Line-parse.StartLine+1, parse.StartLine)
		case err != nil:
			return err
		default:
			l.record(r, fields)
		}
	}
}

// record offers fields and looks for line ends in them. All but those in the
// last field show in the positions, which the reader keeps anyway.
func (l *loader) record(r *csv.Reader, fields []string) {
	last := len(fields) - 1
	start, _ := r.FieldPos(0)
	end, _ := r.FieldPos(last)
	if n := end - start + strings.Count(fields[last], "\n"); n > 0 {
		l.swallowed.add(n, start)
	}
	l.tally.Offer(fields, int64(start))
}

func (l *loader) report(w io.Writer, name string) {
	l.tally.Report(w, name)
	if l.swallowed.n > 0 {
		fmt.Fprintf(w, "%s: %d line ends were taken into fields that start with a quote; the first in the record on line %d\n",
			name, l.swallowed.n, l.swallowed.line)
	}
	if l.refused.n > 0 {
		fmt.Fprintf(w, "%s: %d lines were refused for their quotes; the first record of them is on line %d\n",
			name, l.refused.n, l.refused.line)
	}
}
