package report

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{digits(0, 3), "0"}, {digits(1.234, 3), "1.23"}, {digits(12.34, 3), "12.3"}, {digits(1234, 3), "1234"},
		{digits(12345.6, 3), "12\u202f346"}, {digits(0.00123456, 2), "0.0012"}, {digits(-1.5, 2), "-1.5"},
		{group(1234567), "1\u202f234\u202f567"}, {group(-1234567), "-1\u202f234\u202f567"}, {group(999), "999"},
		{seconds(0), "0 s"}, {seconds(1.5e-5), "15.0 µs"}, {seconds(0.0123), "12.3 ms"}, {seconds(1.5), "1.50 s"}, {seconds(150), "2.50 min"},
		{size(999), "999 B"}, {size(1e3), "1 kB"}, {size(1.25e8), "125 MB"}, {size(1.6e9), "1.6 GB"},
		{percent(0.004), "0.4 %"}, {percent(0.5), "50 %"}, {percent(0), "0 %"},
		{times(2), "2.00×"}, {count(1, "run"), "1 run"}, {count(7, "run"), "7 runs"},
		{list(nil), ""}, {list([]string{"a"}), "a"}, {list([]string{"a", "b", "c"}), "a, b and c"},
		{sentence("no fit: x"), "No fit: x."}, {sentence(""), ""}, {sentence("Done."), "Done."},
		{clean("a\x00b\xffc\u202ed\te"), "a\uFFFDb\uFFFDc\uFFFDd e"},
		{short("a name much longer than a label may be"), "a name much longe…"},
	} {
		if strings.ReplaceAll(tt.got, "\u00a0", " ") != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
