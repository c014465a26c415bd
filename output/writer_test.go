package output_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"geoscan/output"
	"geoscan/query"
)

func allFormats() []output.Format {
	return []output.Format{output.Text, output.TSV, output.CSV, output.JSON, output.NDJSON}
}

func TestAllFormatsAreTested(t *testing.T) {
	for i, name := range output.Formats() {
		if string(allFormats()[i]) != name {
			t.Errorf("format %d is %s", i, name)
		}
	}
}

// manyRows returns a table whose rows, n bytes long or so, fill some buffers.
func manyRows(t testing.TB, count, n int) table {
	tab := selection(t, "name, elevation, country_code")
	for i := range count {
		tab.rows = append(tab.rows, []string{strings.Repeat("x", n), fmt.Sprint(i), "NP"})
	}
	return tab
}

// A limitWriter fails with err once it has taken n bytes.
type limitWriter struct {
	bytes.Buffer
	n    int
	err  error
	late int // calls after the failure
}

func (w *limitWriter) Write(b []byte) (int, error) {
	if w.n < 0 {
		w.late++
	}
	if len(b) <= w.n {
		w.n -= len(b)
		return w.Buffer.Write(b)
	}
	n, _ := w.Buffer.Write(b[:max(w.n, 0)])
	w.n = -1
	return n, w.err
}

// At whatever byte the io.Writer fails, what was written is a start of the
// right output, each later call returns the error, and nothing follows.
func TestWriterFails(t *testing.T) {
	tab := manyRows(t, 1200, 50)
	for _, f := range allFormats() {
		whole := tab.write(t, f, output.Options{})
		for n := 0; n < len(whole); n += 1 + len(whole)/41 {
			for _, fault := range []error{io.ErrUnexpectedEOF, nil} {
				w := &limitWriter{n: n, err: fault}
				want := fault
				if fault == nil {
					want = io.ErrShortWrite
				}
				if err := fill(output.NewWriter(w, tab.encoder(t, f, output.Options{})), tab); err != want {
					t.Fatalf("%s cut at %d: error %v, want %v", f, n, err, want)
				}
				if w.String() != whole[:n] || w.late > 0 {
					t.Fatalf("%s cut at %d: %d bytes, %d writes too many", f, n, w.Len(), w.late)
				}
			}
		}
		w := &limitWriter{n: len(whole), err: io.ErrUnexpectedEOF}
		if err := fill(output.NewWriter(w, tab.encoder(t, f, output.Options{})), tab); err != nil {
			t.Errorf("%s not cut: %v", f, err)
		}
	}
}

// fill writes tab and goes on after an error, which it returns if every later
// call returned it, too.
func fill(out *output.Writer, tab table) error {
	var first error
	check := func(err error) {
		if first == nil {
			first = err
		} else if err != first {
			first = fmt.Errorf("%w, then %w", first, err)
		}
	}
	for _, fields := range tab.rows {
		check(out.Row(row(fields...)))
	}
	check(out.Close())
	if first != nil {
		check(out.Row(row(tab.rows[0]...)))
		check(out.WriteRows([]byte("x")))
		check(out.Flush())
		check(out.Close())
	}
	return first
}

func TestWriterClosedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	tab := manyRows(t, 1, 10)
	err = fill(output.NewWriter(w, tab.encoder(t, output.TSV, output.Options{})), tab)
	var pe *fs.PathError
	if !errors.Is(err, syscall.EPIPE) || !errors.As(err, &pe) {
		t.Errorf("error %v, want a broken pipe", err)
	}
}

// What is held back is bounded: one buffer, and no more.
func TestWriterHandsOn(t *testing.T) {
	var buf bytes.Buffer
	tab := manyRows(t, 3000, 50)
	out := output.NewWriter(&buf, tab.encoder(t, output.NDJSON, output.Options{}))
	whole := 0
	for _, fields := range tab.rows {
		r := row(fields...)
		whole += len(tab.encoder(t, output.NDJSON, output.Options{}).AppendRow(nil, r))
		if err := out.Row(r); err != nil {
			t.Fatal(err)
		}
		if held := whole - buf.Len(); held >= 64<<10 {
			t.Fatalf("%d of %d bytes are held back", held, whole)
		}
	}
}

// Rows of any length come out whole and in order, also where one ends at the
// buffer's end.
func TestWriterBuffer(t *testing.T) {
	const buffer = 64 << 10
	for _, f := range allFormats() {
		checkJoined(t, manyRows(t, 3, 3<<20), f)
		checkJoined(t, manyRows(t, 5000, 20), f)
	}
	for n := buffer - 50; n <= buffer+8; n++ {
		checkJoined(t, manyRows(t, 2, n), output.TSV)
	}
}

