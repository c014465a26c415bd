package contest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestAbove(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "8000": false, "8001": true, "+8001": true, "-8001": false, "08001": true,
		"8000.0": false, "8000.5": true, "8848.": true, ".8848e4": true, "8.848E3": true, "8e+3": false,
		"9223372036854775807": true, "9223372036854775808": true, "-9223372036854775809": false,
		"1e400": true, "-1e400": false, "1e-400": false,
		" 8848": false, "8848 ": false, "8_848": false, "0x2290": false, "0x1p14": false,
		"inf": false, "+Inf": false, "infinity": false, "NaN": false, "e9": false, "9e": false, "+": false, ".": false,
		"88-48": false, "8,848": false, "8848m": false, "８８４８": false,
	} {
		if got := Above(text); got != want {
			t.Errorf("Above(%q) = %v", text, got)
		}
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", ""}, {"a", "a"}, {"\xef", "\xef"}, {"\xef\xbb", "\xef\xbb"}, {"\xef\xbb\xbf", ""},
		{"\xef\xbb\xbfabc", "abc"}, {"abcdef", "abcdef"}, {"\xef\xbb\xbf\xef\xbb\xbf", "\xef\xbb\xbf"},
	} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(c.file), 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := Open(path)
		if err != nil {
			t.Errorf("%q: %v", c.file, err)
			continue
		}
		if got, err := io.ReadAll(src); string(got) != c.want || err != nil {
			t.Errorf("%q: got %q, %v, want %q", c.file, got, err, c.want)
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSkipMarkErrors(t *testing.T) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff", "\xff\xfea"} {
		if _, err := skipMark(strings.NewReader(mark)); !errors.Is(err, ErrUTF16) {
			t.Errorf("%q: %v", mark, err)
		}
	}
	broken := errors.New("broken")
	if _, err := skipMark(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestTally(t *testing.T) {
	var out, remarks bytes.Buffer
	tally := Tally{Out: bufio.NewWriter(&out)}
	record := func(elevation string, fields int) []string {
		f := make([]string, max(fields, Elevation+1))
		f[ID], f[Elevation] = "7", elevation
		return f[:fields]
	}
	tally.Report(&remarks, "p") // nothing to say
	tally.Offer(record("8001", Columns), 1)
	tally.Offer(record("", Columns), 2)
	tally.Offer(record("8001", Columns-1), 5)
	tally.Offer(record("8001", Columns+1), 6)
	tally.Offer(nil, 7)
	tally.Report(&remarks, "p")
	tally.Out.Flush()
	const want = "p: 3 of 5 records do not have 19 fields and were skipped; the first is on line 5\n"
	if out.String() != "7\n" || remarks.String() != want {
		t.Errorf("got %q and %q, want \"7\\n\" and %q", &out, &remarks, want)
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   int
		stderr string
	}{
		{nil, ExitDone, ""},
		{errors.New("it broke"), ExitError, "p: it broke\n"},
		{UsageError("no"), ExitUsage, "p: no; see p -h\n"},
	} {
		p := Program{Name: "p", Answer: func(_ []string, out *bufio.Writer, _ io.Writer) error {
			out.WriteString("1\n")
			return c.err
		}}
		var stdout, stderr bytes.Buffer
		if code := p.Run(nil, &stdout, &stderr); code != c.code || stderr.String() != c.stderr || stdout.String() != "1\n" {
			t.Errorf("%v: code %d, %q, %q", c.err, code, &stdout, &stderr)
		}
	}
}
