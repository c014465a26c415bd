package bench

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// WriteText writes the counted runs in the Go benchmark format, a line each, in
// the order of the plan: what benchstat and the packages under golang.org/x/perf
// read.
//
//	BenchmarkScan/strategy=threads/dop=2/size=1GB/cache=warm 1 …
//
// ns/op is the time to the first answer; prepare-ns/op and scan-ns/op are its
// parts, later-ns/op is the mean of further scans. MB/s is the whole file over
// ns/op. Runs of void contestants are left out.
func (res *Results) WriteText(w io.Writer) error {
	if err := res.writeFacts(w); err != nil {
		return err
	}
	m := res.Machine
	var config []benchfmt.Config
	for _, kv := range [][2]string{{"goos", m.OS}, {"goarch", m.Arch}, {"pkg", "geoscan"}, {"cpu", m.CPUModel}} {
		if v := oneLine(kv[1]); v != "" {
			config = append(config, benchfmt.Config{Key: kv[0], Value: []byte(v), File: true})
		}
	}
	out := benchfmt.NewWriter(w)
	runs := countedRuns(res)
	for _, k := range planKeys(res.Plan) {
		for _, m := range runs[k] {
			r := benchfmt.Result{Config: config, Name: benchfmt.Name(res.textName(m)), Iters: 1, Values: textValues(m)}
			if err := out.Write(&r); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeFacts writes as comments what differs from run to run: benchstat would
// not compare results whose configuration differs.
func (res *Results) writeFacts(w io.Writer) error {
	m := res.Machine
	_, err := fmt.Fprintf(w, "# label %s, %s, commit %s, %s, %d usable CPUs, seed %d\n",
		oneLine(res.Label), res.Created.Format("2006-01-02"), oneLine(m.Commit), oneLine(m.GoVersion), m.UsableCPUs, res.Seed)
	return err
}

// oneLine keeps a line break from starting a line of its own.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (res *Results) textName(m *Measurement) string {
	return fmt.Sprintf("Scan/strategy=%s/dop=%d/size=%s/cache=%s", m.Strategy, m.DOP, SizeText(res.sizeBytes(m.Times)), m.Cache)
}

// SizeText writes a size with three significant digits and a decimal unit:
// 1GB, 412MB, 1.58GB.
func SizeText(bytes int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	v, i := float64(bytes), 0
	for v >= 999.5 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	digits := 2
	switch {
	case v >= 99.95 || i == 0:
		digits = 0
	case v >= 9.995:
		digits = 1
	}
	s := fmt.Sprintf("%.*f", digits, v)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + units[i]
}

func textValues(m *Measurement) []benchfmt.Value {
	var vs []benchfmt.Value
	add := func(value float64, unit string) { vs = append(vs, benchfmt.Value{Value: value, Unit: unit}) }
	first := m.FirstSeconds()
	add(first*1e9, "ns/op")
	if first > 0 {
		add(float64(m.Bytes)/first/1e6, "MB/s")
	}
	add(m.PrepareSeconds*1e9, "prepare-ns/op")
	add(m.FirstScanSeconds()*1e9, "scan-ns/op")
	if len(m.ScanSeconds) > 1 {
		add(m.LaterScanSeconds()*1e9, "later-ns/op")
	}
	if m.Records > 0 {
		add(float64(m.PrepareAllocs.Count)/float64(m.Records), "prepare-allocs/record")
		add(scanAllocsPerRecord(m), "scan-allocs/record")
	}
	add(over(m.Usage.CPUSeconds(), m.TotalSeconds), "cpus")
	add(float64(m.Usage.PeakRSSBytes), "peak-RSS-B")
	return vs
}
