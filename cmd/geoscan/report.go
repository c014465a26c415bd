package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"geoscan/bench"
	"geoscan/output"
	lab "geoscan/report"
)

const reportHead = `usage: geoscan report [flags] RESULTS...

Draws what geoscan bench measured: one HTML page that needs nothing else, and
on request every figure as SVG and PNG. Results of the same machine, build and
file are put together; others are compared.

`

// A reportCommand is what the flags of geoscan report say.
type reportCommand struct {
	out, figures string
	results      []string
}

func (c *reportCommand) flags() *flag.FlagSet {
	fs := newFlags("geoscan report")
	fs.StringVar(&c.out, "o", filepath.Join("plots", "report.html"), "write the page to `FILE`")
	fs.StringVar(&c.figures, "figures", "", "write every figure as SVG and PNG into the folder `DIR`")
	return fs
}

func runReport(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var c reportCommand
	fs := c.flags()
	c.results, err = parse(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, reportHead)
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		return nil
	case err != nil:
		return err
	case len(c.results) == 0:
		return usagef("report wants one or more results files of geoscan bench")
	}
	var all []*bench.Results
	for _, path := range c.results {
		r, err := bench.ReadFile(path)
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	if err := c.page(all); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "geoscan: the page is in %s\n", oneLine(c.out))
	return c.draw(ctx, all, stderr)
}

func (c *reportCommand) page(all []*bench.Results) error {
	return c.create(c.out, func(w io.Writer) error { return lab.WritePage(w, all...) })
}

// draw writes the figures, if a folder is named.
func (c *reportCommand) draw(ctx context.Context, all []*bench.Results, stderr io.Writer) error {
	if c.figures == "" {
		return nil
	}
	figures := lab.Figures(all...)
	for i := range figures {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &figures[i]
		base := filepath.Join(c.figures, f.Name)
		if err := c.create(base+".svg", f.WriteSVG); err != nil {
			return err
		}
		if err := c.create(base+".png", f.WritePNG); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "geoscan: %d figures are in %s\n", len(figures), oneLine(c.figures))
	return nil
}

// create writes path, and the folders above it, in full or not at all.
func (c *reportCommand) create(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := output.Create(path, c.results)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}
