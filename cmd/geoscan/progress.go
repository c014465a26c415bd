package main

import (
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progressMode is the value of -progress.
type progressMode int

const (
	progressAuto progressMode = iota
	progressOn
	progressOff
)

func (m *progressMode) IsBoolFlag() bool { return true }
func (m *progressMode) String() string   { return "" }

func (m *progressMode) Set(s string) error {
	on, err := strconv.ParseBool(s)
	*m = progressOff
	if on {
		*m = progressOn
	}
	return err
}

// A progress shows how many bytes are done, once it has taken a second.
type progress struct {
	done chan struct{}
	wg   sync.WaitGroup
}

// newProgress starts to show what count returns, out of total bytes, or -1 where
// that is not known. stop must be called.
func newProgress(mode progressMode, w io.Writer, what string, total int64, count func() int64) *progress {
	p := &progress{done: make(chan struct{})}
	if mode == progressOff || mode == progressAuto && !isTerminal(w) {
		return p
	}
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)
	bar.StartWithoutRender() // the clock of its rate
	p.wg.Go(func() { p.show(bar, count) })
	return p
}

// show draws ten times a second, after the first one.
func (p *progress) show(bar *progressbar.ProgressBar, count func() int64) {
	select {
	case <-p.done:
		return
	case <-time.After(time.Second):
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			bar.Finish()
			return
		case <-tick.C:
			bar.Set64(count())
		}
	}
}

// stop ends the progress line and removes it.
func (p *progress) stop() {
	close(p.done)
	p.wg.Wait()
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// totalSize returns the bytes of all inputs, -1 if one does not say.
func totalSize(inputs []opener) int64 {
	var sum int64
	for _, in := range inputs {
		st, err := os.Stat(in.name)
		if err != nil || !st.Mode().IsRegular() || st.Size() == 0 {
			return -1
		}
		sum += st.Size()
	}
	return sum
}
