package chunk

import (
	"bytes"
	"unsafe"
)

// Lines lists where the lines of one chunk start, the empty ones too. It takes
// 4 bytes a line, as a line's start counts from the start of its chunk.
type Lines struct {
	Begin, End int      // of the chunk, in the input
	Starts     []uint32 // of the lines, from Begin
}

// List finds the lines of chunk i; see Nth. A first pass counts them, so that
// the list is as long as it must be.
func List(data []byte, i, size int) Lines {
	l := Lines{}
	l.Begin, l.End = Nth(data, i, size)
	n := bytes.Count(data[l.Begin:l.End], []byte{'\n'})
	if l.End > l.Begin && data[l.End-1] != '\n' {
		n++
	}
	l.Starts = make([]uint32, n)
	at := l.Begin
	for i := range l.Starts {
		l.Starts[i] = uint32(at - l.Begin)
		rec, _ := Cut(data[at:l.End])
		at += len(rec)
	}
	return l
}

// Off returns where line i starts in the input.
func (l *Lines) Off(i int) int { return l.Begin + int(l.Starts[i]) }

// Line returns line i of data, the whole input, without its end.
func (l *Lines) Line(data []byte, i int) []byte {
	end := l.End
	if i+1 < len(l.Starts) {
		end = l.Off(i + 1)
	}
	return Trim(data[l.Off(i):end])
}

// Size returns the memory of the list in bytes.
func (l *Lines) Size() int64 {
	return int64(unsafe.Sizeof(*l)) + 4*int64(cap(l.Starts))
}
