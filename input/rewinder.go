package input

import "io"

// A rewinder is a buffered reader that takes back bytes it has given out, for a
// decoder that does not know where its data ends before it has read more.
type rewinder struct {
	r   io.Reader
	buf []byte
	at  int // what lies before was given out
	err error
}

const (
	rewindBuffer = 256 << 10 // bytes; Peek sees no more than half of it
	rewindRead   = 8 << 10   // the most that Read gives out at once
	rewindBack   = 16 << 10  // the most that Back takes
)

// Read gives out a little at a time, lest much be taken back.
func (w *rewinder) Read(p []byte) (int, error) {
	if w.at == len(w.buf) {
		w.fill()
		if w.at == len(w.buf) {
			return 0, w.err
		}
	}
	n := copy(p[:min(len(p), rewindRead)], w.buf[w.at:])
	w.at += n
	return n, nil
}

// Back takes back the last n bytes that were given out.
func (w *rewinder) Back(n int) { w.at -= n }

// Peek returns the next n bytes, which stay unread, or fewer and an error. They
// are valid until the next call.
func (w *rewinder) Peek(n int) ([]byte, error) {
	for len(w.buf)-w.at < n && w.err == nil {
		w.fill()
	}
	if len(w.buf)-w.at < n {
		return w.buf[w.at:], w.err
	}
	return w.buf[w.at : w.at+n], nil
}

// Discard passes over n bytes that Peek has returned.
func (w *rewinder) Discard(n int) { w.at += n }

// fill reads more, and makes room for it by dropping what was given out long ago.
func (w *rewinder) fill() {
	if w.err != nil {
		return
	}
	if w.buf == nil {
		w.buf = make([]byte, 0, rewindBuffer)
	}
	if len(w.buf) > rewindBuffer/2 {
		drop := max(0, w.at-rewindBack)
		w.buf = w.buf[:copy(w.buf, w.buf[drop:])]
		w.at -= drop
	}
	n, err := w.r.Read(w.buf[len(w.buf):cap(w.buf)])
	w.buf, w.err = w.buf[:len(w.buf)+n], err
}
