package query

import (
	"fmt"
	"strings"
)

// A Kind says how the fields of a column are ordered and shown.
type Kind uint8

const (
	Bytes   Kind = iota // ordered bytewise
	Numeric             // ordered as numbers; a field that is no number comes last
)

func (k Kind) String() string {
	if k == Numeric {
		return "number"
	}
	return "text"
}

// A Column is a field's place in the record and its names.
type Column struct {
	Name    string
	Aliases []string
	Kind    Kind
	Unit    string // "m", "degrees"; empty where there is none
	Doc     string // one line
}

// A Schema is the list of a table's columns. It is immutable and safe for
// concurrent use.
type Schema struct {
	cols   []Column
	byName map[string]int
}

// NewSchema makes a schema of cols. Names and aliases are matched without
// regard to case; one that is used twice is an error.
func NewSchema(cols ...Column) (*Schema, error) {
	s := &Schema{cols: cols, byName: make(map[string]int)}
	for i, c := range cols {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			key := strings.ToLower(name)
			if _, dup := s.byName[key]; dup {
				return nil, fmt.Errorf("column %q is named twice", name)
			}
			s.byName[key] = i
		}
	}
	return s, nil
}

// NumColumns returns how many fields a well-formed record has.
func (s *Schema) NumColumns() int { return len(s.cols) }

// Column returns the column at place i, from 0.
func (s *Schema) Column(i int) Column { return s.cols[i] }

// Lookup finds a column by name or alias, in any case.
func (s *Schema) Lookup(name string) (col int, ok bool) {
	col, ok = s.byName[strings.ToLower(name)]
	return col, ok
}

// Nearest returns the column name most like name, or "" if none is.
func (s *Schema) Nearest(name string) string {
	names := make([]string, 0, len(s.byName))
	for _, c := range s.cols {
		names = append(append(names, c.Name), c.Aliases...)
	}
	return Nearest(name, names)
}

// Nearest returns what a misspelt or shortened word may have meant: the
// candidate with the smallest edit distance to name, if that is at most a third
// of its length, else the first that begins with it, else "".
func Nearest(name string, candidates []string) string {
	best, dist := "", len(name)/3+1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d <= dist && d < len(c) {
			if d < dist || best == "" {
				best, dist = c, d
			}
		}
	}
	for _, c := range candidates {
		if best == "" && len(name) > 1 && strings.HasPrefix(strings.ToLower(c), strings.ToLower(name)) {
			best = c
		}
	}
	return best
}

// editDistance is Levenshtein's distance in bytes, by the row-wise dynamic
// programme of Wagner and Fischer (1974).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
