package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A meter counts bytes, and shows how many on a terminal once that has taken a
// second.
type meter struct {
	n    atomic.Int64
	done chan struct{}
	wg   sync.WaitGroup
}

// newMeter starts to show bytes out of total, -1 if that is not known. stop
// must be called.
func newMeter(w io.Writer, what string, total int64) *meter {
	m := &meter{done: make(chan struct{})}
	if !isTerminal(w) {
		return m
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
	m.wg.Go(func() { m.show(bar) })
	return m
}

// show draws ten times a second, after the first one.
func (m *meter) show(bar *progressbar.ProgressBar) {
	select {
	case <-m.done:
		return
	case <-time.After(time.Second):
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-m.done:
			bar.Finish()
			return
		case <-tick.C:
			bar.Set64(m.n.Load())
		}
	}
}

// stop ends the line and removes it.
func (m *meter) stop() {
	close(m.done)
	m.wg.Wait()
}

// reader and writer count what is read from r or written to w.
func (m *meter) reader(r io.Reader) io.Reader { return &meteredReader{m, r} }
func (m *meter) writer(w io.Writer) io.Writer { return &meteredWriter{m, w} }

type meteredReader struct {
	m *meter
	r io.Reader
}

func (r *meteredReader) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	r.m.n.Add(int64(n))
	return n, err
}

type meteredWriter struct {
	m *meter
	w io.Writer
}

func (w *meteredWriter) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	w.m.n.Add(int64(n))
	return n, err
}
