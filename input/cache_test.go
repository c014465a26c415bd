package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// unpack opens path with o and returns its content, the path of the unpacked
// file, and whether it was unpacked now.
func unpack(t *testing.T, o Options, path string) (data, file string, now bool) {
	t.Helper()
	src, err := o.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	b, err := src.Bytes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data = string(b)
	if file, err = src.File(t.Context()); err != nil {
		t.Fatal(err)
	}
	return data, file, src.(*packed).meter.content.Load() == 0
}

func TestCacheIsUsedAgain(t *testing.T) {
	cache := useCache(t)
	table := rows(1000)
	for _, form := range []string{"gzip", "zip", "small blocks"} {
		path := newFile(t, "input", forms(table)[form])
		data, file, now := unpack(t, Options{}, path)
		if data != string(table) || !now || filepath.Dir(file) != cache {
			t.Errorf("%s: %d bytes in %s, unpacked: %v", form, len(data), file, now)
		}
		data, again, now := unpack(t, Options{}, path)
		if data != string(table) || now || again != file {
			t.Errorf("%s, again: %d bytes in %s, first in %s, unpacked: %v", form, len(data), again, file, now)
		}
		if st, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
			t.Errorf("%v, error %v", st.Mode(), err)
		}
	}
	if st, err := os.Stat(cache); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o700 {
		t.Errorf("%v, error %v", st.Mode(), err)
	}
}

// TestCacheNotices changes an input in ways that are hard to notice.
func TestCacheNotices(t *testing.T) {
	cache := useCache(t)
	one, two := archive("=t.txt", "1\n"), archive("=t.txt", "2\n") // of the same size
	old := time.Unix(1_000_000_000, 5)
	for name, change := range map[string]func(path string) error{
		"content, with size, time and inode as before": func(path string) error {
			return errors.Join(os.WriteFile(path, two, 0o600), os.Chtimes(path, old, old))
		},
		"another file under the name": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", two, 0o600), os.Rename(path+".new", path), os.Chtimes(path, old, old))
		},
		"size": func(path string) error {
			return errors.Join(os.WriteFile(path, archive("=t.txt", "2\n", "readme.txt", "about"), 0o600), os.Chtimes(path, old, old))
		},
	} {
		path := newFile(t, "input", one)
		os.Chtimes(path, old, old)
		_, first, _ := unpack(t, Options{}, path)
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		if data, file, now := unpack(t, Options{}, path); data != "2\n" || !now || file == first {
			t.Errorf("%s: %q, unpacked: %v", name, data, now)
		}
		if _, err := os.Stat(first); err == nil {
			t.Errorf("%s: what was unpacked before is still there", name)
		}
		os.RemoveAll(cache)
	}
}

func TestCacheTellsMembersApart(t *testing.T) {
	useCache(t)
	path := newFile(t, "input", archive("a.txt", "1\n", "b.txt", "2\n"))
	for range 2 {
		for member, want := range map[string]string{"a.txt": "1\n", "b.txt": "2\n"} {
			if data, _, _ := unpack(t, Options{Member: member}, path); data != want {
				t.Errorf("%s: %q, want %q", member, data, want)
			}
		}
	}
}

