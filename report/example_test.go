package report_test

import (
	"fmt"
	"log"
	"os"

	"geoscan/bench"
	"geoscan/report"
)

func ExampleWritePage() {
	res, err := bench.ReadFile("testdata/synthetic-2cpus.json")
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.CreateTemp("", "report*.html")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	if err := report.WritePage(f, res); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}

func ExampleFigure() {
	res, err := bench.ReadFile("testdata/synthetic-2cpus.json")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Figures(res) {
		if f.Missing != "" {
			fmt.Printf("%s: %s\n", f.Name, f.Missing)
		} else {
			fmt.Printf("%s: %s\n", f.Name, f.Title)
		}
	}
	// Output:
	// time-dop: Time to the first answer, by degree of parallelism
	// time-size: Time to the first answer, by file size, at dop 2
	// machines: These results come from one machine and file; give several results files to compare machines.
	// throughput: Throughput against the roof of the machine
	// speedup: Speed-up and efficiency
	// amortised: Cost of a query when many are asked, at dop 2
	// allocations: Do allocations decide whether goroutines help? dop 2 against dop 1
	// cold-warm: The first read from the disk, and the file in memory, at dop 2
	// peers: Other tools with the same question, as whole processes
	// fits: No fit: 2 measured dops within the 2 usable CPUs, 6 are needed.
}

func ExampleFinding() {
	res, err := bench.ReadFile("testdata/synthetic-2cpus.json")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings(res) {
		if f.Loud {
			fmt.Println(f.Text)
		}
	}
	// Output:
	// mmbyte is VOID and in no figure: its rows differ from those of all others: digest xxh64:00 instead of xxh64:01.
	// The other tool encoding/csv gives a WRONG answer: loses 4 of 330 rows.
}
