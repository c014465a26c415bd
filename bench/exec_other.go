//go:build !linux

package bench

import (
	"os"
	"os/exec"
)

// ownGroup leaves the command in this process's group.
func ownGroup(*exec.Cmd) {}

// A memoryWatch cannot see other processes here.
type memoryWatch struct{}

func watchMemory(int) *memoryWatch { return nil }

func (*memoryWatch) stop(*os.ProcessState) int64 { return 0 }