// TestCacheTrustsNobody puts other things where unpacked files should be.
func TestCacheTrustsNobody(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights and links are different here")
	}
	secret := newFile(t, "secret", []byte("xx"))
	for _, tt := range []struct {
		name  string
		spoil func(file string) error
		kept  bool // the cache is used afterwards
	}{
		{"a link", func(file string) error { return errors.Join(os.Remove(file), os.Symlink(secret, file)) }, true},
		{"a folder", func(file string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) }, false},
		{"a shorter file", func(file string) error { return os.Truncate(file, 1) }, true},
		{"a longer file", func(file string) error { return os.Truncate(file, 3) }, true},
		{"a file of anybody's", func(file string) error { return os.Chmod(file, 0o666) }, true},
		{"nothing", os.Remove, true},
		{"a cache of anybody's", func(file string) error { return os.Chmod(filepath.Dir(file), 0o777) }, false},
		{"a link for the cache", func(file string) error {
			dir := filepath.Dir(file)
			return errors.Join(os.Rename(dir, dir+"2"), os.Symlink(dir+"2", dir))
		}, false},
		{"a file for the cache", func(file string) error {
			dir := filepath.Dir(file)
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600))
		}, false},
	} {
		useCache(t)
		path := newFile(t, "input", archive("t.txt", "1\n"))
		_, file, _ := unpack(t, Options{}, path)
		if err := tt.spoil(file); err != nil {
			t.Fatal(err)
		}
		data, again, now := unpack(t, Options{}, path)
		if _, err := os.Stat(again); data != "1\n" || !now || tt.kept != (err == nil) {
			t.Errorf("%s: %q, unpacked: %v; %s: %v", tt.name, data, now, again, err)
		}
		if data, _, now := unpack(t, Options{}, path); data != "1\n" || now == tt.kept {
			t.Errorf("%s, again: %q, unpacked: %v", tt.name, data, now)
		}
		if b, err := os.ReadFile(secret); err != nil || string(b) != "xx" {
			t.Fatalf("%s: the link's target holds %q, error %v", tt.name, b, err)
		}
	}
}

