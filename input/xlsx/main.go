package xlsx

import (
	"errors"
	"fmt"
	"strings"
)

// A mainPart is what the workbook's main part and its relationships say.
type mainPart struct {
	sheets  []sheet
	strings string // the part of the shared strings; "" if there is none
	styles  string // the part of the styles; "" if there is none
	from    epoch
}

// A sheet is one of the workbook's sheets of cells.
type sheet struct {
	name   string
	part   string
	hidden bool
}

// readMain reads the main part.
func (b *Book) readMain() error {
	byType, _, err := b.relations("")
	if err != nil {
		return err
	}
	name := byType["officeDocument"].part
	switch {
	case name == "":
		return errNotBook
	case strings.HasSuffix(name, ".bin"):
		return errBinary
	}
	data, err := b.readPart(name)
	if err != nil {
		return err
	}
	byType, byID, err := b.relations(name)
	if err != nil {
		return err
	}
	b.main.strings = byType["sharedStrings"].part
	b.main.styles = byType["styles"].part
	if root, err := rootName(data); err != nil {
		return &PartError{name, err}
	} else if root != "workbook" {
		return errNotBook
	}
	var bad error
	err = eachElement(data, func(element string, attrs map[string]string) {
		switch element {
		case "workbookPr":
			b.main.from.since1904 = isTrue(attrs["date1904"])
		case "sheet":
			if err := b.addSheet(attrs, byID); err != nil && bad == nil {
				bad = err
			}
		}
	})
	if err == nil {
		err = bad
	}
	if err != nil {
		return &PartError{name, err}
	}
	return nil
}

// addSheet adds a sheet unless it is one of charts, dialogs or macros.
func (b *Book) addSheet(attrs map[string]string, byID map[string]relation) error {
	rel, ok := byID[attrs["id"]]
	if !ok {
		return fmt.Errorf("says nowhere where sheet %q is", attrs["name"])
	}
	if rel.kind == "worksheet" {
		b.main.sheets = append(b.main.sheets, sheet{attrs["name"], rel.part, isHidden(attrs["state"])})
	}
	return nil
}

func isHidden(state string) bool { return state == "hidden" || state == "veryHidden" }

// isTrue reads a truth value of XML Schema.
func isTrue(s string) bool { return s == "1" || s == "true" }

var errNoRoot = errors.New("holds no element")

// rootName returns the local name of a document's root.
func rootName(data []byte) (string, error) {
	p := parser{buf: data}
	kind, err := p.next()
	if err != nil {
		return "", err
	}
	if kind != startTag {
		return "", errNoRoot
	}
	return string(p.local), nil
}

// eachElement calls do for every element of a small document, with its local
// name and its attributes by theirs.
func eachElement(data []byte, do func(name string, attrs map[string]string)) error {
	p := parser{buf: data}
	depth := 0
	for {
		kind, err := p.next()
		switch {
		case err != nil:
			return err
		case kind == atEnd && depth > 0:
			return errEnd
		case kind == atEnd:
			return nil
		case kind == endTag:
			depth--
			continue
		}
		name, attrs := string(p.local), make(map[string]string)
		empty, err := p.attributes(func(name, value []byte) error {
			text, err := appendDecoded(nil, value)
			attrs[string(name)] = string(text)
			return err
		})
		if err != nil {
			return err
		}
		if !empty {
			depth++
		}
		do(name, attrs)
	}
}
