package input

import (
	"fmt"
	"io"
	"os"

	"geoscan/internal/disk"
)

// A SpaceError says that a file system has no room for an unpacked input.
type SpaceError struct {
	Dir  string
	Need int64 // bytes at least
	Free int64
}

func (e *SpaceError) Error() string {
	return fmt.Sprintf("unpacking needs %s or more in %s, where %s is free; a strategy that streams needs no room",
		mega(e.Need), e.Dir, mega(e.Free))
}

func mega(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// tempPattern names files in the cache folder that are being written, or go
// with their source.
const tempPattern = "temp-*.txt"

// writeTemp writes all of r, total bytes if not -1, to a temporary file in dir,
// which is removed when it is closed; "" is the system's folder for those.
// Only this user can read it.
func writeTemp(r io.Reader, dir string, total int64) (*file, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	f, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, err
	}
	out := &file{name: f.Name(), path: f.Name(), f: f, temp: true}
	room := func() (int64, bool) { return disk.Free(dir) }
	w := &spaceWriter{w: f, dir: dir, free: room, total: total}
	err = w.fill(r)
	if err == nil {
		err = out.remember()
	}
	if err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
}

// A spaceWriter writes to a file system as long as that has room to spare.
type spaceWriter struct {
	w       io.Writer
	dir     string
	free    func() (n int64, ok bool) // room there
	total   int64                     // expected, -1 if unknown
	done    int64
	checked int64 // done when the room was last looked at
}

// spaceStep is how often the room is looked at, and how much must be left over.
const spaceStep = 64 << 20

// fill writes all of r.
func (w *spaceWriter) fill(r io.Reader) error {
	if err := w.room(w.total); err != nil {
		return err
	}
	buf := make([]byte, pieceSize)
	_, err := io.CopyBuffer(w, struct{ io.Reader }{r}, buf)
	return err
}

func (w *spaceWriter) Write(p []byte) (int, error) {
	if w.done-w.checked >= spaceStep {
		w.checked = w.done
		if err := w.room(spaceStep); err != nil {
			return 0, err
		}
	}
	n, err := w.w.Write(p)
	w.done += int64(n)
	return n, err
}

// room returns an error unless there is room for n bytes.
func (w *spaceWriter) room(n int64) error {
	if free, ok := w.free(); ok && free < n {
		return &SpaceError{w.dir, n, free}
	}
	return nil
}
