package input

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"geoscan"
)

// rows returns a table of n records.
func rows(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%d\tname %d\t%x\n", i, i%97, i*i)
	}
	return b.Bytes()
}

// gz makes a gzip member of each part.
func gz(parts ...[]byte) []byte {
	var b bytes.Buffer
	for _, part := range parts {
		w := gzip.NewWriter(&b)
		w.Write(part)
		w.Close()
	}
	return b.Bytes()
}

// bgzf makes a file of blocks of up to size bytes of data. It does not end with
// the mark of an end.
func bgzf(data []byte, size int) []byte {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	for len(data) > 0 {
		n := min(size, len(data))
		b.Write(bgzfBlock(w, data[:n]))
		data = data[n:]
	}
	return b.Bytes()
}

// bgzfEnd marks the end of a file of blocks.
func bgzfEnd() []byte {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	return bgzfBlock(w, nil)
}

func bgzfBlock(w *flate.Writer, content []byte) []byte {
	var body bytes.Buffer
	w.Reset(&body)
	w.Write(content)
	w.Close()
	block := []byte("\x1F\x8B\x08\x04\x00\x00\x00\x00\x00\xFF\x06\x00BC\x02\x00")
	block = binary.LittleEndian.AppendUint16(block, uint16(len(block)+2+body.Len()+8-1))
	block = append(block, body.Bytes()...)
	block = binary.LittleEndian.AppendUint32(block, crc32.ChecksumIEEE(content))
	return binary.LittleEndian.AppendUint32(block, uint32(len(content)))
}

// archive makes a zip archive of names and contents. Names that begin with "="
// are stored, and others deflated.
func archive(members ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		name, stored := strings.CutPrefix(members[i], "=")
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		if stored {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			panic(err)
		}
		w.Write([]byte(members[i+1]))
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// forms returns the same table in every form that can be read.
func forms(table []byte) map[string][]byte {
	third := len(table) / 3
	zeros := make([]byte, 1000)
	return map[string][]byte{
		"plain":              table,
		"gzip":               gz(table),
		"members":            gz(table[:third], nil, table[third:2*third], table[2*third:], nil),
		"padded":             join(gz(table), zeros),
		"padded between":     join(gz(table[:third]), zeros, gz(table[third:]), zeros[:1]),
		"blocks":             join(bgzf(table, 60_000), bgzfEnd()),
		"small blocks":       join(bgzf(table, 1000), bgzfEnd()),
		"blocks and members": join(bgzf(table[:third], 700), gz(table[third:2*third]), bgzf(table[2*third:], 60_000), bgzfEnd()),
		"ended blocks":       join(bgzf(table[:third], 700), bgzfEnd(), bgzf(table[third:], 60_000), bgzfEnd(), zeros),
		"members and blocks": join(bgzf(table[:third], 700), bgzfEnd(), gz(table[third:])),
		"zip":                archive("table.txt", string(table)),
		"stored":             archive("=table.txt", string(table)),
		"zip with more":      archive("d/", "", "__MACOSX/d/._t.txt", "x", "d/README.TXT", "about", "d/t.txt", string(table)),
		"behind a program":   join([]byte("#!/bin/sh\nexit\n"), archive("table.txt", string(table))),
	}
}

// everyForm calls f with forms of a table, by name.
func everyForm(t *testing.T, table []byte, f func(t *testing.T, form string, data []byte)) {
	for form, data := range forms(table) {
		t.Run(form, func(t *testing.T) { f(t, form, data) })
	}
}

// useCache puts the user's cache folder into a temporary one, and returns it.
func useCache(t testing.TB) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.(interface{ Setenv(key, value string) }).Setenv(name, home)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "geoscan", "unpacked")
}

// newFile writes data to a file called name, in a folder of its own.
func newFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// openPipe returns a source that reads data from a pipe.
func openPipe(t testing.TB, o Options, data []byte) geoscan.Source {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer w.Close()
		w.Write(data) // fails if nobody reads on
	}()
	src, err := o.fromFile("-", r)
	if err != nil {
		r.Close()
		t.Fatal(err)
	}
	return src
}
