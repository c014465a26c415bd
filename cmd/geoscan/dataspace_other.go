//go:build !(linux || darwin || freebsd || windows)

package main

// freeSpace can't tell on this system.
func freeSpace(string) (n int64, ok bool) { return 0, false }
