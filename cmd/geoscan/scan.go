package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"geoscan"
	"geoscan/geonames"
	"geoscan/output"
	"geoscan/query"
)

// A scanCommand is what the flags of a scan say.
type scanCommand struct {
	strategy   string
	opt        geoscan.Options
	text       query.Text
	format     string
	header     bool
	scriptSafe bool
	outFile    string
	member     string
	sheet      string
	inflated   byteSize
	strict     bool
	stats      bool
	progress   progressMode
	profiles   profiles

	given map[string]bool // the flags that were set
	files []string
}

func (c *scanCommand) flags() *flag.FlagSet {
	fs := newFlags("geoscan")
	fs.StringVar(&c.strategy, "strategy", "threads", "scan with the strategy called `NAME`; geoscan list names them")
	fs.IntVar(&c.opt.DOP, "dop", 0, "degree of parallelism: scan with `N` goroutines; 0: as many as there are usable CPUs")
	fs.IntVar(&c.opt.ChunkSize, "chunk", 0, "handle `BYTES` at a time; 0: a good size")
	fs.StringVar(&c.text.Where, "where", "", "show the records that meet `CONDITION`; '' is every record; default 'elevation > 8000'")
	fs.StringVar(&c.text.OrderBy, "order-by", "", "order by `COLUMNS`, as in 'elevation desc, name'; default: file order, or by elevation without -where")
	fs.StringVar(&c.text.Select, "select", "", "show `COLUMNS`, separated by commas; * is all; default 'name, elevation, country_code'")
	fs.Int64Var(&c.text.Limit, "limit", 0, "stop after `N` rows; 0: all")
	fs.StringVar(&c.format, "format", "", "write rows as `FORMAT`: text, tsv, csv, json or ndjson; default text, or tsv with -select")
	fs.BoolVar(&c.header, "header", true, "tsv, csv: begin with a line of column names")
	fs.BoolVar(&c.scriptSafe, "script-safe", false, "json, ndjson: escape what could end a script element")
	fs.StringVar(&c.outFile, "o", "", "write to `FILE`, which appears when it is complete")
	fs.StringVar(&c.member, "member", "", "of a zip archive with several tables, read the one called `NAME`")
	fs.StringVar(&c.sheet, "sheet", "", "of a workbook, read the sheet called `NAME`; default: all that are visible")
	fs.Var(&c.inflated, "max-inflated", "give up on a workbook whose parts are larger than `SIZE` when inflated; default 16GiB")
	fs.BoolVar(&c.strict, "strict", false, "exit with 1 if records are malformed")
	fs.BoolVar(&c.stats, "stats", false, "tell on standard error what the scan did and cost")
	fs.Var(&c.progress, "progress", "show progress on standard error; default: on a terminal, after a second")
	c.profiles.register(fs)
	return fs
}

func (c *scanCommand) parse(args []string) (err error) {
	fs := c.flags()
	if c.files, err = parse(fs, args); err != nil {
		return err
	}
	c.given = make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { c.given[f.Name] = true })
	switch {
	case c.opt.DOP < 0:
		return usagef("-dop %d: the degree of parallelism can't be negative", c.opt.DOP)
	case c.opt.ChunkSize < 0 || c.opt.ChunkSize > 1<<30:
		return usagef("-chunk %d: want 0 to %d bytes", c.opt.ChunkSize, 1<<30)
	case c.given["select"] && c.format == string(output.Text):
		return usagef("-format text shows name, elevation and country; with -select use tsv, csv or json")
	}
	return nil
}

// query fills in the article's query where flags leave it open.
func (c *scanCommand) query(s *query.Schema) (*query.Query, error) {
	article := geonames.ArticleQuery()
	if !c.given["where"] {
		c.text.Where = article.Where
		if !c.given["order-by"] {
			c.text.OrderBy = article.OrderBy
		}
	}
	if !c.given["select"] {
		c.text.Select = article.Select
	}
	return query.Compile(c.text, s)
}

