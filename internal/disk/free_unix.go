//go:build linux || darwin || freebsd

package disk

import "golang.org/x/sys/unix"

// Free returns the bytes that this user may still write in the file system of
// dir. ok is false if that can't be told.
func Free(dir string) (n int64, ok bool) {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return 0, false
	}
	return int64(st.Bavail) * int64(st.Bsize), true
}
