package bench

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// sumSlow is the definition of sumWords: words in the machine's byte order.
func sumSlow(data []byte) uint64 {
	var sum uint64
	for len(data) > 0 {
		var word [8]byte
		data = data[copy(word[:], data):]
		sum += *(*uint64)(unsafe.Pointer(&word))
	}
	return sum
}

func TestSumWordsReadsEveryByte(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 7, 8, 9, 300, 4096, 4*roofPage - 1, 4 * roofPage, 4*roofPage + 9, 8*roofPage + 8} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(rnd.Uint32())
		}
		want := sumSlow(data)
		if got := sumWords(data); got != want {
			t.Errorf("%d bytes: sum %d, want %d", n, got, want)
		}
		for i := range data { // each byte must matter
			data[i]++
			if sumWords(data) == want {
				t.Fatalf("%d bytes: byte %d is not read", n, i)
			}
			data[i]--
		}
	}
}

func TestRoof(t *testing.T) {
	data := bytes.Repeat([]byte("some place\t8848\n"), 3*roofMorsel/16+5)
	want := sumSlow(data)
	for _, dop := range []int{1, 2, 7} {
		if got, err := roofMapped(t.Context(), data, dop); got != want || err != nil {
			t.Errorf("dop %d: mapped sum %d, want %d: %v", dop, got, want, err)
		}
		n, err := roofRead(t.Context(), bytes.NewReader(data), int64(len(data)), dop)
		if err != nil || n != uint64(len(data)) {
			t.Errorf("dop %d: read %d bytes of %d: %v", dop, n, len(data), err)
		}
	}
}

type brokenReader struct{ err error }

func (r brokenReader) ReadAt([]byte, int64) (int, error) { return 0, r.err }

func TestRoofErrors(t *testing.T) {
	broken := errors.New("broken")
	if _, err := roofRead(t.Context(), brokenReader{broken}, 100<<20, 3); err != broken {
		t.Errorf("error = %v, want %v", err, broken)
	}
	if _, err := roofRead(t.Context(), brokenReader{io.EOF}, 100, 1); err != io.EOF {
		t.Errorf("file cut short: error = %v, want EOF", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, _ := roofRead(ctx, brokenReader{broken}, 100<<20, 3); n != 0 {
		t.Errorf("read %d bytes after the end of its context", n)
	}
}

func BenchmarkRoof(b *testing.B) {
	data := make([]byte, 1<<30)
	for i := range data {
		data[i] = byte(i)
	}
	for _, dop := range []int{1, 2} {
		b.Run("dop="+string(rune('0'+dop)), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				roofMapped(b.Context(), data, dop)
			}
		})
	}
}
