package bench

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ownGroup puts the command into a process group of its own: Ctrl-C reaches
// only this process then, which decides what to keep, and the command dies
// with all its children.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// memoryInterval is how often the memory of a process is looked at. A look
// takes some ten microseconds of one CPU.
const memoryInterval = 20 * time.Millisecond

// A memoryWatch samples the resident memory of a process and its descendants.
type memoryWatch struct {
	quit chan struct{}
	peak chan int64
}

func watchMemory(pid int) *memoryWatch {
	w := &memoryWatch{make(chan struct{}), make(chan int64, 1)}
	go func() {
		tick := time.NewTicker(memoryInterval)
		defer tick.Stop()
		top := int64(0)
		for {
			top = max(top, sysRoot("/").treeBytes(strconv.Itoa(pid), 0))
			select {
			case <-tick.C:
			case <-w.quit:
				w.peak <- top
				return
			}
		}
	}()
	return w
}

// stop returns the peak in bytes. What the kernel counted for the largest
// process is exact, but it starts from the memory of this process, through fork
// and exec, so it is used only above that.
func (w *memoryWatch) stop(state *os.ProcessState) int64 {
	close(w.quit)
	top := <-w.peak
	if ru, ok := state.SysUsage().(*syscall.Rusage); ok {
		if exact := int64(ru.Maxrss) << 10; exact > readMemory().peakBytes {
			top = max(top, exact)
		}
	}
	return top
}

// treeBytes adds up the resident memory of a process and its descendants. Pages
// they share count more than once.
func (r sysRoot) treeBytes(pid string, depth int) int64 {
	const deepest = 8
	sum := r.memoryOf(pid).bytes
	if depth == deepest {
		return sum
	}
	for child := range strings.FieldsSeq(r.text("proc/" + pid + "/task/" + pid + "/children")) {
		sum += r.treeBytes(child, depth+1)
	}
	return sum
}
