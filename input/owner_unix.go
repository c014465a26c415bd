//go:build unix

package input

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// inode returns what tells a file from all others on this machine.
func inode(st fs.FileInfo) string {
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(sys.Dev, " ", sys.Ino)
	}
	return ""
}

// private reports whether only this user can read or write what st describes.
func private(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid() && st.Mode().Perm()&0o077 == 0
}
