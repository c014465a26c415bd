package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"geoscan/strategies"
)

func runList(_ context.Context, args []string, stdout, _ io.Writer) error {
	if len(args) > 0 {
		return usagef("list takes no arguments")
	}
	t := tabwriter.NewWriter(stdout, 0, 8, 2, ' ', 0)
	for _, s := range strategies.All() {
		title, _, _ := strings.Cut(s.Doc, ". ")
		streams := ""
		if s.Streams {
			streams = "streams"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", s.Name, streams, strings.TrimSuffix(title, "."))
	}
	return t.Flush()
}

// version is set by the linker for a release.
var version = "development"

func runVersion(_ context.Context, args []string, stdout, _ io.Writer) error {
	if len(args) > 0 {
		return usagef("version takes no arguments")
	}
	_, err := fmt.Fprintf(stdout, "geoscan %s%s, %s %s/%s\n", version, commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// commit returns ", commit HASH" if the build knows it.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return ", commit " + s.Value[:min(12, len(s.Value))]
		}
	}
	return ""
}

const helpHead = `geoscan answers queries on GeoNames tables (19 columns, tab-separated).

usage: geoscan [flags] [FILE…]     scan files; - is standard input
       geoscan VERB [arguments]

Without a file it reads $GEOSCAN_DATA, else data/allCountries.txt, else a small
embedded sample. Without query flags it lists the places above 8000 m, highest
first.

  geoscan -strategy threads -dop 6 allCountries.txt
  geoscan -where "country = 'NP' and elevation between 7000 and 8000" NP.txt
  geoscan -where "match('zurich') and near(47.4, 8.5, 100)" cities15000.txt
  geoscan -where "feature_code = 'PPLC'" -select name,population -order-by 'population desc' -limit 10 cities15000.txt

`

func runHelp(_ context.Context, args []string, stdout, _ io.Writer) error {
	if len(args) > 0 {
		return usagef("help takes no arguments; geoscan VERB -h tells about a verb")
	}
	var b strings.Builder
	b.WriteString(helpHead + "verbs:\n")
	for _, v := range verbs() {
		if v.doc != "" {
			fmt.Fprintf(&b, "  %-9s %s\n", v.name, v.doc)
		}
	}
	b.WriteString("\nflags:\n")
	fs := new(scanCommand).flags()
	fs.SetOutput(&b)
	fs.PrintDefaults()
	b.WriteString(helpTail)
	_, err := io.WriteString(stdout, b.String())
	return err
}

const helpTail = `
conditions: COLUMN = != < <= > >= NUMBER | 'TEXT' | COLUMN, in (…), between … and …,
  is null, is not null, ~ 'REGEXP'; near(LAT, LON, KM), bbox(WEST, SOUTH, EAST, NORTH),
  distance(LAT, LON) < KM, match('TEXT'); (…) is unknown; and, or, not, parentheses
-order-by and -select: columns and distance(LAT, LON), in km; geoscan columns lists the columns
exit status: 0 done, 1 input or output error, 2 wrong use, 130 interrupted
`
