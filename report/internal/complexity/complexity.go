// Package complexity counts what a reader has to read: lines of code, and
// branches to keep in mind, of each folder below a folder.
//
// A line of code is one that holds a token; blank lines and comments do not
// count. Cyclomatic complexity (T. J. McCabe, A Complexity Measure, 1976) is 1
// for each function, and 1 for each if, for, case of a switch or select except
// the default, && and ||; function literals add their branches to the function
// they stand in. Tests and generated files do not count. In C, which is read
// without a parser, the same words and operators and ?: are counted, and a
// function is a body in braces at the outermost level after a parenthesis.
package complexity

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// Count is what one folder holds.
type Count struct {
	Lines      int // of code
	Functions  int
	Complexity int    // summed over all functions
	Worst      int    // of the most complex function
	WorstName  string // its name
	C          bool   // some of it is C
}

// Folders counts the Go and C files directly in every folder below root.
// Folders without any, and testdata, are left out.
func Folders(root string) (map[string]Count, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	all := map[string]Count{}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "testdata" {
			continue
		}
		c, err := Folder(filepath.Join(root, e.Name()))
		if err != nil {
			return nil, err
		}
		if c.Lines > 0 {
			all[e.Name()] = c
		}
	}
	return all, nil
}

// Strategies is Folders without the one that tests the strategies and is none.
func Strategies(root string) (map[string]Count, error) {
	counts, err := Folders(root)
	delete(counts, "strategytest")
	return counts, err
}

// Folder counts the files directly in dir.
func Folder(dir string) (Count, error) {
	var c Count
	entries, err := os.ReadDir(dir)
	if err != nil {
		return c, err
	}
	for _, e := range entries {
		name := e.Name()
		var add func(name string, src []byte) error
		switch ext := filepath.Ext(name); {
		case strings.HasSuffix(name, "_test.go"):
			continue
		case ext == ".go":
			add = c.addGo
		case ext == ".c" || ext == ".h":
			add = c.addC
		default:
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return c, err
		}
		if err := add(filepath.Join(dir, name), src); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *Count) addGo(name string, src []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	c.Lines += goLines(src)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			c.function(funcName(f), branches(f.Body))
		}
	}
	if pre := preamble(file); pre != "" { // C in the comment above import "C"
		return c.addC(name, []byte(pre))
	}
	return nil
}

// function adds a function with n branches.
func (c *Count) function(name string, n int) {
	c.Functions++
	c.Complexity += n + 1
	if n+1 > c.Worst {
		c.Worst, c.WorstName = n+1, name
	}
}

func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

// goLines counts the lines on which a token stands.
func goLines(src []byte) int {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && lit == "\n" { // inserted, not written
			continue
		}
		first := file.Line(pos)
		for i := range 1 + strings.Count(lit, "\n") { // raw strings span lines
			lines[first+i] = true
		}
	}
}

// branches counts the decisions below n.
func branches(n ast.Node) int {
	count := 0
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			count++
		case *ast.CaseClause:
			if n.List != nil {
				count++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				count++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				count++
			}
		}
		return true
	})
	return count
}

// preamble is the C text above import "C", or "".
func preamble(file *ast.File) string {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Doc == nil || g.Tok != token.IMPORT {
			continue
		}
		for _, s := range g.Specs {
			if s.(*ast.ImportSpec).Path.Value == `"C"` {
				return commentText(g.Doc)
			}
		}
	}
	return ""
}

func commentText(g *ast.CommentGroup) string {
	var b bytes.Buffer
	for _, c := range g.List {
		s := strings.TrimPrefix(c.Text, "//")
		s = strings.TrimSuffix(strings.TrimPrefix(s, "/*"), "*/")
		fmt.Fprintln(&b, s)
	}
	return b.String()
}
