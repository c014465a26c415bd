package geoscan_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A layer says what the packages in a part of the tree may import. The first
// one that a package belongs to counts.
type layer struct {
	path    string   // of a package; with /... also of those below
	inner   []string // packages of this module, in the same form
	modules []string // of others; nil: not checked
}

// layers is the tree of DESIGN.md.
var layers = []layer{
	{"geoscan", []string{"geoscan/query"}, []string{}},
	{"geoscan/query/...", nil, []string{"github.com/alecthomas/participle", "golang.org/x/text"}},
	{"geoscan/geonames/...", []string{"geoscan/query"}, []string{}},
	{"geoscan/strategies", []string{"geoscan", "geoscan/strategies/..."}, []string{}},
	{"geoscan/strategies/strategytest/...", []string{"geoscan", "geoscan/query", "geoscan/geonames", "geoscan/input"}, nil},
	{"geoscan/strategies/...", []string{"geoscan", "geoscan/query", "geoscan/internal/..."}, nil},
	{"geoscan/input/...", []string{"geoscan", "geoscan/input/...", "geoscan/query", "geoscan/internal/..."}, nil},
	{"geoscan/output/...", []string{"geoscan/query", "geoscan/internal/..."}, nil},
	{"geoscan/bench/...", []string{"geoscan", "geoscan/query", "geoscan/internal/..."}, nil},
	{"geoscan/report/...", []string{"geoscan/bench", "geoscan/report/..."}, nil},
	{"geoscan/internal/...", []string{"geoscan", "geoscan/query", "geoscan/geonames", "geoscan/internal/..."}, nil},
	{"geoscan/data", nil, []string{}}, // a test of a shell script
	{"geoscan/cmd/...", []string{"geoscan/..."}, nil},
}

// TestImports checks which package imports which.
func TestImports(t *testing.T) {
	for _, line := range goList(t) {
		pkg, rest, _ := strings.Cut(line, " ")
		i := slices.IndexFunc(layers, func(l layer) bool { return within(pkg, l.path) })
		if i < 0 {
			t.Errorf("%s belongs to no layer", pkg)
			continue
		}
		for imp := range strings.FieldsSeq(rest) {
			if !layers[i].allows(imp) {
				t.Errorf("%s may not import %s", pkg, imp)
			}
		}
	}
}

// goList returns a line for each package: its path and what it imports.
func goList(t *testing.T) []string {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, stderr.String())
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if !slices.ContainsFunc(lines, func(s string) bool { return strings.HasPrefix(s, "geoscan/query ") }) {
		t.Fatalf("%v lists no package query:\n%s", cmd, text)
	}
	return lines
}

func (l layer) allows(imp string) bool {
	inModule := func(path string) bool { return within(imp, path+"/...") }
	first, _, _ := strings.Cut(imp, "/")
	switch {
	case within(imp, "geoscan/..."):
		return slices.ContainsFunc(l.inner, func(path string) bool { return within(imp, path) })
	case strings.Contains(first, "."):
		return l.modules == nil || slices.ContainsFunc(l.modules, inModule)
	}
	return true // the standard library
}

// within reports whether pkg is path, or below it if that ends in /...
func within(pkg, path string) bool {
	dir, below := strings.CutSuffix(path, "/...")
	return pkg == dir || below && strings.HasPrefix(pkg, dir+"/")
}