// encoder returns the encoder of the output format.
func (c *scanCommand) encoder(q *query.Query) (*output.Encoder, error) {
	if c.format == "" {
		c.format = string(output.Text)
		if c.given["select"] {
			c.format = string(output.TSV)
		}
	}
	f, err := output.ParseFormat(c.format)
	if err != nil {
		return nil, err
	}
	return output.NewEncoder(f, q.RowSchema(), q.Select(), output.Options{NoHeader: !c.header, ScriptSafe: c.scriptSafe})
}

func runScan(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) (err error) {
	var c scanCommand
	if err := c.parse(args); err != nil {
		if err == flag.ErrHelp {
			return runHelp(ctx, nil, stdout, stderr)
		}
		return err
	}
	q, err := c.query(geonames.Schema())
	if err != nil {
		return err
	}
	enc, err := c.encoder(q)
	if err != nil {
		return err
	}
	strategy, err := findStrategy(c.strategy)
	if err != nil {
		return err
	}
	stop, err := c.profiles.start()
	if err != nil {
		return err
	}
	defer func() {
		if serr := stop(); err == nil {
			err = serr
		}
	}()
	return c.toOutput(stdout, func(w io.Writer) error {
		return c.scan(ctx, strategy, q, output.NewWriter(w, enc), stderr)
	})
}

// toOutput calls write with standard output or the file of -o.
func (c *scanCommand) toOutput(stdout io.Writer, write func(io.Writer) error) error {
	if c.outFile == "" || c.outFile == "-" {
		return write(stdout)
	}
	f, err := output.Create(c.outFile, c.files)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// scan answers q from all inputs.
func (c *scanCommand) scan(ctx context.Context, s geoscan.Strategy, q *query.Query, w *output.Writer, stderr io.Writer) error {
	inputs, err := c.inputs(stderr)
	if err != nil {
		return err
	}
	out := query.NewCollector(ctx, q, w.Row)
	sc := scanner{strategy: s, opt: c.opt, out: out, stderr: stderr, w: w, media: mediaMeter{out: out}}
	bar := newProgress(c.progress, stderr, "scanning", totalSize(inputs), sc.media.count)
	err = sc.all(ctx, inputs)
	bar.stop()
	if err != nil {
		out.Abort()
		w.Flush() // what was found so far; err says that it is not all
		return err
	}
	start := time.Now()
	total, err := out.Finish()
	if err == nil {
		err = w.Close()
	}
	sc.cost.scan += time.Since(start)
	if c.stats && err == nil {
		sc.cost.print(stderr, s, c.opt, total)
	}
	if err == nil && c.strict && total.Malformed > 0 {
		return statusError(exitFailed)
	}
	return err
}

// A scanner takes one input after the other.
type scanner struct {
	strategy geoscan.Strategy
	opt      geoscan.Options
	out      *query.Collector
	w        *output.Writer
	stderr   io.Writer
	cost     cost
	media    mediaMeter
}

func (s *scanner) all(ctx context.Context, inputs []opener) error {
	for _, in := range inputs {
		if s.out.Full() {
			return nil
		}
		src, err := in.open()
		if err != nil {
			return err
		}
		s.media.begin(src)
		err = s.one(ctx, src)
		s.media.end()
		if cerr := src.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *scanner) one(ctx context.Context, src geoscan.Source) error {
	defer s.cost.countCells(src)()
	start := time.Now()
	tab, err := s.strategy.Open(ctx, src, s.opt)
	s.cost.prepare += time.Since(start)
	if err != nil {
		return err
	}
	defer tab.Close()
	s.cost.index += geoscan.IndexBytes(tab)
	err = s.cost.measure(func() error { return tab.Scan(ctx, s.out, s.opt) })
	stats := s.out.EndInput()
	if stats.Malformed > 0 {
		fmt.Fprintf(s.stderr, "geoscan: %s: %s\n", oneLine(src.Name()), malformed(stats))
	}
	return err
}

// malformed says how many records were left out and where to look.
func malformed(s query.Stats) string {
	noun := "records"
	if s.Malformed == 1 {
		noun = "record"
	}
	return fmt.Sprintf("%d malformed %s skipped (not %d fields), the first in line %d",
		s.Malformed, noun, geonames.Schema().NumColumns(), s.FirstMalformed)
}
