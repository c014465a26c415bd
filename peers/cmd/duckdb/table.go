package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"geoscan/peers/internal/contest"
)

// askTable loads the file into a table, if there is a file, asks the table as
// often as told, and reports the times. The ids are written once.
func (o *options) askTable(ctx context.Context, e *engine, out *bufio.Writer, stderr io.Writer) error {
	if err := o.attach(ctx, e); err != nil {
		return err
	}
	if o.path != "" {
		took, err := o.load(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
		fmt.Fprintf(stderr, "duckdb: load %.4f s\n", took.Seconds())
	}
	var times []time.Duration
	for range o.queries {
		start := time.Now()
		if err := e.ids(ctx, tableQuery, out); err != nil {
			return err
		}
		times = append(times, time.Since(start))
		out = bufio.NewWriter(io.Discard)
	}
	if len(times) > 0 {
		fmt.Fprintln(stderr, "duckdb:", timesText(times))
	}
	return nil
}

var tableQuery = fmt.Sprintf("SELECT CAST(c%d AS BIGINT) FROM places WHERE c%d > %d", contest.ID, contest.Elevation, contest.Limit)

// attach makes the file of the database the place for tables. It has to be new
// if there is a table to load, and is only read otherwise.
func (o *options) attach(ctx context.Context, e *engine) error {
	if o.db == "" {
		return nil
	}
	path, err := filepath.Abs(o.db) // not to be taken for a URL
	if err != nil {
		return err
	}
	mode := ""
	err = contest.CheckFile(o.db)
	switch {
	case o.path == "" && err != nil:
		return err
	case o.path == "":
		mode = " (READ_ONLY)"
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: exists, and -db makes a new file", o.db)
	}
	if err := e.exec(ctx, "ATTACH "+quote(path)+" AS kept"+mode); err != nil {
		return fmt.Errorf("%s: %w", o.db, err)
	}
	return e.exec(ctx, "USE kept")
}

// load makes table places with all columns of the file, the elevation as a
// number, and writes it out if it is kept.
func (o *options) load(ctx context.Context, e *engine) (time.Duration, error) {
	from, err := o.readCSV()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	err = e.exec(ctx, fmt.Sprintf("CREATE TABLE places AS SELECT * REPLACE (CASE WHEN %s THEN TRY_CAST(c%[2]d AS DOUBLE) END AS c%[2]d) FROM %s",
		isNumber, contest.Elevation, from))
	if err == nil && o.db != "" {
		err = e.exec(ctx, "CHECKPOINT kept")
	}
	return time.Since(start), err
}

// timesText sums up the times of at least one query. The first pays for what is
// not in memory yet.
func timesText(times []time.Duration) string {
	first := times[0]
	slices.Sort(times)
	n := len(times)
	median := (times[(n-1)/2] + times[n/2]) / 2
	return fmt.Sprintf("asked %d times: first %.4f s, median %.4f s, least %.4f s, most %.4f s",
		n, first.Seconds(), median.Seconds(), times[0].Seconds(), times[n-1].Seconds())
}
