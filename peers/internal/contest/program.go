package contest

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// Exit codes of a program.
const (
	ExitDone  = 0 // also without any answer
	ExitError = 1 // input or output failed; ids written before count for nothing
	ExitUsage = 2 // wrong arguments
)

// A Program is one contestant: a name, flags, and a way to answer.
type Program struct {
	Name  string
	Usage string // what follows the name on the first line of the help
	Doc   string // a paragraph for the help

	// Flags declares the program's own flags. May be nil.
	Flags func(*flag.FlagSet)
	// Version tells more than the module's and Go's version. May be nil.
	Version func() string
	// Answer writes the ids to out, one a line, and remarks to stderr. It need
	// not flush out. A UsageError is for wrong arguments.
	Answer func(args []string, out *bufio.Writer, stderr io.Writer) error
}

// A UsageError says what is wrong with the arguments.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Run runs the program with the arguments after its name and returns its exit
// code. A failure is one line on stderr.
func (p Program) Run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // it would print the whole help after an error
	version := fs.Bool("version", false, "print the version and end")
	if p.Flags != nil {
		p.Flags(fs)
	}
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		p.help(fs, stdout)
		return ExitDone
	} else if err != nil {
		return p.exit(UsageError(err.Error()), stderr)
	}
	out := bufio.NewWriter(stdout)
	var err error
	if *version {
		out.WriteString(p.versionText())
	} else {
		err = p.Answer(fs.Args(), out, stderr)
	}
	if e := out.Flush(); err == nil {
		err = e
	}
	return p.exit(err, stderr)
}

func (p Program) help(fs *flag.FlagSet, w io.Writer) {
	fs.SetOutput(w)
	fmt.Fprintf(w, "usage: %s %s\n\n%s\n\n", p.Name, p.Usage, p.Doc)
	fs.PrintDefaults()
}

func (p Program) exit(err error, stderr io.Writer) int {
	var wrong UsageError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "%s: %s; see %s -h\n", p.Name, wrong, p.Name)
		return ExitUsage
	}
	fmt.Fprintf(stderr, "%s: %v\n", p.Name, err)
	return ExitError
}

func (p Program) versionText() string {
	more := ""
	if p.Version != nil {
		more = p.Version() + ", "
	}
	return fmt.Sprintf("%s: %s%s %s/%s\n", p.Name, more, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// ModuleVersion is the version of a module that the running program was built
// with, or "unknown".
func ModuleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return "unknown"
}

// OneFile returns the only argument, or a UsageError.
func OneFile(args []string) (string, error) {
	if len(args) != 1 {
		return "", UsageError(fmt.Sprintf("one FILE is needed, not %d", len(args)))
	}
	return args[0], nil
}
