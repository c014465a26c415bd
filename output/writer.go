package output

import (
	"io"
	"io/fs"

	"geoscan/query"
)

const (
	bufferSize = 64 << 10 // bytes handed on at a time, or a little more
	bufferKeep = 1 << 20  // a buffer that a huge row made larger is not kept
)

// A Writer writes rows to an io.Writer through a buffer. It is for one
// goroutine at a time.
//
// The first error of the io.Writer is returned, unchanged, by every later
// method, and nothing more is written.
type Writer struct {
	w     io.Writer
	enc   *Encoder
	buf   []byte
	begun bool // the header is written, or the first row
	err   error
}

// NewWriter returns a Writer of rows in the format of enc. Nothing is written
// before the first row or Close.
func NewWriter(w io.Writer, enc *Encoder) *Writer {
	return &Writer{w: w, enc: enc}
}

// Row writes one row. It is a [query.Emit]. It does not keep the row, and does
// not allocate once the buffer has its size.
func (w *Writer) Row(r query.Row) error {
	if w.err != nil {
		return w.err
	}
	first := w.begin()
	at := len(w.buf)
	w.buf = w.enc.AppendRow(w.buf, r)
	if first && w.enc.format == JSON {
		copy(w.buf[at:], arrayStart)
	}
	if len(w.buf) < bufferSize {
		return nil
	}
	return w.Flush()
}

// WriteRows writes rows that the encoder's AppendRow made, any number of them.
// It does not keep or change them.
func (w *Writer) WriteRows(rows []byte) error {
	if w.err != nil || len(rows) == 0 {
		return w.err
	}
	if w.begin() && w.enc.format == JSON {
		w.buf = append(w.buf, arrayStart...)
		rows = rows[len(rowSeparator):]
	}
	if len(w.buf)+len(rows) < bufferSize {
		w.buf = append(w.buf, rows...)
		return nil
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w.write(rows)
	return w.err
}

// begin puts the header before the first row, and reports whether this was it.
func (w *Writer) begin() (first bool) {
	if w.begun {
		return false
	}
	w.begun = true
	if w.buf == nil {
		w.buf = make([]byte, 0, bufferSize+bufferSize/16)
	}
	w.buf = append(w.buf, w.enc.header...)
	return true
}

// Flush hands on what is buffered. Called in place of Close after a scan that
// failed, it leaves a JSON array open, so that nobody takes a part for all.
func (w *Writer) Flush() error {
	if len(w.buf) > 0 {
		w.write(w.buf)
	}
	w.buf = w.buf[:0]
	if cap(w.buf) > bufferKeep {
		w.buf = make([]byte, 0, bufferSize+bufferSize/16)
	}
	return w.err
}

func (w *Writer) write(b []byte) {
	n, err := w.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	w.err = err
}

// Close ends the output and flushes it. It does not close the io.Writer. Later
// calls of Close change nothing, of others return an fs.ErrClosed.
func (w *Writer) Close() error {
	if w.err == fs.ErrClosed {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	first := w.begin()
	switch {
	case w.enc.format != JSON:
	case first:
		w.buf = append(w.buf, emptyArray...)
	default:
		w.buf = append(w.buf, arrayEnd...)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w.err = fs.ErrClosed
	return nil
}
