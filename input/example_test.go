package input_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"geoscan/input"
)

// The table in an archive is read like any other input.
func ExampleOptions() {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for name, text := range map[string]string{"cities.txt": "1\tParis\n2\tLima\n", "countries.txt": "FR\tFrance\n"} {
		w, _ := z.Create(name)
		io.WriteString(w, text)
	}
	z.Close()

	_, err := input.Memory("places.zip", archive.Bytes())
	fmt.Println(err != nil) // which of the two tables is not clear

	src, err := input.Options{Member: "cities.txt"}.Memory("places.zip", archive.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	r, err := src.Reader(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	io.Copy(os.Stdout, r)
	// Output:
	// true
	// 1	Paris
	// 2	Lima
}
