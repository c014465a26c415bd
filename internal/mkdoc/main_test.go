package main

import (
	"bytes"
	"os"
	"testing"
)

func TestLanguagePageIsCurrent(t *testing.T) {
	got, err := page("../../query/doc.go", "The query language")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/language.md is not what query/doc.go says; run go generate ./query")
	}
}
