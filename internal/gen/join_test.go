package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestJoin(t *testing.T) {
	long := strings.Repeat("0123456789abcde\n", joinBuffer/16)
	for _, test := range []struct {
		name   string
		tables []string
		want   string
	}{
		{"none", nil, ""},
		{"empty", []string{"", "", ""}, ""},
		{"whole", []string{"a\n", "b\n"}, "a\nb\n"},
		{"last LF missing", []string{"a", "b", "c"}, "a\nb\nc"},
		{"empty amid", []string{"a", "", "b"}, "a\nb"},
		{"CR LF missing", []string{"a\r", "b"}, "a\r\nb"},
		{"marks", []string{bom + "a\n", bom + "b\n", bom + bom + "c\n"}, bom + "a\nb\n" + bom + "c\n"},
		{"mark after empty", []string{"", bom + "a\n"}, bom + "a\n"},
		{"lone marks", []string{bom, bom, "a"}, bom + "a"},
		{"mark after a record", []string{"a", bom}, "a"},
		{"long", []string{long, long + "x", long}, long + long + "x\n" + long},
		{"mark inside", []string{"a\n", long[:joinBuffer-3] + bom + bom + "b"}, "a\n" + long[:joinBuffer-3] + bom + bom + "b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			j := Joiner{W: &b}
			var sum int64
			for _, table := range test.tables {
				n, err := j.Append(context.Background(), iotest.HalfReader(strings.NewReader(table)))
				if err != nil {
					t.Fatal(err)
				}
				sum += n
			}
			if b.String() != test.want {
				t.Errorf("%.60q of %d bytes, want %.60q of %d", b.String(), b.Len(), test.want, len(test.want))
			}
			if sum != int64(b.Len()) {
				t.Errorf("%d bytes counted, %d written", sum, b.Len())
			}
		})
	}
}

func TestJoinErrors(t *testing.T) {
	j := Joiner{W: io.Discard}
	for _, broken := range []error{errors.New("broken"), io.ErrUnexpectedEOF} {
		r := io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken))
		if _, err := j.Append(context.Background(), r); !errors.Is(err, broken) {
			t.Errorf("broken reader: %v, want %v", err, broken)
		}
	}
	for n := range 3 {
		j = Joiner{W: &fullWriter{n}}
		_, err1 := j.Append(context.Background(), strings.NewReader("a"))
		_, err2 := j.Append(context.Background(), strings.NewReader("b"))
		if err := errors.Join(err1, err2); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes of 3: %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.Append(ctx, strings.NewReader("a")); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled context: %v", err)
	}
}

func ExampleJoiner() {
	var b strings.Builder
	j := Joiner{W: &b}
	for _, table := range []string{"1\tBern", "2\tBasel\n"} {
		if _, err := j.Append(context.Background(), strings.NewReader(table)); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(b.String())
	// Output:
	// 1	Bern
	// 2	Basel
}
