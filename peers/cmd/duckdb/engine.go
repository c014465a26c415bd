package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the driver

	"geoscan/peers/internal/contest"
)

// An engine is one connection to a DuckDB of its own, in memory.
type engine struct {
	db   *sql.DB
	conn *sql.Conn // the one used: what DuckDB keeps for a session stays with it
}

// openEngine starts DuckDB with a number of threads, 0 for its own choice. It
// may not fetch extensions from the network.
func openEngine(ctx context.Context, threads int) (*engine, error) {
	dsn := "?autoinstall_known_extensions=false&autoload_known_extensions=false"
	if threads > 0 {
		dsn += "&threads=" + strconv.Itoa(threads)
	}
	db, err := sql.Open("duckdb", dsn)
	if err != nil {
		return nil, oneLine(err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		db.Close()
		return nil, oneLine(err)
	}
	return &engine{db, conn}, nil
}

func (e *engine) close() error { return errors.Join(e.conn.Close(), e.db.Close()) }

func (e *engine) exec(ctx context.Context, text string) error {
	_, err := e.conn.ExecContext(ctx, text)
	return oneLine(err)
}

// ids runs a query for one column of ids and writes them to out, one a line.
func (e *engine) ids(ctx context.Context, text string, out *bufio.Writer) error {
	rows, err := e.conn.QueryContext(ctx, text)
	if err != nil {
		return oneLine(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		out.Write(strconv.AppendInt(out.AvailableBuffer(), id, 10))
		out.WriteByte('\n')
	}
	return oneLine(rows.Err())
}

// version names DuckDB and its bindings.
func version() string {
	ctx := context.Background()
	e, err := openEngine(ctx, 1)
	if err != nil {
		return "DuckDB of unknown version"
	}
	defer e.close()
	v := "of unknown version"
	e.conn.QueryRowContext(ctx, "SELECT version()").Scan(&v)
	const module = "github.com/duckdb/duckdb-go/v2"
	return fmt.Sprintf("DuckDB %s, %s %s", v, module, contest.ModuleVersion(module))
}

// oneLine makes one line of DuckDB's error texts, which quote the record they
// stumbled over and go on with advice and a list of all options.
func oneLine(err error) error {
	if err == nil {
		return nil
	}
	var kept []string
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Possible") || strings.HasPrefix(line, "This can") || line == "" && len(kept) > 0 {
			break
		}
		if line != "" && !strings.HasPrefix(line, "Original Line:") {
			kept = append(kept, line)
		}
	}
	return engineError{strings.Join(kept, "; "), err}
}

// An engineError is an error of DuckDB with a shorter text.
type engineError struct {
	text string
	err  error
}

func (e engineError) Error() string { return e.text }
func (e engineError) Unwrap() error { return e.err }

// quote writes s as a text literal of SQL.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
