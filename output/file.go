package output

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// A File is a file being written that takes its name only when it is complete:
// until Commit the bytes are in a temporary file in the same directory, and
// what was there before stays. Every error names the path that Create was
// given. A File is for one goroutine at a time.
type File struct {
	path   string   // as it was given
	target string   // the same behind all links; "" if written directly
	f      *os.File // nil after Commit or Abort
	err    error    // the first one of Write
}

// An InputError says that a file can't be written because it is being read.
type InputError struct {
	Path  string // to be written
	Input string // to be read; the same file, though maybe by another name
}

func (e *InputError) Error() string {
	if e.Path == e.Input {
		return e.Path + ": is also an input"
	}
	return fmt.Sprintf("%s: is the same file as the input %s", e.Path, e.Input)
}

// Create starts to write path. If a link leads there, the file at its end is
// replaced and the link stays. A file that exists keeps its permission bits,
// but gets the caller as its owner, and other hard links keep the old bytes.
//
// What is no regular file, such as a device, a named pipe or /dev/stdout, is
// written directly, without the promise of all or nothing. Opening a named
// pipe waits for its reader.
//
// A path that is one of inputs, also by another name, is an *InputError, and
// nothing is touched; only a terminal or such a device may be both. Inputs
// that do not exist, and "-", are passed over.
func Create(path string, inputs []string) (*File, error) {
	old, err := os.Stat(path)
	switch {
	case err == nil:
		err = checkInputs(path, old, inputs)
	case errors.Is(err, fs.ErrNotExist) && path != "":
		old, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := &File{path: path}
	if f.target, err = resolve(path); err != nil {
		return nil, named(err, path)
	}
	if f.target == "" || old != nil && !old.Mode().IsRegular() {
		err = f.openDirectly(old)
	} else {
		err = f.openTemporary(old)
	}
	if err != nil {
		return nil, named(err, path)
	}
	return f, nil
}

func checkInputs(path string, old fs.FileInfo, inputs []string) error {
	if old.Mode()&fs.ModeCharDevice != 0 {
		return nil
	}
	for _, in := range inputs {
		if in == "-" {
			continue
		}
		if info, err := os.Stat(in); err == nil && os.SameFile(old, info) {
			return &InputError{path, in}
		}
	}
	return nil
}

const maxLinks = 40 // as many as Linux follows

// resolve returns the name behind all links of path, also where the last one
// leads to a file that does not exist yet. It returns "" for a name in /proc,
// where links lead to open files and not to names.
func resolve(path string) (string, error) {
	for range maxLinks {
		dir, file := filepath.Split(path)
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		if strings.HasPrefix(dir, "/proc/") {
			return "", nil
		}
		path = filepath.Join(dir, file)
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // the end; what else is wrong shows on opening
		}
		if filepath.IsAbs(link) {
			path = link
		} else {
			path = dir + string(filepath.Separator) + link
		}
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
}

// openDirectly opens what can't be replaced. A regular file is here only as an
// open file of this process: its writer may already be past its start.
func (f *File) openDirectly(old fs.FileInfo) (err error) {
	flag := os.O_WRONLY
	if old != nil && old.Mode().IsRegular() {
		flag |= os.O_APPEND
	}
	f.target = ""
	f.f, err = os.OpenFile(f.path, flag, 0)
	return err
}

// openTemporary creates the temporary file. It has at no time more permissions
// than the file that it will replace.
func (f *File) openTemporary(old fs.FileInfo) (err error) {
	if old == nil {
		f.f, err = createBeside(f.target, 0o666)
		return err
	}
	if err = tryWriting(f.target); err != nil {
		return err
	}
	perm := old.Mode().Perm()
	if f.f, err = createBeside(f.target, perm); err != nil {
		return err
	}
	if err = setPerm(f.f, perm); err != nil {
		f.Abort()
	}
	return err
}

// tryWriting returns an error if the file is protected against writing, which
// alone would not keep it from being replaced.
func tryWriting(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// createBeside creates a new file in the directory of name.
func createBeside(name string, perm fs.FileMode) (*os.File, error) {
	for {
		tmp := ".geoscan-" + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
		f, err := os.OpenFile(filepath.Join(filepath.Dir(name), tmp), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// setPerm undoes what the umask took away. Where there are no permissions, it
// need not succeed.
func setPerm(f *os.File, perm fs.FileMode) error {
	info, err := f.Stat()
	if err != nil || info.Mode().Perm() == perm {
		return err
	}
	return f.Chmod(perm)
}

// named gives an error about some file the name that the caller knows.
func named(err error, path string) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return &fs.PathError{Op: pe.Op, Path: path, Err: pe.Err}
	case errors.As(err, &le):
		return &fs.PathError{Op: le.Op, Path: path, Err: le.Err}
	}
	return err
}

// Write writes to the file. After an error the file can't be committed.
func (f *File) Write(b []byte) (n int, err error) {
	if f.f == nil {
		return 0, &fs.PathError{Op: "write", Path: f.path, Err: fs.ErrClosed}
	}
	if f.err != nil {
		return 0, f.err
	}
	n, err = f.f.Write(b)
	if err != nil {
		f.err = named(err, f.path)
	}
	return n, f.err
}

// Commit gives the file its name, once its bytes are on the disk: even after a
// power cut the name stands for the old bytes or the new, all of them. It
// returns the first error of Write, if there was one. Where it fails, the
// temporary file is gone and the old file is as it was.
func (f *File) Commit() error {
	if f.f == nil {
		return &fs.PathError{Op: "close", Path: f.path, Err: fs.ErrClosed}
	}
	if f.err != nil {
		f.Abort()
		return f.err
	}
	tmp := f.f.Name()
	err := f.finish()
	if err == nil && f.target != "" {
		err = os.Rename(tmp, f.target)
	}
	if err != nil && f.target != "" {
		os.Remove(tmp)
	}
	return named(err, f.path)
}

// finish syncs and closes the file, and always closes it.
func (f *File) finish() error {
	var err error
	if f.target != "" {
		err = f.f.Sync()
		if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
			err = nil // a file system that has no such thing
		}
	}
	if cerr := f.f.Close(); err == nil {
		err = cerr
	}
	f.f = nil
	return err
}

// Abort gives the file up: the temporary file is removed and the old file is
// as it was. After Commit or Abort it does nothing, so that it may be deferred.
func (f *File) Abort() {
	if f.f == nil {
		return
	}
	f.f.Close() // its bytes don't matter any more
	if f.target != "" {
		os.Remove(f.f.Name())
	}
	f.f = nil
}
