// Package simd goes through the mapped file 64 bytes at a time with vector
// instructions, at nearly the rate at which memory is read.
//
// A vector instruction compares 32 or 64 bytes with a character at once; what
// comes out is a bit for each. In these words of bits the kernel finds the ends
// of records, counts their fields, and sees whether the field that the query
// bounds is empty, without a look at the bytes and without a branch that depends
// on them. Only where the field is not empty its digits are read; and only if
// they make a number in bounds, or none, Go gets to see the record. See package
// kernel, and its folder asm for how the assembly is made.
//
// The file is divided into morsels, which the goroutines take on demand: where
// all that is left to do is to read memory, waiting for the slowest share would
// show.
//
// The processor decides on the kernel: AVX-512, AVX2, or a portable one, in Go,
// for all others. GEOSCAN_KERNEL=avx2 or =portable asks for a slower one.
package simd

import (
	"context"
	"os"
	"sync"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/internal/morsel"
	"geoscan/query"
)

// Strategy scans morsels of the mapping with vector instructions.
var Strategy = geoscan.Strategy{
	Name: "simd",
	Doc: "Morsels of the mapped file, 64 bytes at a time. " +
		"Vector instructions find records, count their fields and sift out those that can't answer.",
	Parallel: true,
	Prepare:  prepare,
}

// A morsel has so many chunks: enough that taking one costs nothing, and few
// enough that all goroutines end at about the same time.
const chunksPerMorsel = 8

// maxChunk bounds a chunk where morsels are made of it.
const maxChunk = 16 << 20

type table struct {
	data   []byte
	kernel kernel.Kernel
}

func prepare(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	k, err := kernel.Find(os.Getenv(kernel.Var))
	if err != nil {
		return nil, err
	}
	data, err := src.Bytes(ctx)
	return &table{data, k}, err
}

func (t *table) Close() error { return nil }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	var f kernel.Filter
	err := mmap.Guard(t.data, func() error {
		f = t.kernel.ChooseFilter(out.Query(), t.data)
		return nil
	})
	if err != nil {
		return err
	}
	sieves := sync.Pool{New: func() any { return kernel.NewSieve(t.kernel, f, t.data) }}
	size := chunksPerMorsel * min(opt.ChunkSize, maxChunk)
	return morsel.Scan(ctx, out, opt.DOP, chunk.Count(len(t.data), size), t.data, func(part *query.Part, i int) bool {
		s := sieves.Get().(*kernel.Sieve)
		defer sieves.Put(s)
		s.Start(chunk.Nth(t.data, i, size))
		return offer(part, s, opt.ChunkSize)
	})
}

// offer offers to part what s finds, chunk by chunk.
func offer(part *query.Part, s *kernel.Sieve, chunkSize int) (more bool) {
	for {
		n, more := s.Offer(part, chunkSize)
		if n == 0 || !more {
			return more
		}
		if !part.Scanned(int64(n)) {
			return false
		}
	}
}
