package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"geoscan/internal/gen"
	"geoscan/output"
)

// A concatCommand is what the flags of data concat say.
type concatCommand struct {
	times int
	out   string
}

func (c *concatCommand) flags() *flag.FlagSet {
	fs := newFlags("data concat")
	fs.IntVar(&c.times, "times", 1, "write the inputs, all in turn, `K` times")
	fs.StringVar(&c.out, "o", "", "write to `FILE`")
	return fs
}

func runDataConcat(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c concatCommand
	files, err := parse(c.flags(), args)
	switch {
	case err != nil:
		return err
	case c.times < 1:
		return usagef("data concat: -times %d: want 1 or more", c.times)
	case c.out == "":
		return usagef("data concat: -o is missing; -o - is standard output")
	case len(files) == 0:
		return usagef("data concat: no input")
	case c.times > 1 && slices.Contains(files, "-") || count(files, "-") > 1:
		return usagef("data concat: standard input can be read only once")
	}
	total, err := concatSize(files, c.times)
	if err != nil {
		return err
	}
	if name, ok := sameFile(stdout, files); ok && c.out == "-" {
		return &output.InputError{Path: "standard output", Input: name}
	}
	return writeTo(c.out, files, stdout, func(w io.Writer) error {
		if err := checkSpace(c.out, total); err != nil {
			return err
		}
		m := newMeter(stderr, "writing", total)
		defer m.stop()
		return concat(ctx, m.writer(w), files, c.times)
	})
}

func count(list []string, s string) (n int) {
	for _, t := range list {
		if t == s {
			n++
		}
	}
	return n
}

// sameFile returns which of files w writes to.
func sameFile(w io.Writer, files []string) (name string, ok bool) {
	f, ok := w.(*os.File)
	if !ok {
		return "", false
	}
	out, err := f.Stat()
	if err != nil || !out.Mode().IsRegular() {
		return "", false
	}
	for _, name := range files {
		if st, err := os.Stat(name); err == nil && os.SameFile(out, st) {
			return name, true
		}
	}
	return "", false
}

// named gives an error about a file the name that the user gave it, once.
func named(name string, err error) error {
	var perr *os.PathError
	if errors.As(err, &perr) {
		err = perr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// concatSize returns the bytes of all copies, -1 if an input does not say.
func concatSize(files []string, times int) (int64, error) {
	var sum int64
	for _, name := range files {
		if name == "-" {
			sum = -1
			continue
		}
		st, err := os.Stat(name)
		switch {
		case err != nil:
			return 0, named(name, err)
		case !st.Mode().IsRegular() || st.Size() == 0 || sum < 0:
			sum = -1
		case sum > math.MaxInt64/int64(times)-st.Size():
			return 0, fmt.Errorf("%s: %d copies are more than a file can hold", name, times)
		default:
			sum += st.Size()
		}
	}
	if sum < 0 {
		return -1, nil
	}
	return sum * int64(times), nil
}

func concat(ctx context.Context, w io.Writer, files []string, times int) error {
	j := gen.Joiner{W: w}
	for range times {
		for _, name := range files {
			err := withReader(ctx, name, func(r io.Reader) error {
				_, err := j.Append(ctx, r)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
