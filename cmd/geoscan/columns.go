package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"geoscan/geonames"
	"geoscan/query"
)

const columnsHelp = `usage: geoscan columns

Lists the columns of a table, a line each: name, kind, unit, aliases, and what
the column holds. Queries name columns by name or alias, in any case.
`

// runColumns lists the columns.
func runColumns(_ context.Context, args []string, stdout, _ io.Writer) error {
	rest, err := parse(newFlags("geoscan columns"), args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(stdout, columnsHelp)
		return err
	case err != nil:
		return err
	case len(rest) > 0:
		return usagef("columns takes no arguments")
	}
	return listColumns(stdout, geonames.Schema())
}

// listColumns writes a line for each column of s.
func listColumns(w io.Writer, s *query.Schema) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for i := range s.NumColumns() {
		c := s.Column(i)
		fmt.Fprintf(t, "%s\t%v\t%s\t%s\t%s\n", c.Name, c.Kind, cmp.Or(c.Unit, "-"), cmp.Or(strings.Join(c.Aliases, ","), "-"), c.Doc)
	}
	return t.Flush()
}
