package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"geoscan/geonames"
	"geoscan/input"
	"geoscan/internal/profile"
	"geoscan/output"
)

const dataHelp = `usage: geoscan data gen -rows N | -size SIZE [-seed S] [-hits N] -o FILE
       geoscan data concat -times K -o FILE IN…
       geoscan data info FILE…

gen makes a synthetic table that resembles the real one; the same flags always
make the same bytes. concat writes tables behind one another, K times. info tells
what a table holds: records, lengths, and the fields of each column.

FILE - is standard output, or standard input of info. A file appears when it is
complete. A SIZE has a unit or not: 1000000, 64KiB, 500MB, 1.5GiB; k, M, G are
powers of 1000, and so are KB, MB, GB; KiB, MiB, GiB are powers of 1024.

`

// runData runs the tools for tables.
func runData(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	tools := []struct {
		name string
		run  func(ctx context.Context, args []string, stdout, stderr io.Writer) error
	}{
		{"gen", runDataGen},
		{"concat", runDataConcat},
		{"info", runDataInfo},
	}
	if len(args) == 0 {
		return usagef("data: want gen, concat or info; geoscan data -h tells more")
	}
	for _, t := range tools {
		if t.name == args[0] {
			err := t.run(ctx, args[1:], stdout, stderr)
			if errors.Is(err, flag.ErrHelp) {
				return runDataHelp(stdout)
			}
			return err
		}
	}
	switch strings.TrimLeft(args[0], "-") {
	case "h", "help":
		return runDataHelp(stdout)
	}
	return usagef("data %s: there is no such tool; want gen, concat or info", args[0])
}

func runDataHelp(stdout io.Writer) error {
	var b strings.Builder
	b.WriteString(dataHelp + "flags of gen:\n")
	var g genCommand
	fs := g.flags()
	fs.SetOutput(&b)
	fs.PrintDefaults()
	b.WriteString("\nflags of concat:\n")
	var c concatCommand
	fs = c.flags()
	fs.SetOutput(&b)
	fs.PrintDefaults()
	_, err := io.WriteString(stdout, b.String())
	return err
}

func runDataInfo(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	files, err := parse(newFlags("data info"), args)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return usagef("data info: no input; - is standard input")
	}
	for i, name := range files {
		if i > 0 {
			if _, err := fmt.Fprintln(stdout); err != nil {
				return err
			}
		}
		if err := info(ctx, name, stdout, stderr); err != nil {
			return err
		}
	}
	return nil
}

// info reports on one table.
func info(ctx context.Context, name string, stdout, stderr io.Writer) error {
	total, _ := concatSize([]string{name}, 1) // the error shows again on opening
	return withReader(ctx, name, func(r io.Reader) error {
		m := newMeter(stderr, "reading", total)
		p, err := profile.Read(ctx, m.reader(r), geonames.Schema())
		m.stop()
		if err != nil {
			return err
		}
		return p.Report(stdout, oneLine(name))
	})
}

// withReader calls use with the bytes of the input called name, or - for
// standard input.
func withReader(ctx context.Context, name string, use func(io.Reader) error) error {
	src, err := input.Open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	r, err := src.Reader(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	return use(r)
}

// writeTo calls write with standard output, for "-", or a file that appears
// only when write succeeds. A path that is one of inputs is refused.
func writeTo(path string, inputs []string, stdout io.Writer, write func(io.Writer) error) error {
	if path == "-" {
		return write(stdout)
	}
	f, err := output.Create(path, inputs)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}
