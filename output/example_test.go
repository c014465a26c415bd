package output_test

import (
	"fmt"
	"os"

	"geoscan/geonames"
	"geoscan/output"
	"geoscan/query"
)

func Example() {
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		fmt.Println(err)
		return
	}
	enc, err := output.NewEncoder(output.Text, q.Schema(), q.Select(), output.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := output.NewWriter(os.Stdout, enc)
	out.Row(query.Row{Fields: [][]byte{[]byte("K2"), []byte("8611"), []byte("PK")}})
	if err := out.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: K2 (8611m) - located in PK
}
