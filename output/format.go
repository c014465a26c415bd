// Package output writes rows: as lines for people, as TSV or CSV, as JSON.
//
// An [Encoder] turns a row into bytes and is pure, so that many goroutines may
// format at once; a [Writer] buffers what goes to one place. [Create] makes a
// file that appears under its name only when it is complete.
//
// The formats, whose every byte is fixed:
//
//   - text: "NAME (ELEVATIONm) - located in COUNTRY", one a line, for people.
//     Characters that could drive a terminal or reorder a line (C0, DEL, C1,
//     bidi controls) are shown as <U+202E>, bytes that are no UTF-8 as <FF>.
//   - tsv: values byte for byte, but TAB, LF and CR inside one are written \t,
//     \n and \r. A backslash is data and stays single.
//   - csv: RFC 4180 with LF. Values are quoted where they must be; a lone empty
//     value is "", as an empty line would be no record. No value gets a guard
//     character.
//   - json, ndjson: an object a row, in one array or one a line. Values of
//     numeric columns are numbers with all their digits where the bytes are a
//     number in JSON, null where empty, else strings, as all other values
//     are. Each byte that is no UTF-8 becomes U+FFFD.
//
// A column that is selected twice is written twice in tsv and csv, and once,
// where it is named first, in JSON, whose objects can't name a thing twice.
package output

import (
	"fmt"
	"slices"
	"strings"

	"geoscan/query"
)

// A Format is a way to write rows.
type Format string

const (
	Text   Format = "text"
	TSV    Format = "tsv"
	CSV    Format = "csv"
	JSON   Format = "json"
	NDJSON Format = "ndjson"
)

// Formats returns the names of all formats, for help texts.
func Formats() []string {
	return []string{string(Text), string(TSV), string(CSV), string(JSON), string(NDJSON)}
}

// ParseFormat returns the format called name. The error is a *FormatError.
func ParseFormat(name string) (Format, error) {
	if !slices.Contains(Formats(), name) {
		return "", &FormatError{name}
	}
	return Format(name), nil
}

// A FormatError names a format that does not exist.
type FormatError struct{ Name string }

func (e *FormatError) Error() string {
	hint := ""
	if near := query.Nearest(e.Name, Formats()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Sprintf("no format %q%s (there are %s)", e.Name, hint, strings.Join(Formats(), ", "))
}

// Options vary a format. The zero value is a good choice.
type Options struct {
	NoHeader   bool // tsv, csv: leave out the line of column names
	ScriptSafe bool // json, ndjson: also escape / after <, U+2028 and U+2029, for use inside a script element
}
