package query

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A SyntaxError says what is wrong with a query and where.
type SyntaxError struct {
	Text string // the part of the query that holds the error
	Off  int    // byte offset in Text; len(Text) where something is missing at the end
	Msg  string
}

func (e *SyntaxError) Error() string {
	if e.Text == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s (at character %d of %q)", e.Msg, e.Char(), e.Text)
}

// Char returns the position in characters, from 1, as people count them.
func (e *SyntaxError) Char() int { return utf8.RuneCountInString(e.Text[:e.Off]) + 1 }

// The tree that the parser fills. Each type is one rule of the grammar; doc.go
// tells what it means.
type (
	orNode struct {
		Terms []*andNode `parser:"@@ ( 'or' @@ )*"`
	}
	andNode struct {
		Terms []*notNode `parser:"@@ ( 'and' @@ )*"`
	}
	notNode struct {
		Not   []string  `parser:"@'not'*"`
		Paren *orNode   `parser:"( '(' @@ ')'"`
		Test  *testNode `parser:"| @@ )"`
	}
	testNode struct {
		Col     name         `parser:"@@"`
		Compare *compareNode `parser:"( @@"`
		Null    *nullNode    `parser:"| @@"`
		Not     bool         `parser:"| @'not'?"`
		In      []*value     `parser:"  ( 'in' '(' @@ ( ',' @@ )* ')'"`
		Between *betweenNode `parser:"  | @@ ) )"`
	}
	compareNode struct {
		Op    string `parser:"@Op"`
		Value value  `parser:"@@"`
	}
	nullNode struct {
		Not bool `parser:"'is' @'not'? 'null'"`
	}
	betweenNode struct {
		Low  value `parser:"'between' @@"`
		High value `parser:"'and' @@"`
	}
	value struct {
		Pos    lexer.Position
		Number *string `parser:"  @Number"`
		Text   *string `parser:"| @Text"`
		Word   *string `parser:"| @Word"`
	}
	name struct {
		Pos  lexer.Position
		Word string `parser:"@Word"`
	}
	orderNode struct {
		Keys []*keyNode `parser:"@@ ( ',' @@ )*"`
	}
	keyNode struct {
		Col       name   `parser:"@@"`
		Direction string `parser:"@( 'asc' | 'desc' )?"`
	}
	selectNode struct {
		All  bool    `parser:"  @'*'"`
		Cols []*name `parser:"| @@ ( ',' @@ )*"`
	}
)

// The lexer's rules, first match wins. A word is cut from a number that it
// follows at once, so that 8848m is an error and not a number.
var tokens = []lexer.SimpleRule{
	{Name: "Keyword", Pattern: `(?i)(?:and|or|not|in|between|is|null|asc|desc)\b`},
	{Name: "Word", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
	{Name: "Number", Pattern: `[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?`},
	{Name: "Text", Pattern: `'(?:[^']|'')*'`},
	{Name: "Op", Pattern: `!=|<=|>=|=|<|>|~`},
	{Name: "Punct", Pattern: `[(),*]`},
	{Name: "blank", Pattern: `[ \t\r\n]+`},
}

// The parsers are built by reflection, on first use: most processes need one
// of them and some none.
var (
	queryLexer   = sync.OnceValue(func() lexer.Definition { return lexer.MustSimple(tokens) })
	whereParser  = sync.OnceValue(build[orNode])
	orderParser  = sync.OnceValue(build[orderNode])
	selectParser = sync.OnceValue(build[selectNode])
)

func build[Node any]() *participle.Parser[Node] {
	return participle.MustBuild[Node](
		participle.Lexer(queryLexer()),
		participle.CaseInsensitive("Keyword"),
		participle.UseLookahead(2),
	)
}

// maxDepth bounds parentheses, since the parser recurses into them.
const maxDepth = 1000

// parse reads text as a Node. A blank text is none: nil.
func parse[Node any](parser func() *participle.Parser[Node], text string) (*Node, error) {
	if strings.Trim(text, " \t\r\n") == "" {
		return nil, nil
	}
	if err := checkDepth(text); err != nil {
		return nil, err
	}
	node, err := parser().ParseString("", text)
	if err != nil {
		return nil, syntaxError(text, err)
	}
	return node, nil
}

func checkDepth(text string) error {
	depth, quoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case quoted:
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
		if depth > maxDepth {
			return &SyntaxError{text, i, fmt.Sprintf("more than %d open parentheses", maxDepth)}
		}
	}
	return nil
}

// syntaxError says in the words of the language what the parser found.
func syntaxError(text string, err error) error {
	perr, ok := err.(participle.Error)
	if !ok {
		return &SyntaxError{text, 0, err.Error()}
	}
	off := min(perr.Position().Offset, len(text))
	rest := text[off:]
	e := &SyntaxError{Text: text, Off: off}
	unexpected, _ := err.(*participle.UnexpectedTokenError)
	switch {
	case rest == "":
		e.Msg = "something is missing at the end"
	case rest[0] == '\'' && unexpected == nil:
		e.Msg = "a text that no quote ends"
	case unexpected != nil:
		e.Msg = fmt.Sprintf("unexpected %s", quoteToken(unexpected.Unexpected.Value))
	default:
		r, _ := utf8.DecodeRuneInString(rest)
		e.Msg = fmt.Sprintf("unexpected %q", r)
	}
	return e
}

func quoteToken(s string) string {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return fmt.Sprintf("%q", s)
}
