//go:build unix

package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func symlink(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

func wantLink(t *testing.T, name, to string) {
	t.Helper()
	if got, err := os.Readlink(name); got != to {
		t.Errorf("link %s leads to %q, %v; want %q", name, got, err, to)
	}
}

func perm(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestFilePermissions(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	for _, want := range []fs.FileMode{0o600, 0o640, 0o666, 0o755, 0o777} {
		put(t, path, "old", want)
		f := create(t, path)
		if got := perm(t, f.f.Name()); got != want {
			t.Errorf("temporary file for %v has %v", want, got)
		}
		commit(t, f)
		if got := perm(t, path); got != want {
			t.Errorf("permissions %v, want %v", got, want)
		}
	}
}

func TestFileNewPermissions(t *testing.T) {
	dir := t.TempDir()
	for _, umask := range []int{0o022, 0o077, 0o002} {
		old := syscall.Umask(umask)
		t.Cleanup(func() { syscall.Umask(old) })
		path := filepath.Join(dir, fmt.Sprint(umask))
		commit(t, create(t, path))
		if got, want := perm(t, path), fs.FileMode(0o666&^umask); got != want {
			t.Errorf("with umask %03o: %v, want %v", umask, got, want)
		}
		syscall.Umask(old)
	}
}

func TestFileProtected(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is protected from the superuser")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "old", 0o444)
	_, err := Create(path, nil)
	wantNamed(t, err, path)
	wantEntries(t, dir, "out")
}

func TestFileBehindLink(t *testing.T) {
	tests := []struct {
		name   string
		link   string // where link leads, in dir
		target string // which file that is
		exists bool
	}{
		{"relative", "b/file", "b/file", true},
		{"new", "b/file", "b/file", false},
		{"chain", "a/first", "b/file", true},
		{"new at the end of a chain", "a/first", "b/file", false},
		{"parent of a linked folder", "a/deep/../file", "b/file", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, sub := range []string{"a", "b/c"} {
				if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			symlink(t, "../b/file", filepath.Join(dir, "a/first"))
			symlink(t, "../b/c", filepath.Join(dir, "a/deep"))
			link, target := filepath.Join(dir, "link"), filepath.Join(dir, test.target)
			symlink(t, test.link, link)
			if test.exists {
				put(t, target, "old", 0o640)
			}
			commit(t, create(t, link))
			wantLink(t, link, test.link)
			wantLink(t, filepath.Join(dir, "a/first"), "../b/file")
			wantContent(t, target, "new")
			wantEntries(t, filepath.Join(dir, "b"), "c", "file")
			wantEntries(t, dir, "a", "b", "link")
			if test.exists && perm(t, target) != 0o640 {
				t.Errorf("permissions %v", perm(t, target))
			}
		})
	}
}

func TestFileBehindLinkToItself(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	symlink(t, "link", link)
	_, err := Create(link, nil)
	wantNamed(t, err, link)
	if _, err := resolve(link); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("resolve: %v", err)
	}
}

func TestFileRefusesInput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "in", "data", 0o644)
	if err := os.Link("in", "hard"); err != nil {
		t.Fatal(err)
	}
	symlink(t, "in", "soft")
	symlink(t, "soft", "softer")
	symlink(t, ".", "sub")
	names := []string{"in", "./in", "hard", "soft", "softer", "sub/in", filepath.Join(dir, "in")}
	for _, path := range names {
		for _, in := range names {
			_, err := Create(path, []string{"-", "none", in})
			var ie *InputError
			if !errors.As(err, &ie) || ie.Path != path || ie.Input != in {
				t.Errorf("Create(%s) with input %s: %v", path, in, err)
			}
		}
	}
	wantContent(t, "in", "data")
	wantEntries(t, dir, "hard", "in", "soft", "softer", "sub")
}

func TestFileRefusesInputPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	var ie *InputError
	if _, err := Create(path, []string{path}); !errors.As(err, &ie) {
		t.Errorf("Create: %v", err)
	}
}

func TestFileDevice(t *testing.T) {
	commit(t, create(t, os.DevNull, os.DevNull))
	f := create(t, os.DevNull)
	f.Abort()
	info, err := os.Stat(os.DevNull)
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		t.Fatalf("%s is %v, %v", os.DevNull, info, err)
	}
}

func TestFileFullDevice(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	f, err := Create(full, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write([]byte("x"))
	wantNamed(t, err, full)
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Write: %v", err)
	}
	if got := f.Commit(); got != err {
		t.Errorf("Commit: %v, want the error of Write", got)
	}
}

func TestFilePipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		b, err := os.ReadFile(path)
		read <- fmt.Sprint(string(b), err)
	}()
	commit(t, create(t, path))
	if got := <-read; got != "new<nil>" {
		t.Errorf("read %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info, err)
	}
}

func TestFileClosedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	r, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := create(t, path)
	r.Close()
	_, err = f.Write([]byte("x"))
	wantNamed(t, err, path)
	if !errors.Is(err, syscall.EPIPE) {
		t.Errorf("Write: %v", err)
	}
}

// An open file of this process, as /dev/stdout is, gets its bytes after those
// that it has.
func TestFileOpenAlready(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	io.WriteString(out, "head ")
	link := filepath.Join(dir, "link")
	symlink(t, fmt.Sprintf("/proc/self/fd/%d", out.Fd()), link)
	commit(t, create(t, link))
	wantContent(t, out.Name(), "head new")
	wantEntries(t, dir, "link", "out")
}
