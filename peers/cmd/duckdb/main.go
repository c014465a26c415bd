// Command duckdb answers the question with DuckDB, from the file itself or from
// a table of DuckDB's own that is loaded first.
//
// It serves where the duckdb binary is not installed: DuckDB is linked in.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"geoscan/peers/internal/contest"
)

func main() { os.Exit(program().Run(os.Args[1:], os.Stdout, os.Stderr)) }

func program() contest.Program {
	var opt options
	return contest.Program{
		Name:  "duckdb",
		Usage: "[-threads N] [-max-line BYTES] [-skip] [-table [-db DB] [-queries N]] [FILE]",
		Doc: "Prints the geonameid of every place above 8000 m, read from FILE with DuckDB's read_csv.\n" +
			"With -table it loads FILE into a table first, asks that, and prints times on standard error;\n" +
			"without FILE it asks the table that an earlier run left in DB.",
		Flags:   opt.flags,
		Version: version,
		Answer: func(args []string, out *bufio.Writer, stderr io.Writer) error {
			if err := opt.complete(args); err != nil {
				return err
			}
			return opt.run(context.Background(), out, stderr)
		},
	}
}

// maxThreads keeps typing errors from starting threads without end.
const maxThreads = 1024

type options struct {
	path    string // the file; empty: ask db
	threads int    // 0: DuckDB's choice
	maxLine int    // bytes; 0: DuckDB's limit
	skip    bool
	table   bool
	db      string // where the table is kept; empty: in memory
	queries int
}

func (o *options) flags(fs *flag.FlagSet) {
	fs.IntVar(&o.threads, "threads", 0, "`number` of threads (0: DuckDB's choice, one a CPU)")
	fs.IntVar(&o.maxLine, "max-line", 0, "longest line in `bytes` (0: DuckDB's limit, 2000000); more takes memory")
	fs.BoolVar(&o.skip, "skip", false, "skip and count records that DuckDB refuses, instead of an error")
	fs.BoolVar(&o.table, "table", false, "load the file into a table, then ask that")
	fs.StringVar(&o.db, "db", "", "keep the table in this `file`, a new one unless FILE is left out")
	fs.IntVar(&o.queries, "queries", 10, "`times` to ask the table")
}

// complete takes the arguments and looks for wrong combinations.
func (o *options) complete(args []string) error {
	switch {
	case o.threads < 0 || o.maxLine < 0 || o.queries < 0:
		return contest.UsageError("numbers must not be negative")
	case o.threads > maxThreads:
		return contest.UsageError(fmt.Sprintf("-threads must be at most %d", maxThreads))
	case o.db != "" && !o.table:
		return contest.UsageError("-db goes with -table")
	case o.skip && o.table:
		return contest.UsageError("-skip does not go with -table")
	case len(args) == 0 && o.db != "":
		return nil
	}
	var err error
	o.path, err = contest.OneFile(args)
	return err
}

func (o *options) run(ctx context.Context, out *bufio.Writer, stderr io.Writer) error {
	if o.path != "" {
		if err := contest.CheckFile(o.path); err != nil {
			return err
		}
	}
	e, err := openEngine(ctx, o.threads)
	if err != nil {
		return err
	}
	defer e.close()
	if o.table {
		return o.askTable(ctx, e, out, stderr)
	}
	return o.askFile(ctx, e, out, stderr)
}