// checkJoined compares a Writer's output with its rows, formatted one by one.
func checkJoined(t *testing.T, tab table, f output.Format) {
	t.Helper()
	if got, want := tab.write(t, f, output.Options{}), joined(t, tab, f); got != want {
		t.Errorf("%s: %d rows of %d bytes: %d bytes, want %d", f, len(tab.rows), len(tab.rows[0][0]), len(got), len(want))
	}
}

// joined makes the output from the rows and what is known about the format.
func joined(t *testing.T, tab table, f output.Format) string {
	var rows []byte
	enc := tab.encoder(t, f, output.Options{})
	for _, fields := range tab.rows {
		rows = enc.AppendRow(rows, row(fields...))
	}
	switch f {
	case output.TSV:
		return "name\televation\tcountry_code\n" + string(rows)
	case output.CSV:
		return "name,elevation,country_code\n" + string(rows)
	case output.JSON:
		return "[" + string(rows[1:]) + "\n]\n"
	}
	return string(rows)
}

// However rows are divided into batches, the output is that of Row.
func TestWriteRows(t *testing.T) {
	tab := manyRows(t, 60, 3000)
	for _, f := range allFormats() {
		enc := tab.encoder(t, f, output.Options{})
		want := tab.write(t, f, output.Options{})
		for _, batch := range []int{1, 2, 7, 30, 60} {
			var buf bytes.Buffer
			out := output.NewWriter(&buf, enc)
			out.WriteRows(nil)
			for group := range slices.Chunk(tab.rows, batch) {
				var rows []byte
				for _, fields := range group {
					rows = enc.AppendRow(rows, row(fields...))
				}
				before := bytes.Clone(rows)
				if err := out.WriteRows(rows); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(rows, before) {
					t.Fatal("WriteRows changed its argument")
				}
				clear(rows)
			}
			if err := out.Close(); err != nil || buf.String() != want {
				t.Errorf("%s in batches of %d: %d bytes, %v; want %d", f, batch, buf.Len(), err, len(want))
			}
		}
	}
}

// Nothing is written before there is a row or the end, so that a run that
// fails at once prints nothing.
func TestWriterIsLazy(t *testing.T) {
	for _, f := range allFormats() {
		var buf bytes.Buffer
		out := output.NewWriter(&buf, manyRows(t, 0, 0).encoder(t, f, output.Options{}))
		if err := out.Flush(); err != nil || buf.Len() > 0 {
			t.Errorf("%s: wrote %q, %v", f, &buf, err)
		}
	}
}

func TestFlushLeavesArrayOpen(t *testing.T) {
	var buf bytes.Buffer
	out := output.NewWriter(&buf, selection(t, "name").encoder(t, output.JSON, output.Options{}))
	out.Row(row("a"))
	if err := out.Flush(); err != nil || buf.String() != "[\n{\"name\":\"a\"}" {
		t.Errorf("wrote %q, %v", &buf, err)
	}
	out.Row(row("b"))
	for range 2 {
		if err := out.Close(); err != nil || buf.String() != "[\n{\"name\":\"a\"},\n{\"name\":\"b\"}\n]\n" {
			t.Errorf("wrote %q, %v", &buf, err)
		}
	}
	if err := out.Row(row("c")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Row after Close: %v", err)
	}
}

func TestNoAllocations(t *testing.T) {
	hard, clean := slices.Clone(hardRows), [][]string{{"Sagarmatha", "8848", "NP"}, {"珠穆朗玛峰", "8848", "CN"}}
	for _, f := range allFormats() {
		for _, rows := range [][][]string{hard, clean} {
			tab := selection(t, "name, elevation, country_code", rows...)
			var list []query.Row
			for _, fields := range rows {
				list = append(list, row(fields...))
			}
			out := output.NewWriter(io.Discard, tab.encoder(t, f, output.Options{ScriptSafe: true}))
			var emit query.Emit = out.Row
			n := testing.AllocsPerRun(10, func() { // each run fills the buffer more than once
				for range 4000 / len(list) {
					for _, r := range list {
						if err := emit(r); err != nil {
							t.Fatal(err)
						}
					}
				}
			})
			if n != 0 {
				t.Errorf("%s: %v allocations", f, n)
			}
		}
	}
}

func TestEncoderIsSafeForConcurrentUse(t *testing.T) {
	tab := selection(t, "name, elevation, country_code", hardRows...)
	for _, f := range allFormats() {
		enc := tab.encoder(t, f, output.Options{ScriptSafe: true})
		format := func() (b []byte) {
			for _, fields := range tab.rows {
				b = enc.AppendRow(b, row(fields...))
			}
			return b
		}
		want := format()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 50 {
					if got := format(); !bytes.Equal(got, want) {
						t.Errorf("%s: %q, want %q", f, got, want)
					}
				}
			})
		}
		wg.Wait()
	}
}
