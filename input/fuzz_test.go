package input

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	kgzip "github.com/klauspost/compress/gzip"
)

// seed adds the forms of a small table, and the cases whose names match.
func seed(f *testing.F, pattern string) {
	for _, data := range forms(rows(12)) {
		f.Add(data)
	}
	names, err := filepath.Glob(filepath.Join("testdata", "cases", pattern))
	if err != nil || len(names) == 0 {
		f.Fatalf("%d cases, error %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 1000 {
			f.Add(data)
		}
	}
}

// fuzzLimit is how much of what data unpacks to is looked at.
const fuzzLimit = 1 << 20

// readFuzzed reads data as a source. ok is false if there is too much of it.
func readFuzzed(t *testing.T, data []byte) (got []byte, err error, ok bool) {
	src, err := Options{DOP: 2}.Memory("fuzz", data)
	if err != nil {
		return nil, err, true
	}
	defer src.Close()
	r, err := src.Reader(t.Context())
	if err != nil {
		return nil, err, true
	}
	defer r.Close()
	got, err = io.ReadAll(io.LimitReader(r, fuzzLimit))
	return got, err, len(got) < fuzzLimit
}

// FuzzGzip compares with the standard library: what one reads, the other reads
// too, but for blocks, of which more is asked, and for unknown flags in a
// header, which may mean anything.
func FuzzGzip(f *testing.F) {
	seed(f, "*.gz")
	f.Fuzz(func(t *testing.T, data []byte) {
		if !bytes.HasPrefix(data, []byte(gzipMagic)) {
			return
		}
		got, err, ok := readFuzzed(t, data)
		if !ok {
			return
		}
		want, werr := gunzipSlowly(data)
		switch {
		case err == nil && werr != nil:
			t.Errorf("read %d bytes, want error %v", len(got), werr)
		case err == nil && !bytes.Equal(got, want):
			t.Errorf("read %q, want %q", got, want)
		case err != nil && werr == nil && sniffPlain(want) == nil &&
			!bytes.Contains(data, []byte("BC\x02\x00")) && !errors.Is(err, kgzip.ErrHeader):
			t.Errorf("error %v, want %d bytes", err, len(want))
		}
	})
}

// gunzipSlowly reads one member after the other with the standard library.
func gunzipSlowly(data []byte) (content []byte, err error) {
	r := bufio.NewReader(bytes.NewReader(data))
	for {
		z, err := gzip.NewReader(r)
		if err != nil {
			return content, err
		}
		z.Multistream(false)
		part, err := io.ReadAll(io.LimitReader(z, 2*fuzzLimit))
		content = append(content, part...)
		if err != nil {
			return content, err
		}
		for c := byte(0); c == 0; {
			if c, err = r.ReadByte(); err == io.EOF {
				return content, nil
			}
		}
		r.UnreadByte()
	}
}

// FuzzZip compares with the standard library's reading of the same member.
func FuzzZip(f *testing.F) {
	seed(f, "*.zip")
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err, ok := readFuzzed(t, data)
		if err != nil || !ok || bytes.Equal(got, data) { // or plain
			return
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			if !bytes.HasPrefix(data, []byte(gzipMagic)) {
				t.Errorf("read %d bytes, want error %v", len(got), err)
			}
			return
		}
		tables := 0
		for _, f := range z.File {
			if !maybeTable(f.Name) {
				continue
			}
			tables++
			r, err := f.Open()
			if err != nil {
				t.Fatalf("read %d bytes, want error %v", len(got), err)
			}
			// The standard library also wants what follows a member to
			// repeat what the directory says of it.
			if want, err := io.ReadAll(r); !bytes.Equal(got, want) && err == nil {
				t.Errorf("read %q, want %q, error %v", got, want, err)
			}
		}
		if tables != 1 {
			t.Errorf("read one of %d tables", tables)
		}
	})
}