// TestNoCache unpacks to a temporary file, which goes with the source.
func TestNoCache(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	table := rows(100)
	path := newFile(t, "input", gz(table))
	for range 2 {
		data, file, now := unpack(t, Options{}, path)
		if data != string(table) || !now || filepath.Dir(file) != temp {
			t.Errorf("%d bytes in %s, unpacked: %v", len(data), file, now)
		}
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestCacheDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if _, file, _ := unpack(t, Options{CacheDir: dir}, newFile(t, "input", gz(rows(1)))); filepath.Dir(file) != filepath.Join(dir, "unpacked") {
		t.Errorf("unpacked to %s, want a file in %s", file, dir)
	}
}

// TestFailureLeavesNothing unpacks what is damaged at its end.
func TestFailureLeavesNothing(t *testing.T) {
	cache := useCache(t)
	data := gz(rows(50_000))
	data[len(data)-1] ^= 1
	for medium, open := range media {
		src, err := open(t, Options{}, data)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := src.Bytes(t.Context()); err == nil {
				t.Errorf("%s: no error", medium)
			}
		}
		src.Close()
	}
	if left, _ := os.ReadDir(cache); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestChangedBeforeUnpacked changes an input after it was opened: what comes of
// that is not kept.
func TestChangedBeforeUnpacked(t *testing.T) {
	cache := useCache(t)
	path := newFile(t, "input", gz(rows(5000)))
	src, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0))
	if _, err := src.Bytes(t.Context()); !errors.Is(err, ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	if left, _ := os.ReadDir(cache); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestCacheTidies(t *testing.T) {
	c := cache{dir: t.TempDir(), bytes: 100, age: time.Hour}
	put := func(name string, size int, age time.Duration) {
		t.Helper()
		path := filepath.Join(c.dir, name)
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		os.Chtimes(path, then, then)
	}
	put("a-1-40.txt", 40, 3*time.Minute)
	put("b-1-40.txt", 40, 2*time.Minute)
	put("c-1-10.txt", 10, 2*time.Hour) // too old
	put("d-1-5.txt", 5, 4*time.Minute) // of the same input as the new one
	put("e-1-9.txt", 8, time.Minute)   // cut: not one of ours
	put("other", 1, 100*time.Hour)
	put("temp-1.txt", 1, time.Hour)
	put("temp-2.txt", 1, 25*time.Hour) // left behind
	put("d-2-30.txt", 30, 0)
	c.tidy(entry{name: "d-2-30.txt", key: key{"d", "2"}, size: 30})
	want := []string{"b-1-40.txt", "d-2-30.txt", "e-1-9.txt", "other", "temp-1.txt"}
	var got []string
	files, _ := os.ReadDir(c.dir)
	for _, f := range files {
		got = append(got, f.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
	c.bytes = 1
	c.tidy(entry{name: "d-2-30.txt", key: key{"d", "2"}, size: 30})
	if list := c.entries(); len(list) != 1 || list[0].name != "d-2-30.txt" {
		t.Errorf("left are %v, want the newest, whatever its size", list)
	}
}

func TestUseKeepsFiles(t *testing.T) {
	useCache(t)
	path := newFile(t, "input", gz(rows(1)))
	_, file, _ := unpack(t, Options{}, path)
	old := time.Now().Add(-100 * 24 * time.Hour)
	os.Chtimes(file, old, old)
	unpack(t, Options{}, path)
	if st, err := os.Stat(file); err != nil || time.Since(st.ModTime()) > time.Hour {
		t.Errorf("%v, error %v: the use was not noted", st.ModTime(), err)
	}
}

func TestProgress(t *testing.T) {
	useCache(t)
	all := forms(rows(20_000))
	for form, data := range all {
		path := newFile(t, "input", data)
		for _, access := range []string{"Reader", "Bytes", "Bytes"} { // the second time from the cache
			src, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			early := Progress(src, 0)
			if _, err := accesses[access](t.Context(), src); err != nil {
				t.Fatal(err)
			}
			// The directory of an archive has been read, but was part of it.
			size, content := int64(len(data)), int64(len(all["plain"]))
			if late := Progress(src, content); early > size/2 || late > size || late < size-size/10 {
				t.Errorf("%s, %s: first %d, then %d, want up to %d", form, access, early, late, size)
			}
			src.Close()
		}
	}
	src := openPipe(t, Options{}, all["gzip"])
	defer src.Close()
	if _, err := accesses["Reader"](t.Context(), src); err != nil || Progress(src, 7) != 7 {
		t.Errorf("a pipe: %d, error %v", Progress(src, 7), err)
	}
}

// TestNoRoom declares more than any file system has, and fills one.
func TestNoRoom(t *testing.T) {
	useCache(t)
	src, err := Open(newFile(t, "input", zip64Lie()))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	var noRoom *SpaceError
	if _, err := src.Bytes(t.Context()); !errors.As(err, &noRoom) || noRoom.Need != 1<<60 {
		t.Errorf("error %v, want a SpaceError", err)
	}
	left := int64(3 * spaceStep / 2)
	var out counter
	w := &spaceWriter{w: &out, dir: "somewhere", total: -1, free: func() (int64, bool) { return left - int64(out), true }}
	err = w.fill(io.LimitReader(zeros{}, 10*spaceStep))
	if !errors.As(err, &noRoom) || noRoom.Dir != "somewhere" || int64(out) > left-spaceStep/4 {
		t.Errorf("error %v after %d bytes, with room for %d", err, out, left)
	}
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// zip64Lie makes an archive whose member is declared to be enormous.
func zip64Lie() []byte {
	data := archive("table.txt", "1\n")
	dir := directory(data)
	end := bytes.Clone(dir[bytes.Index(dir, []byte(zipEnd)):])
	extra := []byte("\x01\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x10") // zip64, 8 bytes: 1<<60
	entry := bytes.Clone(dir[:len(dir)-len(end)])
	copy(entry[24:], "\xFF\xFF\xFF\xFF") // see there
	entry[30] = byte(len(extra))
	entry = append(entry, extra...)
	end[12] = byte(len(entry))
	return join(data[:len(data)-len(dir)], entry, end)
}

// TestLargePipe reads an archive through a pipe that is too large for memory.
func TestLargePipe(t *testing.T) {
	cache := useCache(t)
	table := bytes.Repeat(rows(100), 1+(maxSpool+1000)/len(rows(100)))
	data := archive("=table.txt", string(table))
	for access, read := range accesses {
		src := openPipe(t, Options{}, data)
		got, err := read(t.Context(), src)
		if err != nil || !bytes.Equal(got, table) {
			t.Errorf("%s: %d bytes, want %d; error %v", access, len(got), len(table), err)
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(cache); len(left) > 0 {
			t.Errorf("%s: left over: %v", access, left)
		}
	}
}
