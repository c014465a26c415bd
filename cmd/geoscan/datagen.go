package main

import (
	"context"
	"errors"
	"flag"
	"io"

	"geoscan/internal/gen"
)

// A genCommand is what the flags of data gen say.
type genCommand struct {
	rows int64
	size byteSize
	seed uint64
	hits int
	out  string
}

func (c *genCommand) flags() *flag.FlagSet {
	fs := newFlags("data gen")
	fs.Int64Var(&c.rows, "rows", 0, "make `N` rows")
	fs.Var(&c.size, "size", "make as many rows as fit into `SIZE`, such as 1GiB")
	fs.Uint64Var(&c.seed, "seed", 1, "make the table of this number, `S`")
	fs.IntVar(&c.hits, "hits", gen.DefaultHits, "put `N` rows above 8000 m into it, or fewer in a tiny table")
	fs.StringVar(&c.out, "o", "", "write to `FILE`")
	return fs
}

// config checks the flags and returns what they ask for.
func (c *genCommand) config(args []string) (cfg gen.Config, err error) {
	fs := c.flags()
	rest, err := parse(fs, args)
	if err != nil {
		return cfg, err
	}
	given := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case len(rest) > 0:
		return cfg, usagef("data gen: unexpected argument %q", rest[0])
	case given["rows"] == given["size"]:
		return cfg, usagef("data gen: want one of -rows and -size")
	case given["rows"] && c.rows <= 0, given["size"] && c.size <= 0:
		return cfg, usagef("data gen: an empty table; want more than 0")
	case c.hits < 0:
		return cfg, usagef("data gen: -hits %d: can't be negative", c.hits)
	case c.out == "":
		return cfg, usagef("data gen: -o is missing; -o - is standard output")
	}
	cfg = gen.Config{Rows: c.rows, Size: int64(c.size), Seed: c.seed}
	switch {
	case given["hits"] && c.hits == 0:
		cfg.Hits = -1
	case given["hits"]:
		cfg.Hits = c.hits
	}
	return cfg, nil
}

func runDataGen(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c genCommand
	cfg, err := c.config(args)
	if err != nil {
		return err
	}
	if err := checkSpace(c.out, cfg.Size); err != nil {
		return err
	}
	total := cfg.Size
	if total == 0 {
		total = -1
	}
	err = writeTo(c.out, nil, stdout, func(w io.Writer) error {
		m := newMeter(stderr, "generating", total)
		defer m.stop()
		_, err := gen.Write(ctx, m.writer(w), cfg)
		return err
	})
	var hits *gen.HitsError
	if errors.As(err, &hits) {
		return usagef("data gen: -hits %d: such a table has room for %d", hits.Hits, hits.Max)
	}
	return err
}
