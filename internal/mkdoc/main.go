// Command mkdoc writes a package comment as a page of Markdown, so that what
// is told to users and what is told to builders is one text.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	title := flag.String("title", "", "heading of the page")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	page, err := page(filepath.Join(flag.Arg(0), "doc.go"), *title)
	if err == nil {
		err = os.WriteFile(*out, page, 0o644)
	}
	if err != nil {
		log.Fatal("mkdoc: ", err)
	}
}

// page returns the package comment of a Go file as Markdown.
func page(file, title string) ([]byte, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	var p comment.Parser
	doc := p.Parse(f.Doc.Text())
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
		DocLinkURL:   func(l *comment.DocLink) string { return "" },
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- Generated from query/doc.go by go generate. Do not edit. -->\n\n# %s\n\n", title)
	b.Write(printer.Markdown(doc))
	return b.Bytes(), nil
}
