package strategies_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"

	"geoscan"
	"geoscan/bench"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/internal/gen"
	"geoscan/query"
	"geoscan/strategies"
)

// The benchmarks scan the file that GEOSCAN_DATA names, or a small generated
// one. They ask the article's question. Compare strategies within one run, as in
//
//	GEOSCAN_DATA=1g.txt go test ./strategies -run '^$' -bench . -benchtime 1x -count 10

func BenchmarkScan(b *testing.B) {
	path := benchFile(b)
	q := articleQuery(b)
	for _, s := range append(strategies.All(), bench.Roof(bench.Warm)) {
		for _, dop := range []int{1, 2} {
			b.Run(fmt.Sprintf("strategy=%s/dop=%d", s.Name, dop), func(b *testing.B) {
				benchScan(b, s, path, q, geoscan.Options{DOP: dop})
			})
		}
	}
}

func benchScan(b *testing.B, s geoscan.Strategy, path string, q *query.Query, opt geoscan.Options) {
	ctx := context.Background()
	src, err := input.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer src.Close()
	tab, err := s.Open(ctx, src, opt)
	if err != nil {
		b.Skip(err)
	}
	defer tab.Close()
	var stats query.Stats
	before := allocations()
	b.ResetTimer()
	for b.Loop() {
		stats, err = geoscan.Scan(ctx, tab, q, opt, func(query.Row) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.SetBytes(stats.Bytes)
	if stats.Records > 0 {
		b.ReportMetric(float64(allocations()-before)/float64(b.N)/float64(stats.Records), "allocs/record")
	}
}

// BenchmarkPrepare measures the indexes, and what their memory is.
func BenchmarkPrepare(b *testing.B) {
	path := benchFile(b)
	for _, s := range strategies.All() {
		for _, dop := range []int{1, 2} {
			b.Run(fmt.Sprintf("strategy=%s/dop=%d", s.Name, dop), func(b *testing.B) {
				benchPrepare(b, s, path, geoscan.Options{DOP: dop})
			})
		}
	}
}

func benchPrepare(b *testing.B, s geoscan.Strategy, path string, opt geoscan.Options) {
	src, err := input.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer src.Close()
	var index int64
	for b.Loop() {
		tab, err := s.Open(context.Background(), src, opt)
		if err != nil {
			b.Skip(err)
		}
		index = geoscan.IndexBytes(tab)
		tab.Close()
	}
	if st, err := os.Stat(path); err == nil && index > 0 {
		b.SetBytes(st.Size())
		b.ReportMetric(float64(index), "index-bytes")
	}
}

func benchFile(b *testing.B) string {
	if path := os.Getenv("GEOSCAN_DATA"); path != "" {
		return path
	}
	path := filepath.Join(b.TempDir(), "bench.txt")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := gen.Write(context.Background(), f, gen.Config{Size: 32 << 20, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	return path
}

func articleQuery(b *testing.B) *query.Query {
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		b.Fatal(err)
	}
	return q
}

func allocations() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
