package query

import (
	"fmt"
	"regexp"
	"strings"
)

// A compiler turns syntax into conditions. It notes the last column named.
type compiler struct {
	schema *Schema
	text   string
	last   int
}

func (c *compiler) fail(off int, format string, args ...any) error {
	return &SyntaxError{c.text, off, fmt.Sprintf(format, args...)}
}

// where compiles a condition; blank text is nil, every record.
func (c *compiler) where(text string) (expr, error) {
	node, err := parse(whereParser, text)
	if node == nil {
		return nil, err
	}
	c.text = text
	return c.or(node)
}

func (c *compiler) or(n *orNode) (expr, error) {
	e := make([]expr, len(n.Terms))
	for i, t := range n.Terms {
		var err error
		if e[i], err = c.and(t); err != nil {
			return nil, err
		}
	}
	return anyOf(e), nil
}

func (c *compiler) and(n *andNode) (expr, error) {
	e := make([]expr, len(n.Terms))
	for i, t := range n.Terms {
		var err error
		if e[i], err = c.not(t); err != nil {
			return nil, err
		}
	}
	return allOf(e), nil
}

func (c *compiler) not(n *notNode) (e expr, err error) {
	if n.Paren != nil {
		e, err = c.or(n.Paren)
	} else {
		e, err = c.test(n.Test)
	}
	if err != nil {
		return nil, err
	}
	if n.Unknown != nil {
		e = unknownExpr{e, !n.Unknown.Not}
	}
	if len(n.Not)%2 == 1 {
		e = e.not()
	}
	return e, nil
}

func (c *compiler) test(n *testNode) (expr, error) {
	if n.Call != nil {
		return c.callTest(n.Call, n.Than)
	}
	col, err := c.column(n.Col)
	if err != nil {
		return nil, err
	}
	switch {
	case n.Compare.Null != nil:
		return nullExpr{col, !n.Compare.Null.Not}, nil
	case n.Compare.Op == "~":
		return c.pattern(col, n.Compare.Value)
	}
	return relation(n.Compare, func(op operator, v *value) (expr, error) {
		return c.compare(col, op, v)
	})
}

// A comparer compiles the comparison of what it stands for with a value.
type comparer func(op operator, v *value) (expr, error)

// relation compiles comparisons with one value or several.
func relation(n *compareNode, compare comparer) (e expr, err error) {
	switch {
	case n.Op != "":
		return compare(operators[n.Op], n.Value)
	case n.Between != nil:
		e, err = between(n.Between, compare)
	default:
		e, err = in(n.In, compare)
	}
	if err == nil && n.Not {
		e = e.not()
	}
	return e, err
}

func between(n *betweenNode, compare comparer) (expr, error) {
	low, err := compare(greater|equal, &n.Low)
	if err != nil {
		return nil, err
	}
	high, err := compare(less|equal, &n.High)
	if err != nil {
		return nil, err
	}
	return allOf([]expr{low, high}), nil
}

func in(values []*value, compare comparer) (expr, error) {
	e := make([]expr, len(values))
	for i, v := range values {
		var err error
		if e[i], err = compare(equal, v); err != nil {
			return nil, err
		}
	}
	return anyOf(e), nil
}

// compare compiles COLUMN OP VALUE.
func (c *compiler) compare(col int, op operator, v *value) (expr, error) {
	switch {
	case v.Number != nil:
		n, _ := ParseNumber([]byte(*v.Number))
		return numberExpr{col, op, n}, nil
	case v.Text != nil:
		return textExpr{col, op, unquote(*v.Text)}, nil
	}
	word := identifier(*v.Word)
	other, ok := c.lookup(word)
	if !ok {
		return nil, c.fail(v.Pos.Offset, "no column %q; write a text in quotes: %s", word, quote(word))
	}
	both := c.schema.Column(col).Kind == Numeric && c.schema.Column(other).Kind == Numeric
	return columnExpr{col, other, op, both}, nil
}

func (c *compiler) pattern(col int, v *value) (expr, error) {
	if v.Text == nil {
		return nil, c.fail(v.Pos.Offset, "after ~ comes a regular expression in quotes")
	}
	re, err := regexp.Compile(string(unquote(*v.Text)))
	if err != nil {
		msg := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		return nil, c.fail(v.Pos.Offset, "regular expression: %s", msg)
	}
	return patternExpr{col, re, false}, nil
}

// lookup finds a column that the query looks at.
func (c *compiler) lookup(name string) (col int, ok bool) {
	if col, ok = c.schema.Lookup(name); ok {
		c.last = max(c.last, col)
	}
	return col, ok
}

func (c *compiler) column(n *name) (int, error) {
	word := identifier(n.Word)
	if col, ok := c.lookup(word); ok {
		return col, nil
	}
	if f, ok := findFunction(n.Word); ok {
		return 0, c.fail(n.Pos.Offset, "no column %q; write %s", word, f.usage)
	}
	if near := c.schema.Nearest(word); near != "" {
		return 0, c.fail(n.Pos.Offset, "no column %q; did you mean %q?", word, near)
	}
	return 0, c.fail(n.Pos.Offset, "no column %q", word)
}

func (c *compiler) order(text string) ([]orderKey, error) {
	node, err := parse(orderParser, text)
	if node == nil {
		return nil, err
	}
	c.text = text
	keys := make([]orderKey, len(node.Keys))
	for i, k := range node.Keys {
		if keys[i], err = c.orderKey(k); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

func (c *compiler) orderKey(n *keyNode) (k orderKey, err error) {
	k.desc = strings.EqualFold(n.Direction, "desc")
	if n.Item.Call != nil {
		k.numeric = true
		k.distance, err = c.valueOf(n.Item.Call)
		return k, err
	}
	if k.col, err = c.column(n.Item.Col); err != nil {
		return k, err
	}
	k.numeric = c.schema.Column(k.col).Kind == Numeric
	return k, nil
}

// selection compiles a list of columns. Pseudo-columns are numbered behind those
// of the schema; it returns them too.
func (c *compiler) selection(text string) (cols []int, pseudo []*distance, err error) {
	node, err := parse(selectParser, text)
	if err != nil {
		return nil, nil, err
	}
	c.text = text
	if node == nil || node.All {
		return c.allColumns(), nil, nil
	}
	for _, n := range node.Items {
		var col int
		if n.Call == nil {
			col, err = c.column(n.Col)
		} else {
			col, pseudo, err = c.pseudoColumn(n.Call, pseudo)
		}
		if err != nil {
			return nil, nil, err
		}
		cols = append(cols, col)
	}
	return cols, pseudo, nil
}

// pseudoColumn adds a pseudo-column to list, unless it is there, and returns its
// number.
func (c *compiler) pseudoColumn(n *callNode, list []*distance) (int, []*distance, error) {
	d, err := c.valueOf(n)
	if err != nil {
		return 0, nil, err
	}
	for i := range list {
		if *list[i] == *d {
			return c.schema.NumColumns() + i, list, nil
		}
	}
	return c.schema.NumColumns() + len(list), append(list, d), nil
}

func (c *compiler) allColumns() []int {
	cols := make([]int, c.schema.NumColumns())
	for i := range cols {
		cols[i] = i
	}
	c.last = len(cols) - 1
	return cols
}
