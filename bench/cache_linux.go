package bench

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mincoreWindow bounds the address space and the answer of one question to the
// kernel: 256 MiB are 64 Ki pages, one byte each.
const mincoreWindow = 256 << 20

// residentShare asks the kernel which pages of the file are in the page cache.
// An empty file is wholly resident.
func residentShare(path string) (float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	page := int64(os.Getpagesize())
	pages := (info.Size() + page - 1) / page
	if pages == 0 {
		return 1, nil
	}
	resident := int64(0)
	for off := int64(0); off < info.Size(); off += mincoreWindow {
		n, err := residentPages(f, off, min(mincoreWindow, info.Size()-off))
		if err != nil {
			return 0, fmt.Errorf("mincore %s: %w", path, err)
		}
		resident += n
	}
	return float64(resident) / float64(pages), nil
}

// residentPages counts the cached pages of a window. The mapping is never
// touched, so asking does not load anything.
func residentPages(f *os.File, off, size int64) (int64, error) {
	data, err := unix.Mmap(int(f.Fd()), off, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return 0, err
	}
	defer unix.Munmap(data)
	page := os.Getpagesize()
	vec := make([]byte, (len(data)+page-1)/page)
	// x/sys has no wrapper for mincore.
	_, _, errno := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&data[0])),
		uintptr(len(data)), uintptr(unsafe.Pointer(&vec[0])))
	if errno != 0 {
		return 0, errno
	}
	var n int64
	for _, v := range vec {
		n += int64(v & 1)
	}
	return n, nil
}

// dropFile asks the kernel to forget the clean pages of one file. Dirty ones
// are written first: they cannot be dropped.
func dropFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return err
	}
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}

// dropAll empties the whole page cache, which takes root and hits everybody on
// the machine: only for files that dropFile cannot move.
func dropAll(string) error {
	unix.Sync()
	return os.WriteFile("/proc/sys/vm/drop_caches", []byte("1\n"), 0)
}

// fileSystem names the file system that path lies on.
func fileSystem(path string) string {
	var st unix.Statfs_t
	if unix.Statfs(path, &st) != nil {
		return ""
	}
	// The field is signed on some architectures.
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC:
		return "ext4" // or its older forms, which share the number
	case unix.XFS_SUPER_MAGIC:
		return "xfs"
	case unix.BTRFS_SUPER_MAGIC:
		return "btrfs"
	case unix.TMPFS_MAGIC:
		return "tmpfs"
	case unix.OVERLAYFS_SUPER_MAGIC:
		return "overlay"
	case unix.NFS_SUPER_MAGIC:
		return "nfs"
	case unix.F2FS_SUPER_MAGIC:
		return "f2fs"
	case 0x2fc12fc1:
		return "zfs"
	case 0x01021997:
		return "9p"
	case unix.FUSE_SUPER_MAGIC:
		return "fuse"
	}
	return fmt.Sprintf("%#x", uint32(st.Type))
}

// freeBytes is what an ordinary user may still write in the folder.
func freeBytes(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
