package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"geoscan/output"
	"geoscan/strategies"
	"geoscan/strategies/strategytest"
)

// TestCases runs every case with every strategy, as a user would.
func TestCases(t *testing.T) {
	for _, s := range strategytest.Supported(t, strategies.All()) {
		t.Run(s.Name, func(t *testing.T) {
			for _, c := range strategytest.Cases(t) {
				file := filepath.Join(t.TempDir(), c.Input)
				if err := os.WriteFile(file, c.Data(t), 0o600); err != nil {
					t.Fatal(err)
				}
				for _, dop := range []int{1, 2, 3} {
					runCase(t, c, s.Name, file, dop)
				}
			}
		})
	}
}

func runCase(t *testing.T, c strategytest.Case, strategy, file string, dop int) {
	t.Helper()
	format := c.Format
	if format == "" {
		format = string(output.TSV)
	}
	args := []string{"-strategy", strategy, "-dop", strconv.Itoa(dop), "-where", c.Where, "-order-by", c.OrderBy,
		"-select", strings.Join(c.Columns(), ","), "-format", format, "-header=false", file}
	var stdout, stderr bytes.Buffer
	exit := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	if msg := checkCase(c, format, exit, stdout.String(), stderr.String()); msg != "" {
		t.Errorf("%s: geoscan %q\n%s\nstderr: %s", c.Name, args, msg, &stderr)
	}
}

// checkCase returns what is wrong with a run of a case, or "".
func checkCase(c strategytest.Case, format string, exit int, stdout, stderr string) string {
	if exit != c.Exit {
		return fmt.Sprintf("exit %d, want %d", exit, c.Exit)
	}
	if !regexp.MustCompile(c.StderrSays).MatchString(stderr) {
		return fmt.Sprintf("standard error %q, want %q", stderr, c.StderrSays)
	}
	if c.Stdout != nil && stdout != *c.Stdout {
		return fmt.Sprintf("standard output %q, want %q", stdout, *c.Stdout)
	}
	if c.Malformed != nil && *c.Malformed != reported(stderr) {
		return fmt.Sprintf("%d malformed records reported, want %d", reported(stderr), *c.Malformed)
	}
	if format != string(output.TSV) {
		return ""
	}
	var rows [][]string
	for line := range strings.Lines(stdout) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return c.CheckRows(rows)
}

var malformedReport = regexp.MustCompile(`: ([0-9]+) malformed`)

// reported returns how many malformed records standard error tells of.
func reported(stderr string) int64 {
	m := malformedReport.FindStringSubmatch(stderr)
	if m == nil {
		return 0
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return -1
	}
	return n
}
