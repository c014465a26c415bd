package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"syscall"

	"geoscan"
	"geoscan/input"
	"geoscan/input/xlsx"
	"geoscan/output"
	"geoscan/query"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1 // input or output error, or malformed records under -strict
	exitUsage       = 2
	exitInterrupted = 130
)

// A verb is a command behind geoscan's name. One without doc is not for people.
type verb struct {
	name, doc string
	run       func(ctx context.Context, args []string, stdout, stderr io.Writer) error
}

func verbs() []verb {
	return []verb{
		{"list", "the strategies, a line each", runList},
		{"columns", "the columns of a table, a line each", runColumns},
		{"explain", "how a scan would be done", runExplain},
		{"data", "make, join and describe tables", runData},
		{"bench", "measure strategies", runBench},
		{"report", "draw figures and a page of measurements", runReport},
		{"version", "version, commit and Go release", runVersion},
		{"help", "this text", runHelp},
		{"bench-child", "", runBenchChild},
	}
}

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(ctx, args, stdin, stdout, stderr)
	return exitCode(ctx, err, stderr)
}

func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) > 0 {
		for _, v := range verbs() {
			if v.name == args[0] {
				return v.run(ctx, args[1:], stdout, stderr)
			}
		}
	}
	return runScan(ctx, args, stdin, stdout, stderr)
}

// exitCode prints a failure in one line and returns its exit code.
func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	var status statusError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.As(err, &status):
		return int(status) // it has been reported
	case errors.Is(err, syscall.EPIPE):
		return exitOK // the reader has seen enough
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "geoscan: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "geoscan: %s\n", oneLine(err.Error()))
	var syntax *query.SyntaxError
	if errors.As(err, &syntax) && isTerminal(stderr) {
		io.WriteString(stderr, syntax.Caret())
	}
	if isUsage(err) {
		return exitUsage
	}
	return exitFailed
}

// oneLine keeps names with line ends in them from breaking a message in two.
func oneLine(s string) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(s)
}

// A statusError is an exit code whose cause has been reported.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// A usageError is a wrong use of the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func isUsage(err error) bool {
	var (
		usage  usageError
		syntax *query.SyntaxError
		format *output.FormatError
		target *output.InputError
		member *input.MemberError
		sheet  *xlsx.SheetError
	)
	return errors.As(err, &usage) || errors.As(err, &syntax) || errors.As(err, &format) ||
		errors.As(err, &target) || errors.As(err, &member) || errors.As(err, &sheet) || errors.Is(err, geoscan.ErrNoCgo)
}

// parse parses flags, which may stand before and behind the other arguments;
// "--" ends them. It returns the others.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usageError{err}
		}
		used := len(args) - fs.NArg()
		if fs.NArg() == 0 {
			return rest, nil
		}
		if used > 0 && args[used-1] == "--" {
			return append(rest, fs.Args()...), nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// newFlags returns a flag set that prints nothing: errors are for exitCode, and
// help is asked for by flag.ErrHelp.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}
