package input

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A cache is a folder of unpacked inputs. Several processes may use it at once:
// files in it appear when they are complete, and are never written again. It may
// be removed at any time.
//
// A file is named by what it was made of and by its own size:
// PATH-STATE-SIZE.txt, where PATH and STATE are those of a key.
type cache struct {
	dir   string
	bytes int64         // kept; but the newest file stays, whatever its size
	age   time.Duration // for which a file is kept since its last use
}

const (
	cacheBytes = 16 << 30
	cacheAge   = 30 * 24 * time.Hour
	tempAge    = 24 * time.Hour // of files that a process left behind
)

var errNotPrivate = errors.New("not a folder that is the user's own")

// openCache returns the cache in base, or in the user's cache folder for "", and
// makes its folder if need be. It must be a folder, and no link to one, that
// only this user can read.
func openCache(base string) (cache, error) {
	if base == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return cache{}, err
		}
		base = filepath.Join(user, "geoscan")
	}
	dir := filepath.Join(base, "unpacked")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return cache{}, err
	}
	st, err := os.Lstat(dir)
	if err != nil {
		return cache{}, err
	}
	if !st.IsDir() || !private(st) {
		return cache{}, errNotPrivate
	}
	return cache{dir, cacheBytes, cacheAge}, nil
}

// A key tells an input in one state from all others.
type key struct {
	path  string // digest of the absolute path, and of the member
	state string // digest of all else
}

// newKey returns the key of part of f. Size, time and inode tell whether a file
// was changed; in case they do not, its first and last bytes do, where gzip and
// zip have their checksums.
func newKey(f *file, part string) (k key, err error) {
	if f.temp || f.name == "-" {
		return k, errors.New("has no name of its own")
	}
	path, err := filepath.Abs(f.path)
	if err != nil {
		return k, err
	}
	st, err := f.f.Stat()
	if err != nil {
		return k, err
	}
	h := sha256.New()
	fmt.Fprintf(h, "1 %d %d %s\n", f.size, f.modified.UnixNano(), inode(st))
	const ends = 64 << 10
	r := &wholeReaderAt{f.f, f.size}
	for _, off := range []int64{0, max(0, f.size-ends)} {
		if _, err := io.Copy(h, io.NewSectionReader(r, off, min(ends, f.size))); err != nil {
			return k, err
		}
	}
	name := sha256.Sum256([]byte(path + "\x00" + part))
	return key{hex.EncodeToString(name[:8]), hex.EncodeToString(h.Sum(nil)[:16])}, nil
}

// find returns the file for k, nil if there is none. It is used from now on.
func (c cache) find(k key) *file {
	for _, e := range c.entries() {
		if e.key == k {
			if f := c.open(e); f != nil {
				now := time.Now()
				os.Chtimes(f.path, now, now) // if not, it goes the sooner
				return f
			}
		}
	}
	return nil
}

// An entry is a file of the cache.
type entry struct {
	name string
	key  key
	size int64
	used time.Time
}

// entries lists the files of the cache, the last used first.
func (c cache) entries() (list []entry) {
	files, _ := os.ReadDir(c.dir)
	for _, f := range files {
		e := entry{name: f.Name()}
		part := strings.Split(strings.TrimSuffix(e.name, ".txt"), "-")
		if st, err := f.Info(); err == nil && st.Mode().IsRegular() && len(part) == 3 {
			e.key, e.size, e.used = key{part[0], part[1]}, st.Size(), st.ModTime()
			if part[2] == fmt.Sprint(e.size) { // else it was cut
				list = append(list, e)
			}
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(b.used.Compare(a.used), strings.Compare(a.name, b.name)) })
	return list
}

// open opens e, nil if that is not the file it was any more.
func (c cache) open(e entry) *file {
	path := filepath.Join(c.dir, e.name)
	before, err := os.Lstat(path)
	if err != nil || !before.Mode().IsRegular() || !private(before) {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if st, err := f.Stat(); err != nil || !os.SameFile(before, st) || st.Size() != e.size {
		f.Close()
		return nil
	}
	return &file{name: path, path: path, f: f, size: e.size}
}

// add makes the temporary file f, which lies in the cache's folder, the one for
// k. What had the same path before goes, as do files that were not used for
// long, or are too many. If f can't be added, it stays temporary.
func (c cache) add(f *file, k key) (*file, error) {
	e := entry{name: fmt.Sprintf("%s-%s-%d.txt", k.path, k.state, f.size), key: k, size: f.size}
	if err := os.Rename(f.path, filepath.Join(c.dir, e.name)); err != nil {
		return f, nil // as on systems that don't rename open files
	}
	c.tidy(e)
	f.path, f.temp = filepath.Join(c.dir, e.name), false
	return f, nil
}

// tidy removes what need not stay, now that there is keep.
func (c cache) tidy(keep entry) {
	left := c.bytes - keep.size
	for _, e := range c.entries() {
		if e.name == keep.name {
			continue
		}
		left -= e.size
		if left < 0 || e.key.path == keep.key.path || time.Since(e.used) > c.age {
			os.Remove(filepath.Join(c.dir, e.name)) // if not, the next may
		}
	}
	c.tidyTemps()
}

// tidyTemps removes what processes left behind that were killed.
func (c cache) tidyTemps() {
	temps, _ := filepath.Glob(filepath.Join(c.dir, tempPattern))
	for _, path := range temps {
		if st, err := os.Lstat(path); err == nil && time.Since(st.ModTime()) > tempAge {
			os.Remove(path)
		}
	}
}
