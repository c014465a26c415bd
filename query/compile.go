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
	var e orExpr
	for _, t := range n.Terms {
		x, err := c.and(t)
		if err != nil {
			return nil, err
		}
		e = append(e, x)
	}
	if len(e) == 1 {
		return e[0], nil
	}
	return e, nil
}

func (c *compiler) and(n *andNode) (expr, error) {
	var e andExpr
	for _, t := range n.Terms {
		x, err := c.not(t)
		if err != nil {
			return nil, err
		}
		e = append(e, x)
	}
	if len(e) == 1 {
		return e[0], nil
	}
	return e, nil
}

func (c *compiler) not(n *notNode) (e expr, err error) {
	if n.Paren != nil {
		e, err = c.or(n.Paren)
	} else {
		e, err = c.test(n.Test)
	}
	if err == nil && len(n.Not)%2 == 1 {
		e = e.not()
	}
	return e, err
}

func (c *compiler) test(n *testNode) (e expr, err error) {
	col, err := c.column(n.Col)
	if err != nil {
		return nil, err
	}
	switch {
	case n.Null != nil:
		return nullExpr{col, !n.Null.Not}, nil
	case n.Compare != nil && n.Compare.Op == "~":
		return c.pattern(col, n.Compare.Value)
	case n.Compare != nil:
		return c.compare(col, operators[n.Compare.Op], n.Compare.Value)
	case n.Between != nil:
		e, err = c.between(col, n.Between)
	default:
		e, err = c.in(col, n.In)
	}
	if err == nil && n.Not {
		e = e.not()
	}
	return e, err
}

func (c *compiler) between(col int, n *betweenNode) (expr, error) {
	low, err := c.compare(col, greater|equal, n.Low)
	if err != nil {
		return nil, err
	}
	high, err := c.compare(col, less|equal, n.High)
	return andExpr{low, high}, err
}

func (c *compiler) in(col int, values []*value) (expr, error) {
	var e orExpr
	for _, v := range values {
		x, err := c.compare(col, equal, *v)
		if err != nil {
			return nil, err
		}
		e = append(e, x)
	}
	return e, nil
}

// compare compiles COLUMN OP VALUE.
func (c *compiler) compare(col int, op operator, v value) (expr, error) {
	switch {
	case v.Number != nil:
		n, _ := ParseNumber([]byte(*v.Number))
		return numberExpr{col, op, n}, nil
	case v.Text != nil:
		return textExpr{col, op, unquote(*v.Text)}, nil
	}
	other, ok := c.schema.Lookup(*v.Word)
	if !ok {
		return nil, c.fail(v.Pos.Offset, "no column %q; write a text in quotes: '%s'", *v.Word, *v.Word)
	}
	c.last = max(c.last, other)
	both := c.schema.Column(col).Kind == Numeric && c.schema.Column(other).Kind == Numeric
	return columnExpr{col, other, op, both}, nil
}

func (c *compiler) pattern(col int, v value) (expr, error) {
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

func unquote(s string) []byte {
	return []byte(strings.ReplaceAll(s[1:len(s)-1], "''", "'"))
}

func (c *compiler) column(n name) (int, error) {
	col, ok := c.schema.Lookup(n.Word)
	if ok {
		c.last = max(c.last, col)
		return col, nil
	}
	if near := c.schema.Nearest(n.Word); near != "" {
		return 0, c.fail(n.Pos.Offset, "no column %q; did you mean %q?", n.Word, near)
	}
	return 0, c.fail(n.Pos.Offset, "no column %q", n.Word)
}

func (c *compiler) order(text string) ([]orderKey, error) {
	node, err := parse(orderParser, text)
	if node == nil {
		return nil, err
	}
	c.text = text
	var keys []orderKey
	for _, k := range node.Keys {
		col, err := c.column(k.Col)
		if err != nil {
			return nil, err
		}
		keys = append(keys, orderKey{
			col:     col,
			numeric: c.schema.Column(col).Kind == Numeric,
			desc:    strings.EqualFold(k.Direction, "desc"),
		})
	}
	return keys, nil
}

func (c *compiler) selection(text string) ([]int, error) {
	node, err := parse(selectParser, text)
	if err != nil {
		return nil, err
	}
	c.text = text
	if node == nil || node.All {
		return c.allColumns(), nil
	}
	var cols []int
	for _, n := range node.Cols {
		col, err := c.column(*n)
		if err != nil {
			return nil, err
		}
		cols = append(cols, col)
	}
	return cols, nil
}

func (c *compiler) allColumns() []int {
	cols := make([]int, c.schema.NumColumns())
	for i := range cols {
		cols[i] = i
	}
	c.last = len(cols) - 1
	return cols
}
