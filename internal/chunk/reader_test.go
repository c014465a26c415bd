package chunk

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReader(t *testing.T) {
	shapes := []func(io.Reader) io.Reader{
		func(r io.Reader) io.Reader { return r },
		iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
	}
	long := strings.Repeat("a long line ", 1000)
	for _, data := range append(inputs, long, long+"\n", "a\n"+long+"\nb\n"+long) {
		for size := 1; size < 20_000; size = size*2 + 1 {
			for _, shape := range shapes {
				checkReader(t, []byte(data), size, shape(strings.NewReader(data)))
			}
		}
	}
}

// checkReader reads r, which gives data, in chunks.
func checkReader(t *testing.T, data []byte, size int, r io.Reader) {
	t.Helper()
	at := Begin(data)
	chunks := NewReader(r, size)
	for {
		got, off, err := chunks.Next()
		if off != int64(at) {
			t.Fatalf("chunks of %d of %.100q: offset %d, want %d", size, data, off, at)
		}
		if err != nil {
			if err != io.EOF || at != len(data) {
				t.Fatalf("chunks of %d of %.100q: %v at %d", size, data, err, at)
			}
			return
		}
		want := End(data, at, size)
		if !bytes.Equal(got, data[at:want]) {
			t.Fatalf("chunks of %d of %.100q: %.100q at %d, want %.100q", size, data, got, at, data[at:want])
		}
		at = want
	}
}

// A script is a reader that does what it says, and then ends.
type script []struct {
	data string
	err  error
}

func (s *script) Read(p []byte) (int, error) {
	if len(*s) == 0 {
		return 0, io.EOF
	}
	step := (*s)[0]
	*s = (*s)[1:]
	return copy(p, step.data), step.err
}

// TestReaderErrors has errors come alone and with data, and not again.
func TestReaderErrors(t *testing.T) {
	failed := errors.New("read failed")
	for _, steps := range []script{
		{{"", failed}},
		{{"a\nb", nil}, {"", failed}},
		{{"a\nb", failed}},
		{{"a\nb", failed}, {"c\nd\n", nil}},
		{{"a\n", nil}, {"b", failed}, {"c\nd\n", nil}},
	} {
		for size := 1; size < 10; size++ {
			r := append(script{}, steps...)
			chunks := NewReader(&r, size)
			var got strings.Builder
			var err error
			for err == nil {
				var data []byte
				data, _, err = chunks.Next()
				got.Write(data)
			}
			if err != failed {
				t.Errorf("chunks of %d of %+v: error %v after %q", size, steps, err, got.String())
			}
			if !strings.HasPrefix("a\n", got.String()) {
				t.Errorf("chunks of %d of %+v: %q", size, steps, got.String())
			}
		}
	}
}

// TestReaderNoProgress reads from a reader that never gives anything.
func TestReaderNoProgress(t *testing.T) {
	_, _, err := NewReader(stuck{}, 10).Next()
	if err != io.ErrNoProgress {
		t.Errorf("error %v, want %v", err, io.ErrNoProgress)
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }
