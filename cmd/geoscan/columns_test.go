package main

import (
	"strings"
	"testing"

	"geoscan/geonames"
)

func TestColumns(t *testing.T) {
	code, out, errs := invoke(t, "", "columns")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	s := geonames.Schema()
	if code != exitOK || errs != "" || len(lines) != s.NumColumns() {
		t.Fatalf("exit %d, %d lines, stderr %q:\n%s", code, len(lines), errs, out)
	}
	for i, line := range lines {
		f := strings.Fields(line)
		c := s.Column(i)
		if f[0] != c.Name || f[1] != c.Kind.String() || !strings.HasSuffix(line, "  "+c.Doc) {
			t.Errorf("line %d is %q, want column %+v", i+1, line, c)
		}
	}
	for _, want := range []string{"latitude number degrees lat WGS84", "elevation number m - above", "name text - - name"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestColumnsUse(t *testing.T) {
	if code, out, _ := invoke(t, "", "columns", "-h"); code != exitOK || out != columnsHelp {
		t.Errorf("-h: exit %d, %q", code, out)
	}
	for _, args := range [][]string{{"x"}, {"-x"}} {
		if code, out, errs := invoke(t, "", append([]string{"columns"}, args...)...); code != exitUsage || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, out, errs)
		}
	}
}

// TestDistanceColumn asks for the nearest places, and for what only a distance
// finds, in each format.
func TestDistanceColumn(t *testing.T) {
	path := table(t, located("1", "Far", "28.5", "87"), located("2", "Near", "27.99", "86.93"), located("3", "Nowhere", "", "86"))
	for format, want := range map[string]string{
		"tsv":    "name\tdistance\nNear\t0.000\nFar\t57.123\nNowhere\t\n",
		"csv":    "name,distance\nNear,0.000\nFar,57.123\nNowhere,\n",
		"ndjson": "{\"name\":\"Near\",\"distance\":0.000}\n{\"name\":\"Far\",\"distance\":57.123}\n{\"name\":\"Nowhere\",\"distance\":null}\n",
	} {
		code, out, errs := invoke(t, "", "-where", "", "-order-by", "distance(27.99,86.93)",
			"-select", "name,distance(27.99,86.93)", "-format", format, path)
		if code != exitOK || out != want {
			t.Errorf("%s: exit %d, stdout %q, want %q; stderr %q", format, code, out, want, errs)
		}
	}
}

// located returns a record of a place.
func located(id, name, lat, lon string) string {
	f := make([]string, 19)
	f[0], f[1], f[4], f[5] = id, name, lat, lon
	return strings.Join(f, "\t") + "\n"
}
