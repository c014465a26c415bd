// Command gen writes the file of package report that holds the size and
// complexity of every strategy. Run it with go generate ./report.
package main

import (
	"flag"
	"fmt"
	"os"

	"geoscan/report/internal/complexity"
)

func main() {
	root := flag.String("root", "../strategies", "folder with a folder for each strategy")
	out := flag.String("o", "complexity_gen.go", "file to write")
	flag.Parse()
	if err := generate(*root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func generate(root, out string) error {
	counts, err := complexity.Strategies(root)
	if err != nil {
		return err
	}
	src, err := complexity.Source(counts)
	if err != nil {
		return err
	}
	return os.WriteFile(out, src, 0o666)
}
