package query

// Text is a query as people write it. The zero value asks for every record.
type Text struct {
	Where   string // "" means every record
	OrderBy string // "elevation desc, name"; "" means file order
	Select  string // columns in the order shown; "" means every column
	Limit   int64  // at most so many rows; 0 means all
}

// A Query is a compiled Text. It is immutable and safe for concurrent use.
type Query struct {
	schema *Schema
	rows   *Schema // with the pseudo-columns of the selection
	expr   expr    // nil: every record
	where  cond    // of expr
	ranges []Range
	order  []orderKey
	sel    []int       // those from schema.NumColumns() on are pseudo-columns
	pseudo []*distance // of the selection
	limit  int64
	last   int
}

// A Record gives the fields of one record. The bytes are valid until the next
// record and are not to be changed.
type Record interface {
	Len() int             // how many fields it has
	Field(col int) []byte // 0 <= col < Len()
}

// A cond reports whether a record certainly meets a condition.
type cond func(Record) bool

// An orderKey is one key of ORDER BY.
type orderKey struct {
	col      int
	distance *distance // in place of a column
	numeric  bool
	desc     bool
}

// Compile reads text against the columns of s. An error in the text is a
// *SyntaxError.
func Compile(text Text, s *Schema) (*Query, error) {
	q := &Query{schema: s, limit: text.Limit, last: -1}
	c := compiler{schema: s}
	if text.Limit < 0 {
		return nil, &SyntaxError{Msg: "a limit can't be negative"}
	}
	if err := q.compileWhere(&c, text.Where); err != nil {
		return nil, err
	}
	var err error
	if q.order, err = c.order(text.OrderBy); err != nil {
		return nil, err
	}
	if q.sel, q.pseudo, err = c.selection(text.Select); err != nil {
		return nil, err
	}
	q.rows = s.withDistances(q.pseudo)
	q.last = c.last
	return q, nil
}

func (q *Query) compileWhere(c *compiler, text string) error {
	e, err := c.where(text)
	if err != nil || e == nil {
		return err
	}
	q.expr = e
	q.where = e.cond()
	q.ranges = e.ranges()
	return nil
}

// Schema returns the schema that the query was compiled against.
func (q *Query) Schema() *Schema { return q.schema }

// RowSchema returns the schema that names the columns of a row: the table's, and
// behind them the pseudo-columns that the query selects.
func (q *Query) RowSchema() *Schema { return q.rows }

// Select returns the columns of a row in order, by their places in RowSchema.
// The slice is not to be changed.
func (q *Query) Select() []int { return q.sel }

// Limit returns how many rows are wanted at most; 0 means all.
func (q *Query) Limit() int64 { return q.limit }

// Ordered reports whether rows come in another order than the file's.
func (q *Query) Ordered() bool { return len(q.order) > 0 }

// LastColumn returns the last column that the query looks at, -1 if none: a
// strategy need not split a record further, though it must count its fields.
func (q *Query) LastColumn() int { return q.last }

// Ranges returns conditions that every answer meets, for a kernel or an index
// to skip records by. They are weaker than the query, so what they let through
// must still be offered. The slice is not to be changed.
func (q *Query) Ranges() []Range { return q.ranges }

// Match reports whether a well-formed record answers the query.
func (q *Query) Match(r Record) bool { return q.where == nil || q.where(r) }
