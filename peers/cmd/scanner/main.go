// Command scanner answers the question the way most Go programs would: a
// bufio.Scanner for the lines, strings.Split for the fields, one goroutine. It
// is the yardstick of what takes no effort.
package main

import (
	"bufio"
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
	maxLine := 0
	return contest.Program{
		Name:  "scanner",
		Usage: "[-max-line BYTES] FILE",
		Doc:   "Prints the geonameid of every place above 8000 m, read with bufio.Scanner and strings.Split.",
		Flags: func(fs *flag.FlagSet) {
			fs.IntVar(&maxLine, "max-line", 64<<20, "longest line in `bytes`; a longer one is an error")
		},
		Answer: func(args []string, out *bufio.Writer, stderr io.Writer) error {
			if maxLine < 1 {
				return contest.UsageError("-max-line must be at least 1")
			}
			path, err := contest.OneFile(args)
			if err != nil {
				return err
			}
			return answer(path, maxLine, out, stderr)
		},
	}
}

func answer(path string, maxLine int, out *bufio.Writer, stderr io.Writer) error {
	src, err := contest.Open(path)
	if err != nil {
		return err
	}
	defer src.Close()
	tally := contest.Tally{Out: out}
	line, err := scan(src, maxLine, &tally)
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s: line %d is longer than %d bytes, the -max-line", path, line+1, maxLine)
	}
	if err != nil {
		return fmt.Errorf("%s: after line %d: %w", path, line, err)
	}
	tally.Report(stderr, "scanner: "+path)
	return nil
}

// scan offers the records of src to tally and returns the number of lines read,
// also with an error.
func scan(src io.Reader, maxLine int, tally *contest.Tally) (line int64, err error) {
	sc := bufio.NewScanner(src)
	// The Scanner's own limit is 64 KiB. Its buffer has to hold the LF too.
	sc.Buffer(nil, maxLine+1)
	for sc.Scan() {
		line++
		if text := sc.Text(); text != "" {
			tally.Offer(strings.Split(text, "\t"), line)
		}
	}
	return line, sc.Err()
}
