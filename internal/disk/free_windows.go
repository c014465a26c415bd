package disk

import (
	"math"

	"golang.org/x/sys/windows"
)

// Free returns the bytes that this user may still write in the file system of
// dir. ok is false if that can't be told.
func Free(dir string) (n int64, ok bool) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	var free uint64
	if windows.GetDiskFreeSpaceEx(path, &free, nil, nil) != nil {
		return 0, false
	}
	return int64(min(free, math.MaxInt64)), true
}
