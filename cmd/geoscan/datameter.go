package main

import (
	"io"
	"sync/atomic"
)

// A meter counts bytes, and shows how many on a terminal.
type meter struct {
	n   atomic.Int64
	bar *progress
}

// newMeter starts to show bytes out of total, -1 if that is not known. stop
// must be called.
func newMeter(w io.Writer, what string, total int64) *meter {
	m := new(meter)
	m.bar = newProgress(progressAuto, w, what, total, m.n.Load)
	return m
}

// stop ends the line and removes it.
func (m *meter) stop() { m.bar.stop() }

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
