package xlsx

import (
	"archive/zip"
	"bufio"
	"hash/crc32"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
)

// A budget is how many bytes may still be inflated. Many goroutines use it.
type budget struct {
	left int64
	what string
}

// take takes n bytes of it.
func (b *budget) take(n int) bool { return atomic.AddInt64(&b.left, -int64(n)) >= 0 }

// A member is an inflated part. Its declared size is believed only if it turns
// out to be right.
type member struct {
	f       *zip.File
	raw     *bufio.Reader
	r       io.Reader
	n       uint64
	sum     uint32
	budgets []*budget
	limit   []int64
}

// openMember opens a part. What it inflates is taken from all budgets.
func openMember(f *zip.File, r io.ReaderAt, budgets ...*budget) (*member, error) {
	off, err := f.DataOffset()
	if err != nil {
		return nil, err
	}
	m := &member{f: f, budgets: budgets}
	for _, b := range budgets {
		m.limit = append(m.limit, atomic.LoadInt64(&b.left))
	}
	m.raw = bufio.NewReaderSize(io.NewSectionReader(r, off, int64(f.CompressedSize64)), 64<<10)
	m.r = m.raw
	if f.Method == zip.Deflate {
		m.r = flate.NewReader(m.raw)
	}
	return m, nil
}

// Read reads what the part holds. At its end it is an error unless its size and
// its checksum are as the directory says.
func (m *member) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += uint64(n)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	for i, b := range m.budgets {
		if !b.take(n) {
			return 0, &LimitError{b.what, m.limit[i]}
		}
	}
	if err == io.ErrUnexpectedEOF {
		err = errEnd
	}
	if err == io.EOF {
		err = m.end()
	}
	return n, err
}

// end returns io.EOF if all is as declared.
func (m *member) end() error {
	_, more := m.raw.Peek(1)
	switch {
	case m.n != m.f.UncompressedSize64 || more != io.EOF:
		return errSize
	case m.sum != m.f.CRC32:
		return errChecksum
	}
	return io.EOF
}
