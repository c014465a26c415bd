package bench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecordCounter(t *testing.T) {
	tests := []struct {
		data    string
		want    int64
		mark    int64
		newline bool
	}{
		{"", 0, 0, false},
		{"a", 1, 0, false},
		{"a\n", 1, 0, true},
		{"a\nb", 2, 0, false},
		{"\n\na\n\n", 1, 0, true},
		{"\r\n\r\r\n\ra\r\n", 2, 0, true},
		{"a\r\n\r", 1, 0, false},
		{"\xef\xbb\xbf\na\n", 1, 3, true},
		{"\xef\xbb\xbfa\n\xef\xbb\xbf\n", 2, 3, true},
	}
	for _, tt := range tests {
		for size := 1; size <= len(tt.data)+1; size++ {
			var c recordCounter
			for p := tt.data; len(p) > 0; {
				n := min(max(size, 3), len(p)) // a mark is never cut: reads are larger
				if c.started {
					n = min(size, len(p))
				}
				c.write([]byte(p[:n]))
				p = p[n:]
			}
			if got := c.finish(); got != tt.want || c.mark != tt.mark || c.newline != tt.newline {
				t.Errorf("%q in pieces of %d: %d records, mark %d, newline %v; want %d, %d, %v",
					tt.data, size, got, c.mark, c.newline, tt.want, tt.mark, tt.newline)
			}
		}
	}
}

func TestMakeSizes(t *testing.T) {
	tests := []struct{ name, data, want3 string }{
		{"ends with LF", "a\tb\nc\n", "a\tb\nc\na\tb\nc\na\tb\nc\n"},
		{"last LF missing", "a\nb", "a\nb\na\nb\na\nb"},
		{"byte order mark", "\xef\xbb\xbfa\nb\n", "\xef\xbb\xbfa\nb\na\nb\na\nb\n"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		src := filepath.Join(dir, "places.txt")
		if err := os.WriteFile(src, []byte(tt.data), 0o644); err != nil {
			t.Fatal(err)
		}
		cache := filepath.Join(dir, "cache")
		inputs, err := MakeSizes(t.Context(), src, cache, []int{3, 1})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(inputs) != 2 || inputs[0].Times != 1 || inputs[1].Times != 3 || inputs[1].Name != "places.txt" {
			t.Errorf("%s: inputs %+v", tt.name, inputs)
			continue
		}
		got, err := os.ReadFile(inputs[1].Path)
		if err != nil || string(got) != tt.want3 {
			t.Errorf("%s: three copies are %q, %v; want %q", tt.name, got, err, tt.want3)
		}
		if inputs[1].Records != 3*inputs[0].Records || inputs[1].SizeBytes != int64(len(tt.want3)) {
			t.Errorf("%s: %+v", tt.name, inputs[1].File)
		}
		if err := RemoveSizes(inputs); err != nil {
			t.Error(err)
		}
		left, _ := os.ReadDir(cache)
		if _, err := os.Stat(src); err != nil || len(left) != 0 {
			t.Errorf("%s: after RemoveSizes: source %v, left %v", tt.name, err, left)
		}
	}
}

func TestMakeSizesReuses(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "a.txt")
	write := func(path, data string) {
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(src, "\xef\xbb\xbfone\ntwo\n")
	first, err := MakeSizes(t.Context(), src, dir, []int{2})
	if err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(first[1].Path)
	again, err := MakeSizes(t.Context(), src, dir, []int{2})
	if err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(again[1].Path); !os.SameFile(before, after) {
		t.Error("the concatenation was made twice")
	}
	// A damaged one of the right size must not pass.
	write(first[1].Path, "\xef\xbb\xbfone two\none two\n")
	if _, err := MakeSizes(t.Context(), src, dir, []int{2}); err == nil || !strings.Contains(err.Error(), "holds 2 records") {
		t.Errorf("damaged concatenation: %v", err)
	}
	// Another source of the same name and size gets a file of its own.
	write(src, "\xef\xbb\xbfONE\nTWO\n")
	other, err := MakeSizes(t.Context(), src, dir, []int{2})
	if err != nil || other[1].Path == first[1].Path {
		t.Errorf("changed source: %v, %v", other, err)
	}
}

func TestMakeSizesErrors(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"gz": "\x1f\x8b\x08", "zip": "PK\x03\x04", "empty": ""} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := MakeSizes(t.Context(), path, dir, nil)
		if err == nil || (name != "empty") != errors.Is(err, ErrPacked) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := checkSpace(dir, 1<<60); err == nil {
		t.Error("no error for an exabyte")
	}
}
