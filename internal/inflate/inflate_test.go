package inflate

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

// samples returns data of many kinds.
func samples() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 200_000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	skew := make([]byte, 300_000)
	for i := range skew {
		skew[i] = byte(r.ExpFloat64() * 7)
	}
	var xml bytes.Buffer
	for i := range 20_000 {
		xml.WriteString(`<c r="A`)
		xml.WriteString(string(rune('0' + i%10)))
		xml.WriteString(`"><v>`)
		xml.WriteByte(byte('0' + r.IntN(10)))
		xml.WriteString(`</v></c>`)
	}
	return map[string][]byte{
		"nothing": {}, "byte": {7}, "zeros": make([]byte, 1_000_000), "random": random, "skew": skew,
		"xml": xml.Bytes(), "both": append(append([]byte(nil), random...), xml.Bytes()...),
		"periods": bytes.Repeat([]byte("abcdefghijklm"), 30_000),
	}
}

func deflate(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(data); i += 70_000 {
		w.Write(data[i:min(len(data), i+70_000)])
		if i%3 == 0 {
			w.Flush() // ends a block
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecoder(t *testing.T) {
	var d Decoder
	for name, data := range samples() {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 6, 9} {
			packed := append(deflate(t, data, level), "more"...)
			for kind, src := range map[string]io.Reader{
				"at once": bytes.NewReader(packed), "byte by byte": iotest.OneByteReader(bytes.NewReader(packed)),
				"with EOF": iotest.DataErrReader(bytes.NewReader(packed)),
			} {
				d.Reset(src)
				got, err := io.ReadAll(&d)
				if err != nil || !bytes.Equal(got, data) {
					t.Fatalf("%s, level %d, %s: %d bytes, error %v; want %d bytes", name, level, kind, len(got), err, len(data))
				}
				rest, err := io.ReadAll(src)
				if n := d.Unused() + len(rest); n != len("more") || err != nil {
					t.Errorf("%s, level %d, %s: %d bytes behind the end, error %v", name, level, kind, n, err)
				}
			}
		}
	}
}

// Every prefix of a stream is an error, and what was read before that is right.
func TestCut(t *testing.T) {
	data := samples()["xml"][:5000]
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 6} {
		packed := deflate(t, data, level)
		for n := range packed {
			got, err := io.ReadAll(NewReader(bytes.NewReader(packed[:n])))
			if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(data, got) {
				t.Fatalf("level %d, %d of %d bytes: %d bytes, error %v", level, n, len(packed), len(got), err)
			}
		}
	}
}

func TestSourceError(t *testing.T) {
	packed := deflate(t, samples()["skew"], 6)
	src := io.MultiReader(bytes.NewReader(packed[:len(packed)/2]), iotest.ErrReader(io.ErrClosedPipe))
	if _, err := io.ReadAll(NewReader(src)); err != io.ErrClosedPipe {
		t.Errorf("error %v, want that of the source", err)
	}
}

// FuzzDecoder holds the decoder to the standard library's on any data.
func FuzzDecoder(f *testing.F) {
	for _, data := range samples() {
		f.Add(deflate(f, data[:min(len(data), 3000)], 6), uint8(0))
	}
	f.Add([]byte{3, 0}, uint8(0))
	f.Add([]byte{5, 0xC0, 0x81}, uint8(30))
	f.Fuzz(func(t *testing.T, packed []byte, more uint8) {
		// Bytes behind the end let the fast loop see all of it.
		packed = append(packed, make([]byte, more%64)...)
		want, wantErr := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		got, err := io.ReadAll(NewReader(bytes.NewReader(packed)))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%d bytes, want %d", len(got), len(want))
		}
	})
}

func BenchmarkDecoder(b *testing.B) {
	for _, name := range []string{"xml", "skew", "random"} {
		data := samples()[name]
		packed := deflate(b, data, 6)
		var d Decoder
		buf := make([]byte, 64<<10)
		b.Run("data="+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				d.Reset(bytes.NewReader(packed))
				if _, err := io.CopyBuffer(io.Discard, struct{ io.Reader }{&d}, buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
