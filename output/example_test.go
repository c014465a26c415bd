package output_test

import (
	"fmt"
	"os"
	"path/filepath"

	"geoscan/geonames"
	"geoscan/output"
	"geoscan/query"
)

// peaks are answers to the query that encoderFor prepares for.
var peaks = []query.Row{
	{Fields: [][]byte{[]byte("K2"), []byte("8611"), []byte("PK")}},
	{Fields: [][]byte{[]byte("Lhotse"), []byte("8516"), []byte("NP")}},
}

func encoderFor(f output.Format) *output.Encoder {
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		panic(err)
	}
	enc, err := output.NewEncoder(f, q.Schema(), q.Select(), output.Options{})
	if err != nil {
		panic(err)
	}
	return enc
}

func ExampleWriter() {
	for _, f := range []output.Format{output.Text, output.TSV, output.JSON} {
		out := output.NewWriter(os.Stdout, encoderFor(f))
		for _, r := range peaks {
			if err := out.Row(r); err != nil {
				fmt.Println(err)
			}
		}
		if err := out.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// K2 (8611m) - located in PK
	// Lhotse (8516m) - located in NP
	// name	elevation	country_code
	// K2	8611	PK
	// Lhotse	8516	NP
	// [
	// {"name":"K2","elevation":8611,"country_code":"PK"},
	// {"name":"Lhotse","elevation":8516,"country_code":"NP"}
	// ]
}

// Rows may be formatted by many goroutines and written by one.
func ExampleEncoder() {
	enc := encoderFor(output.CSV)
	var batch []byte
	for _, r := range peaks {
		batch = enc.AppendRow(batch, r)
	}
	out := output.NewWriter(os.Stdout, enc)
	out.WriteRows(batch)
	if err := out.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// name,elevation,country_code
	// K2,8611,PK
	// Lhotse,8516,NP
}

func ExampleCreate() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	f, err := output.Create(filepath.Join(dir, "peaks.txt"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Abort()
	out := output.NewWriter(f, encoderFor(output.Text))
	out.Row(peaks[0])
	if err := out.Close(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Commit())
	text, _ := os.ReadFile(filepath.Join(dir, "peaks.txt"))
	fmt.Print(string(text))
	// Output:
	// <nil>
	// K2 (8611m) - located in PK
}

func ExampleParseFormat() {
	_, err := output.ParseFormat("cvs")
	fmt.Println(err)
	// Output: no format "cvs"; did you mean "csv"? (there are text, tsv, csv, json, ndjson)
}
