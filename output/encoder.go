package output

import (
	"fmt"
	"slices"

	"geoscan/query"
)

// An Encoder formats rows. It is immutable and safe for concurrent use.
type Encoder struct {
	format Format
	header []byte // what comes before the first row
	json   jsonEncoder
	text   [3]int // where name, elevation and country_code lie in a row
}

// NewEncoder returns an encoder for rows of the columns sel of s. It fails if
// there is no such format, or if the format text lacks one of its columns.
func NewEncoder(f Format, s *query.Schema, sel []int, opt Options) (*Encoder, error) {
	e := &Encoder{format: f}
	switch f {
	case Text:
		if err := e.findTextColumns(s, sel); err != nil {
			return nil, err
		}
	case TSV, CSV:
		if !opt.NoHeader {
			e.header = e.AppendRow(nil, query.Row{Fields: names(s, sel)})
		}
	case JSON, NDJSON:
		e.json = newJSONEncoder(s, sel, opt.ScriptSafe)
	default:
		return nil, &FormatError{string(f)}
	}
	return e, nil
}

func names(s *query.Schema, sel []int) [][]byte {
	list := make([][]byte, len(sel))
	for i, col := range sel {
		list[i] = []byte(s.Column(col).Name)
	}
	return list
}

// TextColumns returns the names of the columns that the format text shows.
func TextColumns() []string { return []string{"name", "elevation", "country_code"} }

func (e *Encoder) findTextColumns(s *query.Schema, sel []int) error {
	for i, name := range TextColumns() {
		e.text[i] = slices.IndexFunc(sel, func(col int) bool { return s.Column(col).Name == name })
		if e.text[i] < 0 {
			return fmt.Errorf("format text shows column %q, which is not selected", name)
		}
	}
	return nil
}

// AppendRow appends r as the format writes it, line end included. Rows of
// several calls may be joined in any way for [Writer.WriteRows]; only there
// does it show which one is the first of a JSON array.
func (e *Encoder) AppendRow(dst []byte, r query.Row) []byte {
	switch e.format {
	case Text:
		return e.appendText(dst, r.Fields)
	case TSV:
		return appendTSV(dst, r.Fields)
	case CSV:
		return appendCSV(dst, r.Fields)
	case JSON:
		return e.json.appendRow(append(dst, rowSeparator...), r.Fields)
	default:
		return append(e.json.appendRow(dst, r.Fields), '\n')
	}
}

func (e *Encoder) appendText(dst []byte, fields [][]byte) []byte {
	dst = appendVisible(dst, fields[e.text[0]])
	dst = append(dst, " ("...)
	dst = appendVisible(dst, fields[e.text[1]])
	dst = append(dst, "m) - located in "...)
	dst = appendVisible(dst, fields[e.text[2]])
	return append(dst, '\n')
}

func appendTSV(dst []byte, fields [][]byte) []byte {
	for i, v := range fields {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = appendTSVValue(dst, v)
	}
	return append(dst, '\n')
}

func appendCSV(dst []byte, fields [][]byte) []byte {
	if len(fields) == 1 && len(fields[0]) == 0 {
		return append(dst, "\"\"\n"...)
	}
	for i, v := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendCSVValue(dst, v)
	}
	return append(dst, '\n')
}
