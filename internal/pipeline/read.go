package pipeline

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"geoscan"
	"geoscan/internal/chunk"
)

// ReadStrings returns a find for Scan that reads src line by line. Every line
// is a string of its own.
func ReadStrings(ctx context.Context, src geoscan.Source) func(*Lines[string]) error {
	return func(to *Lines[string]) error {
		r, err := src.Reader(ctx)
		if err != nil {
			return err
		}
		defer r.Close()
		return readStrings(bufio.NewReaderSize(r, 64<<10), to)
	}
}

func readStrings(r *bufio.Reader, to *Lines[string]) error {
	head, err := r.Peek(3)
	if err != nil && err != io.EOF {
		return err // Peek takes it out of the reader
	}
	if chunk.Begin(head) > 0 {
		n, _ := r.Discard(len(head))
		to.Skip(n)
	}
	for {
		line, err := readLine(r)
		if err != nil && err != io.EOF {
			return err
		}
		if line != "" {
			text := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if err := to.Add(text, len(line)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return to.Flush()
		}
	}
}

// readLine copies a line once, straight from the reader's buffer, unless it is
// longer than that.
func readLine(r *bufio.Reader) (string, error) {
	head, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return string(head), err
	}
	start := string(head)
	tail, err := r.ReadString('\n')
	return start + tail, err
}
