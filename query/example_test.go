package query_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"geoscan/query"
)

// A line is a record of fields with tabs between them.
type line string

func (l line) Len() int             { return strings.Count(string(l), "\t") + 1 }
func (l line) Field(col int) []byte { return []byte(strings.Split(string(l), "\t")[col]) }

func mountains() *query.Schema {
	s, err := query.NewSchema(
		query.Column{Name: "name", Doc: "name of the mountain"},
		query.Column{Name: "height", Aliases: []string{"h"}, Kind: query.Numeric, Unit: "m"},
	)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

func ExampleCompile() {
	q, err := query.Compile(query.Text{Where: "height > 8000 and not name ~ '^L'"}, mountains())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(q.Match(line("K2\t8611")), q.Match(line("Lhotse\t8516")), q.Match(line("Nameless\t")))
	// Output: true false false
}

func ExampleSyntaxError() {
	_, err := query.Compile(query.Text{Where: "heigth > 8000"}, mountains())
	fmt.Println(err)
	var serr *query.SyntaxError
	if errors.As(err, &serr) {
		fmt.Printf("%s\n%*s\n", serr.Text, serr.Char(), "^")
	}
	// Output:
	// no column "heigth"; did you mean "height"? (at character 1 of "heigth > 8000")
	// heigth > 8000
	// ^
}

func ExampleQuery_Ranges() {
	q, err := query.Compile(query.Text{Where: "h > 8000 and h <= 8500.5 or h = 7"}, mountains())
	if err != nil {
		log.Fatal(err)
	}
	r := q.Ranges()[0]
	for _, field := range []string{"6", "7", "8000", "8500.5", "8501", ""} {
		fmt.Printf("%q: %v\n", field, r.Admits([]byte(field)))
	}
	// Output:
	// "6": false
	// "7": true
	// "8000": true
	// "8500.5": true
	// "8501": false
	// "": false
}

func ExampleCollector() {
	q, err := query.Compile(query.Text{OrderBy: "height desc", Limit: 2}, mountains())
	if err != nil {
		log.Fatal(err)
	}
	c := query.NewCollector(context.Background(), q, func(r query.Row) error {
		fmt.Printf("%s at offset %d\n", r.Fields[0], r.Off)
		return nil
	})
	second, first := c.Part(1), c.Part(0) // in any order, from any goroutine
	second.Offer(22, line("Everest\t8849"))
	second.Offer(35, line("malformed"))
	second.Close(nil)
	first.Offer(0, line("K2\t8611"))
	first.Offer(8, line("Annapurna\t8091"))
	first.Close(nil)
	c.EndInput()
	stats, err := c.Finish()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Records, "records,", stats.Malformed, "malformed,", stats.Rows, "rows")
	// Output:
	// Everest at offset 22
	// K2 at offset 0
	// 4 records, 1 malformed, 2 rows
}

func ExampleNumber_Cmp() {
	a, _ := query.ParseNumber([]byte("9007199254740993"))
	b, _ := query.ParseNumber([]byte("9007199254740992.5"))
	fmt.Println(a.Cmp(b), b.Cmp(a), a.Cmp(a))
	// Output: 1 -1 0
}

func ExampleSchema_Lookup() {
	col, ok := mountains().Lookup("H")
	fmt.Println(col, ok, mountains().Column(col).Unit)
	// Output: 1 true m
}

func ExampleNearest() {
	fmt.Println(query.Nearest("thread", []string{"naive", "helper", "threads"}))
	// Output: threads
}
