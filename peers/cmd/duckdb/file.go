package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"geoscan/peers/internal/contest"
)

// isNumber is true for what geoscan takes for a number. A cast to DOUBLE alone
// would also take ' 1', '1_000' and 'inf'.
var isNumber = fmt.Sprintf(`regexp_full_match(c%d, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?')`, contest.Elevation)

// askFile answers from the file. DuckDB reads only the two columns it needs.
func (o *options) askFile(ctx context.Context, e *engine, out *bufio.Writer, stderr io.Writer) error {
	from, err := o.readCSV()
	if err != nil {
		return err
	}
	// The cast comes first: it leaves few rows for the pattern.
	text := fmt.Sprintf("SELECT CAST(c%d AS BIGINT) FROM %s WHERE TRY_CAST(c%d AS DOUBLE) > %d AND %s",
		contest.ID, from, contest.Elevation, contest.Limit, isNumber)
	if err := e.ids(ctx, text, out); err != nil {
		return fmt.Errorf("%s: %w", o.path, err)
	}
	if o.skip {
		return o.reportRejects(ctx, e, stderr)
	}
	return nil
}

// readCSV is the call of DuckDB's reader for the file: TAB between fields, a
// quote is a byte, 19 columns of text named c0 to c18.
func (o *options) readCSV() (string, error) {
	path, err := filepath.Abs(o.path) // not to be taken for a URL
	if err != nil {
		return "", err
	}
	args := []string{
		quote(literalGlob(path)),
		"auto_detect = false", "header = false", "compression = 'none'",
		`delim = '\t'`, "quote = ''", "escape = ''", "comment = ''",
		// Else a record with too many fields would pass without a word. The
		// price: mixed line ends are refused.
		"strict_mode = true",
	}
	if o.maxLine > 0 {
		args = append(args, fmt.Sprintf("max_line_size = %d", o.maxLine))
	}
	if o.skip {
		args = append(args, "store_rejects = true")
	}
	columns := make([]string, contest.Columns)
	for i := range columns {
		columns[i] = fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	args = append(args, "columns = {"+strings.Join(columns, ", ")+"}")
	return "read_csv(" + strings.Join(args, ", ") + ")", nil
}

// literalGlob escapes what DuckDB would expand in a file name.
func literalGlob(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// reportRejects says how many records DuckDB skipped.
func (o *options) reportRejects(ctx context.Context, e *engine, stderr io.Writer) error {
	var n, first int64
	row := e.conn.QueryRowContext(ctx, "SELECT count(DISTINCT line), coalesce(min(line), 0) FROM reject_errors")
	if err := row.Scan(&n, &first); err != nil {
		return oneLine(err)
	}
	if n > 0 {
		fmt.Fprintf(stderr, "duckdb: %s: %d records were skipped; the first is on line %d\n", o.path, n, first)
	}
	return nil
}
