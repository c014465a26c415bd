package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// entries returns the names in dir.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func wantEntries(t *testing.T, dir string, want ...string) {
	t.Helper()
	if got := entries(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

func put(t *testing.T, path, content string, perm fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), perm); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, perm); err != nil {
		t.Fatal(err)
	}
}

// create starts path and writes a word.
func create(t *testing.T, path string, inputs ...string) *File {
	t.Helper()
	f, err := Create(path, inputs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Abort)
	if n, err := f.Write([]byte("new")); n != 3 || err != nil {
		t.Fatalf("Write = %d, %v", n, err)
	}
	return f
}

func commit(t *testing.T, f *File) {
	t.Helper()
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
}

func TestFileAppearsWhenComplete(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f := create(t, path)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there before Commit: %v", err)
	}
	commit(t, f)
	wantContent(t, path, "new")
	f.Abort()
	wantEntries(t, dir, "out")
}

func TestFileReplacesWhenComplete(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "a longer old content", 0o644)
	f := create(t, path)
	wantContent(t, path, "a longer old content")
	commit(t, f)
	wantContent(t, path, "new")
	wantEntries(t, dir, "out")
}

func TestFileInWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	commit(t, create(t, "out"))
	wantContent(t, filepath.Join(dir, "out"), "new")
	wantEntries(t, dir, "out")
}

func TestFileAbort(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "old", 0o644)
	f := create(t, path)
	if n := len(entries(t, dir)); n != 2 {
		t.Fatalf("%d files, want the old and the temporary one", n)
	}
	file := f.f
	f.Abort()
	f.Abort()
	if err := file.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Abort left the file open: %v", err)
	}
	wantContent(t, path, "old")
	wantEntries(t, dir, "out")
	if _, err := f.Write(nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Write after Abort: %v", err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Commit after Abort: %v", err)
	}
}

// Whatever step fails, the temporary file goes, the old file stays, and the
// error names the path that the caller knows.
func TestFileFails(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, f *File, path string)
	}{
		{"write", func(t *testing.T, f *File, path string) {
			f.f.Close()
			_, err := f.Write([]byte("x"))
			wantNamed(t, err, path)
			if _, again := f.Write(nil); again != err {
				t.Errorf("the next Write: %v, want the same error", again)
			}
		}},
		{"sync", func(t *testing.T, f *File, path string) { f.f.Close() }},
		{"rename", func(t *testing.T, f *File, path string) {
			f.target = filepath.Join(filepath.Dir(path), "none", "out")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			put(t, path, "old", 0o644)
			f := create(t, path)
			test.spoil(t, f, path)
			wantNamed(t, f.Commit(), path)
			wantContent(t, path, "old")
			wantEntries(t, dir, "out")
		})
	}
}

// wantNamed checks that err is about path and says nothing of other files.
func wantNamed(t *testing.T, err error, path string) {
	t.Helper()
	var pe *fs.PathError
	if !errors.As(err, &pe) || pe.Path != path {
		t.Errorf("error %v does not name %s", err, path)
	} else if strings.Contains(err.Error(), ".tmp") {
		t.Errorf("error %q tells of the temporary file", err)
	}
}

func TestCreateFails(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"",
		dir,
		dir + "/none/out",
		dir + "/none/",
		dir + "/file/out",
	} {
		put(t, filepath.Join(dir, "file"), "", 0o644)
		f, err := Create(path, nil)
		if f != nil {
			t.Errorf("Create(%q) returned a file", path)
		}
		wantNamed(t, err, path)
		wantEntries(t, dir, "file")
	}
}

func TestInputError(t *testing.T) {
	for _, test := range []struct{ err, want string }{
		{(&InputError{"a", "a"}).Error(), "a: is also an input"},
		{(&InputError{"a", "b"}).Error(), "a: is the same file as the input b"},
	} {
		if test.err != test.want {
			t.Errorf("%q, want %q", test.err, test.want)
		}
	}
}
