package xlsx

import (
	"archive/zip"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"

	"geoscan/internal/inflate"
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
	pool    *sync.Pool // of decoders
	raw     io.Reader
	z       *inflate.Decoder // nil if the part is stored as it is
	n       uint64
	sum     uint32
	budgets []*budget
	limit   []int64
}

// openMember opens a part. What it inflates is taken from all budgets. Its decoder
// comes from pool, if that has one, and goes there when it is done.
func openMember(f *zip.File, r io.ReaderAt, pool *sync.Pool, budgets ...*budget) (*member, error) {
	off, err := f.DataOffset()
	if err != nil {
		return nil, err
	}
	m := &member{f: f, pool: pool, budgets: budgets, raw: io.NewSectionReader(r, off, int64(f.CompressedSize64))}
	for _, b := range budgets {
		m.limit = append(m.limit, atomic.LoadInt64(&b.left))
	}
	if f.Method == zip.Deflate {
		if m.z, _ = pool.Get().(*inflate.Decoder); m.z == nil {
			m.z = new(inflate.Decoder)
		}
		m.z.Reset(m.raw)
	}
	return m, nil
}

// Read reads what the part holds. At its end it is an error unless its size and
// its checksum are as the directory says.
func (m *member) Read(p []byte) (int, error) {
	n, err := m.inflate(p)
	m.n += uint64(n)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	for i, b := range m.budgets {
		if !b.take(n) {
			return 0, &LimitError{b.what, m.limit[i]}
		}
	}
	if err == io.EOF {
		err = m.end()
	}
	return n, err
}

func (m *member) inflate(p []byte) (n int, err error) {
	if m.z == nil {
		return m.raw.Read(p)
	}
	n, err = m.z.Read(p)
	switch err {
	case io.ErrUnexpectedEOF:
		err = errEnd
	case inflate.ErrCorrupt:
		err = errDamaged
	}
	return n, err
}

// end returns io.EOF if all is as declared.
func (m *member) end() error {
	unused := 0
	if m.z != nil {
		unused = m.z.Unused()
		m.pool.Put(m.z)
		m.z = nil // nothing is read from here on
	}
	n, err := m.raw.Read(make([]byte, 1))
	switch {
	case err != nil && err != io.EOF:
		return err
	case m.n != m.f.UncompressedSize64 || unused+n > 0:
		return errSize
	case m.sum != m.f.CRC32:
		return errChecksum
	}
	return io.EOF
}
