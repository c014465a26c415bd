package input

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"geoscan"
	"geoscan/geonames"
	"geoscan/internal/gen"
	"geoscan/query"
	"geoscan/strategies/helper"
)

// BenchmarkCompressed reads the table that GEOSCAN_DATA names, or a small
// generated one, from compressed files: inflated and thrown away in one
// goroutine, through a source, and scanned on the way by a strategy that
// streams. Compare within one run, as in
//
//	GEOSCAN_DATA=1g.txt go test ./input -run '^$' -bench Compressed -benchtime 1x -count 10
func BenchmarkCompressed(b *testing.B) {
	dir := b.TempDir()
	table := benchTable(b, dir)
	for form, pack := range map[string]func(io.Writer, io.Reader) error{"gzip": packGzip, "blocks": packBlocks, "zip": packZip} {
		path := filepath.Join(dir, form)
		size := benchFile(b, path, table, pack)
		b.Run("form="+form+"/work=inflate", func(b *testing.B) { benchInflate(b, path, size) })
		for _, dop := range []int{1, 2} {
			o := Options{DOP: dop}
			b.Run(fmt.Sprintf("form=%s/work=read/dop=%d", form, dop), func(b *testing.B) { benchRead(b, o, path, size) })
			b.Run(fmt.Sprintf("form=%s/work=scan/dop=%d", form, dop), func(b *testing.B) { benchScan(b, o, path, size) })
		}
	}
}

func benchTable(b *testing.B, dir string) (path string) {
	if path := os.Getenv("GEOSCAN_DATA"); path != "" {
		return path
	}
	path = filepath.Join(dir, "table.txt")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := gen.Write(context.Background(), f, gen.Config{Size: 32 << 20, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	return path
}

// benchFile packs the table into the file path, and returns the table's size.
func benchFile(b *testing.B, path, table string, pack func(io.Writer, io.Reader) error) int64 {
	in, err := os.Open(table)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	if err := pack(out, in); err != nil {
		b.Fatal(err)
	}
	size, err := in.Seek(0, io.SeekCurrent)
	if err != nil {
		b.Fatal(err)
	}
	return size
}

func packGzip(w io.Writer, r io.Reader) error {
	z := gzip.NewWriter(w)
	if _, err := io.Copy(z, r); err != nil {
		return err
	}
	return z.Close()
}

func packBlocks(w io.Writer, r io.Reader) error {
	for buf := make([]byte, 60<<10); ; {
		n, err := io.ReadFull(r, buf)
		if n == 0 {
			_, err = w.Write(bgzfEnd())
			return err
		}
		if err != nil && err != io.ErrUnexpectedEOF {
			return err
		}
		if _, err := w.Write(bgzf(buf[:n], n)); err != nil {
			return err
		}
	}
}

func packZip(w io.Writer, r io.Reader) error {
	z := zip.NewWriter(w)
	out, err := z.Create("table.txt")
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, r); err != nil {
		return err
	}
	return z.Close()
}

// benchInflate does the least that can be done, for comparison.
func benchInflate(b *testing.B, path string, size int64) {
	b.SetBytes(size)
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		n, err := inflate(f)
		if err != nil || n != size {
			b.Fatalf("%d bytes, want %d; error %v", n, size, err)
		}
		f.Close()
	}
}

func inflate(f *os.File) (int64, error) {
	if filepath.Base(f.Name()) != "zip" {
		z, err := gzip.NewReader(bufio.NewReaderSize(f, 2*pieceSize))
		if err != nil {
			return 0, err
		}
		return io.Copy(io.Discard, z)
	}
	st, err := f.Stat()
	if err != nil {
		return 0, err
	}
	z, err := zip.NewReader(f, st.Size())
	if err != nil {
		return 0, err
	}
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser {
		return flate.NewReader(bufio.NewReaderSize(r, 2*pieceSize))
	})
	r, err := z.File[0].Open()
	if err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, r)
}

func benchRead(b *testing.B, o Options, path string, size int64) {
	b.SetBytes(size)
	for b.Loop() {
		src, err := o.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		r, err := src.Reader(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, r); err != nil || n != size {
			b.Fatalf("%d bytes, want %d; error %v", n, size, err)
		}
		r.Close()
		src.Close()
	}
}

func benchScan(b *testing.B, o Options, path string, size int64) {
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		b.Fatal(err)
	}
	opt := geoscan.Options{DOP: o.DOP}
	b.SetBytes(size)
	for b.Loop() {
		src, err := o.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		tab, err := helper.Strategy.Open(b.Context(), src, opt)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := geoscan.Scan(b.Context(), tab, q, opt, func(query.Row) error { return nil }); err != nil {
			b.Fatal(err)
		}
		tab.Close()
		src.Close()
	}
}
