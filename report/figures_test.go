package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"geoscan/bench"
)

var out = flag.String("out", "", "folder for figures to look at")

// TestLook writes what the other tests only check, for a human to look at.
func TestLook(t *testing.T) {
	if *out == "" {
		t.Skip("no -out folder given")
	}
	sets := map[string][]*bench.Results{
		"small": {small().results()},
		"large": {large().results(), small().results()},
	}
	for name, rs := range sets {
		dir := filepath.Join(*out, name)
		os.MkdirAll(dir, 0o777)
		var page bytes.Buffer
		if err := WritePage(&page, rs...); err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, "report.html"), page.Bytes(), 0o666)
		for _, f := range Figures(rs...) {
			var svg, png bytes.Buffer
			if err := f.WriteSVG(&svg); err != nil {
				t.Fatal(err)
			}
			if err := f.WritePNG(&png); err != nil {
				t.Fatal(err)
			}
			os.WriteFile(filepath.Join(dir, f.Name+".svg"), svg.Bytes(), 0o666)
			os.WriteFile(filepath.Join(dir, f.Name+".png"), png.Bytes(), 0o666)
		}
	}
}
