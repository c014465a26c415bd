package query

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

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
		Not     []string     `parser:"@'not'*"`
		Paren   *orNode      `parser:"( '(' @@ ')'"`
		Test    *testNode    `parser:"| @@ )"`
		Unknown *unknownNode `parser:"@@?"`
	}
	unknownNode struct {
		Not bool `parser:"'is' @'not'? 'unknown'"`
	}
	testNode struct {
		Call    *callNode    `parser:"( @@"`
		Than    *compareNode `parser:"  @@?"`
		Col     *name        `parser:"| @@"`
		Compare *compareNode `parser:"  @@ )"`
	}
	compareNode struct {
		Pos     lexer.Position
		Op      string       `parser:"( @Op"`
		Value   *value       `parser:"  @@"`
		Null    *nullNode    `parser:"| @@"`
		Not     bool         `parser:"| @'not'?"`
		In      []*value     `parser:"  ( 'in' '(' @@ ( ',' @@ )* ')'"`
		Between *betweenNode `parser:"  | @@ ) )"`
	}
	nullNode struct {
		Not bool `parser:"'is' @'not'? 'null'"`
	}
	betweenNode struct {
		Low  value `parser:"'between' @@"`
		High value `parser:"'and' @@"`
	}
	callNode struct {
		Pos  lexer.Position
		Func string   `parser:"@Word '('"`
		Args []*value `parser:"( @@ ( ',' @@ )* )? ')'"`
	}
	value struct {
		Pos    lexer.Position
		Number *string `parser:"  @Number"`
		Text   *string `parser:"| @Text"`
		Word   *string `parser:"| @( Word | Quoted )"`
	}
	name struct {
		Pos  lexer.Position
		Word string `parser:"@( Word | Quoted )"`
	}
	orderNode struct {
		Keys []*keyNode `parser:"@@ ( ',' @@ )*"`
	}
	keyNode struct {
		Item      itemNode `parser:"@@"`
		Direction string   `parser:"@( 'asc' | 'desc' )?"`
	}
	selectNode struct {
		All   bool        `parser:"  @'*'"`
		Items []*itemNode `parser:"| @@ ( ',' @@ )*"`
	}
	itemNode struct {
		Call *callNode `parser:"  @@"`
		Col  *name     `parser:"| @@"`
	}
)

// The lexer's rules, first match wins. A word is cut from a number that it
// follows at once, so that 8848m is an error and not a number.
var tokens = []lexer.SimpleRule{
	{Name: "Word", Pattern: `[\p{L}_][\p{L}\p{M}\p{N}_]*`},
	{Name: "Number", Pattern: `[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?`},
	{Name: "Text", Pattern: `'(?:[^']|'')*'`},
	{Name: "Quoted", Pattern: `"(?:[^"]|"")*"`},
	{Name: "Op", Pattern: `!=|<=|>=|=|<|>|~`},
	{Name: "Punct", Pattern: `[(),*]`},
	{Name: "blank", Pattern: `[ \t\r\n]+`},
	{Name: "Keyword", Pattern: `[^\s\S]`}, // none; keyword makes them of words
}

// isKeyword reports whether a word has a meaning wherever it stands, so that a
// column of that name is written in quotes. The word unknown has one only where
// no column can stand.
func isKeyword(word string) bool {
	switch strings.ToLower(word) {
	case "and", "or", "not", "in", "between", "is", "null", "asc", "desc":
		return true
	}
	return false
}

// The parsers are built by reflection, on first use: most processes need one
// of them and some none.
var (
	queryLexer   = sync.OnceValue(func() *lexer.StatefulDefinition { return lexer.MustSimple(tokens) })
	whereParser  = sync.OnceValue(build[orNode])
	orderParser  = sync.OnceValue(build[orderNode])
	selectParser = sync.OnceValue(build[selectNode])
)

func build[Node any]() *participle.Parser[Node] {
	keyword := queryLexer().Symbols()["Keyword"]
	return participle.MustBuild[Node](
		participle.Lexer(queryLexer()),
		participle.Map(func(t lexer.Token) (lexer.Token, error) {
			if isKeyword(t.Value) {
				t.Type = keyword
			}
			return t, nil
		}, "Word"),
		participle.CaseInsensitive("Keyword", "Word"),
		participle.UseLookahead(3),
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
	depth, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'', c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
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
	case rest[0] == '"' && unexpected == nil:
		e.Msg = "a name that no quote ends"
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
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// isWord reports whether a name is a plain word of the language.
func isWord(name string) bool {
	for i, r := range name {
		switch {
		case r == '_', unicode.IsLetter(r):
		case i > 0 && (unicode.IsNumber(r) || unicode.IsMark(r)):
		default:
			return false
		}
	}
	return name != ""
}
