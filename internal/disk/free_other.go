//go:build !(linux || darwin || freebsd || windows)

package disk

// Free can't tell on this system.
func Free(string) (n int64, ok bool) { return 0, false }
