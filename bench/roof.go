package bench

import (
	"context"
	"encoding/binary"
	"io"
	"sync"
	"sync/atomic"
	"unsafe"

	"geoscan/internal/mmap"
)

// The roof takes morsels on demand, so that no goroutine waits for another at
// the end. roofMorsel is large enough for the hardware to read ahead, and small
// enough to be shared out evenly.
const roofMorsel = 4 << 20

// roofMapped adds up all of data, 8 bytes at a time, with dop goroutines: every
// cache line is loaded and nothing else is done. The sum is returned so that the
// compiler cannot drop the loads, and so that tests can check them. The error is
// mmap.ErrFault if data is a mapping that lost its file.
func roofMapped(ctx context.Context, data []byte, dop int) (sum uint64, err error) {
	sum = roof(ctx, int64(len(data)), dop, func() func(off, end int64) (uint64, error) {
		return func(off, end int64) (sum uint64, err error) {
			err = mmap.Guard(data, func() error {
				sum = sumWords(data[off:end])
				return nil
			})
			return sum, err
		}
	}, &err)
	return sum, err
}

// roofRead reads size bytes of r with dop goroutines, each into a buffer of its
// own that it uses again and again. The bytes are not looked at.
func roofRead(ctx context.Context, r io.ReaderAt, size int64, dop int) (n uint64, err error) {
	n = roof(ctx, size, dop, func() func(off, end int64) (uint64, error) {
		buf := make([]byte, roofMorsel)
		return func(off, end int64) (uint64, error) {
			n, err := r.ReadAt(buf[:end-off], off)
			if err == io.EOF && int64(n) == end-off {
				err = nil
			}
			return uint64(n), err
		}
	}, &err)
	return n, err
}

// roof shares out size bytes in morsels to dop goroutines and adds up what
// their functions return. newReader is called once in each goroutine. The first
// error ends the work and is stored in *failed.
func roof(ctx context.Context, size int64, dop int, newReader func() func(off, end int64) (uint64, error), failed *error) uint64 {
	var next atomic.Int64
	var total atomic.Uint64
	var once sync.Once
	var wg sync.WaitGroup
	for range dop {
		wg.Go(func() {
			read, sum := newReader(), uint64(0)
			defer func() { total.Add(sum) }()
			for ctx.Err() == nil {
				off := next.Add(roofMorsel) - roofMorsel
				if off >= size {
					return
				}
				n, err := read(off, min(off+roofMorsel, size))
				sum += n
				if err != nil {
					once.Do(func() { *failed = err })
					next.Store(size)
				}
			}
		})
	}
	wg.Wait()
	return total.Load()
}

// A roofLine is what one load from memory brings.
type roofLine [8]uint64

// roofPage is the distance of the streams that sumWords reads at once. The
// hardware reads ahead within pages only, so each stream has one of its own.
const roofPage = 4096

// sumWords adds up data as words of 8 bytes in the machine's order, the last
// one filled with zeros. It reads four pages at a time, side by side, which
// keeps more loads in flight than a single stream.
func sumWords(data []byte) uint64 {
	const lines = roofPage / int(unsafe.Sizeof(roofLine{}))
	sum := uint64(0)
	for len(data) >= 4*roofPage {
		a := (*[4][lines]roofLine)(unsafe.Pointer(unsafe.SliceData(data)))
		var s0, s1, s2, s3 uint64
		for i := range lines {
			s0 += a[0][i].sum()
			s1 += a[1][i].sum()
			s2 += a[2][i].sum()
			s3 += a[3][i].sum()
		}
		sum += s0 + s1 + s2 + s3
		data = data[4*roofPage:]
	}
	return sum + sumTail(data)
}

func (v *roofLine) sum() uint64 { return v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7] }

// sumTail adds up what is too short for sumWords.
func sumTail(data []byte) uint64 {
	sum := uint64(0)
	for len(data) >= 8 {
		sum += binary.NativeEndian.Uint64(data)
		data = data[8:]
	}
	var last [8]byte
	copy(last[:], data)
	return sum + binary.NativeEndian.Uint64(last[:])
}
