package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"geoscan"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// media are the ways in which data may come.
var media = map[string]func(testing.TB, Options, []byte) (geoscan.Source, error){
	"file": func(t testing.TB, o Options, data []byte) (geoscan.Source, error) {
		return o.Open(newFile(t, "input", data))
	},
	"memory": func(_ testing.TB, o Options, data []byte) (geoscan.Source, error) { return o.Memory("memory", data) },
	"pipe":   func(t testing.TB, o Options, data []byte) (geoscan.Source, error) { return openPipe(t, o, data), nil },
}

// accesses are the ways in which a strategy may ask for the bytes of a source.
var accesses = map[string]func(context.Context, geoscan.Source) ([]byte, error){
	"Reader": func(ctx context.Context, src geoscan.Source) ([]byte, error) {
		r, err := src.Reader(ctx)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		return data, errors.Join(err, r.Close())
	},
	"ReaderAt": func(ctx context.Context, src geoscan.Source) ([]byte, error) {
		r, err := src.ReaderAt(ctx)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(io.NewSectionReader(r, 0, r.Size()+1))
		if err == nil && int64(len(data)) != r.Size() {
			err = errors.New("wrong size")
		}
		return data, err
	},
	"Bytes": func(ctx context.Context, src geoscan.Source) ([]byte, error) {
		data, err := src.Bytes(ctx)
		return bytes.Clone(data), err
	},
	"File": func(ctx context.Context, src geoscan.Source) ([]byte, error) {
		path, err := src.File(ctx)
		if err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	},
}

// TestForms reads a table in every form, from every medium, in every way.
func TestForms(t *testing.T) {
	cache := useCache(t)
	for _, n := range []int{0, 1, 5, 10_000} {
		table := rows(n)
		everyForm(t, table, func(t *testing.T, form string, data []byte) {
			for medium, open := range media {
				for access, read := range accesses {
					src, err := open(t, Options{DOP: 1 + n%3}, data)
					if err != nil {
						t.Fatalf("%s: %v", medium, err)
					}
					got, err := read(t.Context(), src)
					if err != nil || !bytes.Equal(got, table) {
						t.Errorf("%d rows, %s, %s: %d bytes, want %d; error %v", n, medium, access, len(got), len(table), err)
					}
					if err := src.Check(); err != nil {
						t.Errorf("%s, %s: Check: %v", medium, access, err)
					}
					if err := src.Close(); err != nil {
						t.Errorf("%s, %s: Close: %v", medium, access, err)
					}
				}
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(cache, tempPattern)); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// TestSecondReader reads a source again, while another reader is in the middle
// of it. Only what comes through a pipe and is not held can't be.
func TestSecondReader(t *testing.T) {
	useCache(t)
	table := rows(20_000)
	everyForm(t, table, func(t *testing.T, form string, data []byte) {
		for medium, open := range media {
			src, err := open(t, Options{}, data)
			if err != nil {
				t.Fatal(err)
			}
			first, err := src.Reader(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			first.Read(make([]byte, 100))
			got, err := accesses["Reader"](t.Context(), src)
			archive := strings.HasPrefix(form, "zip") || form == "stored" || form == "behind a program"
			if medium == "pipe" && !archive {
				if !errors.Is(err, ErrReadOnce) {
					t.Errorf("%s: error %v, want ErrReadOnce", medium, err)
				}
			} else if err != nil || !bytes.Equal(got, table) {
				t.Errorf("%s: %d bytes, want %d; error %v", medium, len(got), len(table), err)
			}
			if err := errors.Join(first.Close(), src.Close()); err != nil {
				t.Errorf("%s: Close: %v", medium, err)
			}
		}
	})
}

// TestManyAtOnce asks a source for all at the same time.
func TestManyAtOnce(t *testing.T) {
	useCache(t)
	table := rows(8000)
	for _, form := range []string{"plain", "gzip", "small blocks", "zip"} {
		src, err := Open(newFile(t, "input", forms(table)[form]))
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for access, read := range accesses {
			for range 3 {
				wg.Go(func() {
					if got, err := read(t.Context(), src); err != nil || !bytes.Equal(got, table) {
						t.Errorf("%s, %s: %d bytes, want %d; error %v", form, access, len(got), len(table), err)
					}
				})
			}
		}
		wg.Wait()
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestName(t *testing.T) {
	path := newFile(t, "input", gz(rows(1)))
	src, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if src.Name() != path {
		t.Errorf("Name() = %q, want %q", src.Name(), path)
	}
}

// TestStandardInput opens "-": a pipe, a file, and a file of which somebody has
// read a part.
func TestStandardInput(t *testing.T) {
	useCache(t)
	stdin := os.Stdin
	defer func() { os.Stdin = stdin }()
	table := rows(10)
	for _, form := range []string{"plain", "gzip", "zip"} {
		data := forms(table)[form]
		for _, skip := range []int64{0, 5} {
			f, err := os.Open(newFile(t, "input", join([]byte("xxxxx")[:skip], data)))
			if err != nil {
				t.Fatal(err)
			}
			f.Seek(skip, io.SeekStart)
			os.Stdin = f
			src, err := Open("-")
			if err != nil {
				t.Fatal(err)
			}
			got, err := accesses["Bytes"](t.Context(), src)
			if err != nil || !bytes.Equal(got, table) || src.Name() != "-" {
				t.Errorf("%s, from %d: %q: %d bytes, want %d; error %v", form, skip, src.Name(), len(got), len(table), err)
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestBlockedPipe ends a context while the other end of a pipe neither writes
// nor closes.
func TestBlockedPipe(t *testing.T) {
	useCache(t)
	cause := errors.New("had enough")
	all := forms(rows(20_000))
	for _, form := range []string{"plain", "gzip", "zip"} {
		data := all[form]
		for _, sent := range []int{0, len(data) / 2} {
			for access, read := range accesses {
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				src, err := Options{}.fromFile("-", r)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancelCause(t.Context())
				go func() {
					w.Write(data[:sent])
					cancel(cause)
				}()
				if _, err := read(ctx, src); !errors.Is(err, cause) {
					t.Errorf("%s, %d bytes, %s: error %v, want %v", form, sent, access, err, cause)
				}
				if err := errors.Join(src.Close(), w.Close()); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestCancelled reads with a context that has ended.
func TestCancelled(t *testing.T) {
	useCache(t)
	cause := errors.New("had enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	everyForm(t, rows(1000), func(t *testing.T, form string, data []byte) {
		for _, access := range []string{"Reader", "ReaderAt", "Bytes", "File"} {
			src, err := Open(newFile(t, "input", data))
			if err != nil {
				t.Fatal(err)
			}
			_, err = accesses[access](ctx, src)
			if needsNoReading := form == "plain" && access != "Reader"; !needsNoReading && !errors.Is(err, cause) {
				t.Errorf("%s: error %v, want %v", access, err, cause)
			}
			// It is no reason to fail for ever.
			if got, err := accesses[access](t.Context(), src); err != nil || !bytes.Equal(got, rows(1000)) {
				t.Errorf("%s, afterwards: %d bytes, error %v", access, len(got), err)
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
