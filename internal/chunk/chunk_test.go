package chunk

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// inputs have records of many lengths, in all states of completeness.
var inputs = []string{
	"", "\n", "a", "\n\n\n", "a\n", "a\nb", "a\nb\n", "\na\n\nb\n", "aa\nbb\ncc\n", "aaa\nbbb\nccc", "abcdefghij", "\r\n", "a\r\nb\r\n",
	"\xEF\xBB\xBF", "\xEF\xBB\xBF\n", "\xEF\xBB\xBFa", "\xEF\xBB\xBFa\nbb\n", "\xEF\xBB\xBFaaaaaaaa\nb", "\xEF\xBB", "\xEF\xBB\n\xBF", "\xEF\xBB\xBF\xEF\xBB\xBF",
	"long" + strings.Repeat("x", 50) + "\nb\n" + strings.Repeat("y", 20),
}

// starts returns where the records of data start, empty ones included, byte by
// byte. One behind a byte order mark counts as starting at 0.
func starts(data string) (list []int) {
	for i := range len(data) {
		if i == 0 || data[i-1] == '\n' {
			list = append(list, i)
		}
	}
	return list
}

func TestBegin(t *testing.T) {
	for data, want := range map[string]int{
		"": 0, "a": 0, "\xEF": 0, "\xEF\xBB": 0, "\xEF\xBB\xBE": 0, "a\xEF\xBB\xBF": 0,
		"\xEF\xBB\xBF": 3, "\xEF\xBB\xBFa": 3, "\xEF\xBB\xBF\xEF\xBB\xBF": 3,
	} {
		if got := Begin([]byte(data)); got != want {
			t.Errorf("Begin(%q) = %d, want %d", data, got, want)
		}
	}
}

func TestNext(t *testing.T) {
	for _, data := range inputs {
		for at := -1; at <= len(data)+1; at++ {
			want := len(data)
			for i := max(at, 0); i < len(data); i++ {
				if i == 0 || data[i-1] == '\n' {
					want = i
					break
				}
			}
			if got := Next([]byte(data), at); got != want {
				t.Errorf("Next(%q, %d) = %d, want %d", data, at, got, want)
			}
		}
	}
}

func TestEnd(t *testing.T) {
	for _, data := range inputs {
		for at := range len(data) {
			if at > 0 && data[at-1] != '\n' {
				continue
			}
			for _, size := range []int{1, 2, 3, 7, 100, math.MaxInt} {
				end := End([]byte(data), at, size)
				if end != len(data) && (end-at < size || data[end-1] != '\n' || strings.Contains(data[at+size-1:end-1], "\n")) {
					t.Errorf("End(%q, %d, %d) = %d", data, at, size, end)
				}
			}
		}
	}
}

func TestTrim(t *testing.T) {
	for rec, want := range map[string]string{
		"": "", "\n": "", "\r": "", "\r\n": "", "a": "a", "a\n": "a", "a\r\n": "a", "a\r": "a", "a\r\r\n": "a\r", "\r\r\n": "\r",
		"a\rb\n": "a\rb", "\ra\n": "\ra", "a\n\r": "a\n", " \r\n": " ",
	} {
		if got := string(Trim([]byte(rec))); got != want {
			t.Errorf("Trim(%q) = %q, want %q", rec, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, data := range inputs {
		var recs []string
		for rest := []byte(data); len(rest) > 0; {
			rec, tail := Cut(rest)
			recs = append(recs, string(rec))
			rest = tail
			if tail == nil {
				t.Errorf("Cut(%q): the tail is nil", data)
			}
		}
		if want := slices.Collect(strings.Lines(data)); !slices.Equal(recs, want) {
			t.Errorf("Cut divides %q into %q, want %q", data, recs, want)
		}
	}
}

func TestShares(t *testing.T) {
	for _, test := range [][3]int{{0, 5, 1}, {1, 5, 1}, {3, 5, 3}, {5, 5, 5}, {1000, 5, 5}, {1000, 1, 1}} {
		if got := Shares(test[0], test[1]); got != test[2] {
			t.Errorf("Shares(%d, %d) = %d, want %d", test[0], test[1], got, test[2])
		}
	}
}

// checkPieces checks that pieces of data hold all of it in order but the mark,
// and that piece i begins with the first record that starts in borders i to
// i+1, if there is one.
func checkPieces(t *testing.T, name, data string, n int, piece func(i int) (begin, end int), border func(i int) int) {
	t.Helper()
	at := Begin([]byte(data))
	for i := range n {
		begin, end := piece(i)
		if begin > end {
			t.Errorf("%s of %q: piece %d is [%d, %d)", name, data, i, begin, end)
		}
		own := slices.DeleteFunc(starts(data), func(s int) bool { return s < border(i) || s >= border(i+1) })
		if len(own) == 0 {
			if begin != end {
				t.Errorf("%s of %q: piece %d is [%d, %d), want nothing", name, data, i, begin, end)
			}
			continue
		}
		if want := max(own[0], Begin([]byte(data))); begin != want || begin != at {
			t.Errorf("%s of %q: piece %d begins at %d, want %d", name, data, i, begin, want)
		}
		at = end
	}
	if at != len(data) {
		t.Errorf("%s of %q: pieces end at %d", name, data, at)
	}
}

func TestShare(t *testing.T) {
	for _, data := range inputs {
		for n := 1; n <= max(1, len(data)); n++ {
			checkPieces(t, fmt.Sprint("shares ", n), data, n,
				func(i int) (int, int) { return Share([]byte(data), i, n) },
				func(i int) int { return len(data) * i / n })
		}
	}
}

func TestNth(t *testing.T) {
	for _, data := range inputs {
		for size := 1; size <= len(data)+1; size++ {
			checkPieces(t, fmt.Sprint("chunks ", size), data, Count(len(data), size),
				func(i int) (int, int) { return Nth([]byte(data), i, size) },
				func(i int) int { return min(i*size, len(data)) })
		}
	}
	if begin, end := Nth([]byte("a\nb\n"), 0, math.MaxInt); begin != 0 || end != 4 {
		t.Errorf("the largest chunk is [%d, %d)", begin, end)
	}
}

func TestCount(t *testing.T) {
	for _, test := range [][3]int{{0, 5, 0}, {1, 5, 1}, {5, 5, 1}, {6, 5, 2}, {10, 1, 10}} {
		if got := Count(test[0], test[1]); got != test[2] {
			t.Errorf("Count(%d, %d) = %d, want %d", test[0], test[1], got, test[2])
		}
	}
}

// TestBorder divides more bytes than any machine has.
func TestBorder(t *testing.T) {
	const size = math.MaxInt - 1
	last := 0
	for i := 1; i <= 64; i++ {
		b := border(size, i, 64)
		if b-last < size/64 || b-last > size/64+1 {
			t.Errorf("share %d of 64 has %d bytes, want about %d", i, b-last, size/64)
		}
		last = b
	}
	if last != size {
		t.Errorf("the last share ends at %d, want %d", last, size)
	}
}

func FuzzPieces(f *testing.F) {
	for i, data := range inputs {
		f.Add([]byte(data), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		shares, size := 1+int(n)%100, 1+int(n)
		checkPieces(t, "shares", string(data), shares,
			func(i int) (int, int) { return Share(data, i, shares) },
			func(i int) int { return len(data) * i / shares })
		checkPieces(t, "chunks", string(data), Count(len(data), size),
			func(i int) (int, int) { return Nth(data, i, size) },
			func(i int) int { return min(i*size, len(data)) })
		checkReader(t, data, size, bytes.NewReader(data))
	})
}
