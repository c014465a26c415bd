package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal: what is written to slave is read from
// master.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { slave.Close() })
	return master, slave
}

func TestCaretOnTerminal(t *testing.T) {
	master, slave := terminal(t)
	var out bytes.Buffer
	code := run(t.Context(), []string{"-where", "name = 'é' and hight > 5"}, nil, &out, slave)
	buf := make([]byte, 4096)
	n, err := master.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	want := "name = 'é' and hight > 5\n               ^\n"
	got := strings.ReplaceAll(string(buf[:n]), "\r\n", "\n")
	if code != exitUsage || !strings.HasPrefix(got, "geoscan: no column") || !strings.HasSuffix(got, "\n"+want) {
		t.Errorf("exit %d, terminal shows\n%s\nwant at its end\n%s", code, got, want)
	}
}
