package query

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold appends text to dst in a form that is the same for texts that differ in
// case or accents only. It is Unicode's form NFKD without accents, each letter
// in lower case, composed again; a few letters, such as ø and ß, and typographic
// apostrophes and hyphens become what people type for them. Bytes that are no
// UTF-8 stay. Folding a text twice is folding it once.
func fold(dst, text []byte) []byte {
	from, compose := len(dst), false
	letters := smallFolds()
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf:
			dst = append(dst, lower(byte(r)))
		case r < rune(len(letters)):
			dst = append(dst, letters[r]...)
		case r == utf8.RuneError && size == 1, isWhole(r):
			dst = append(dst, text[:size]...)
		default:
			dst = appendFold(dst, r)
			compose = true
		}
		text = text[size:]
	}
	if compose && !norm.NFC.IsNormal(dst[from:]) {
		dst = append(dst[:from], norm.NFC.Bytes(dst[from:])...)
	}
	return dst
}

// lower returns a letter of ASCII in lower case.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}

// isWhole reports whether r is one of the many characters without case and
// accents that fold to themselves: kana, most Chinese ones, syllables of Hangul.
func isWhole(r rune) bool {
	return 0x3041 <= r && r <= 0x3096 || 0x30a1 <= r && r <= 0x30fa ||
		0x4e00 <= r && r <= 0x9fff || 0xac00 <= r && r <= 0xd7a3
}

// smallFolds are the folded forms of the characters of most alphabets, up to
// Syriac and Thaana. None keeps a mark that would have to be put in order.
var smallFolds = sync.OnceValue(func() *[0x7c0]string {
	var t [0x7c0]string
	for r := range rune(len(t)) {
		t[r] = string(appendFold(nil, r))
	}
	return &t
})

// appendFold appends the folded form of r, decomposed.
func appendFold(dst []byte, r rune) []byte {
	var buf [utf8.UTFMax]byte
	char := buf[:utf8.EncodeRune(buf[:], r)]
	if d := norm.NFKD.Properties(char).Decomposition(); d != nil {
		char = d
	}
	for len(char) > 0 {
		r, size := utf8.DecodeRune(char)
		char = char[size:]
		if isDropped(r) {
			continue
		}
		if r = unicode.ToLower(unicode.ToUpper(r)); r >= utf8.RuneSelf {
			if s := plain(r); s != "" {
				dst = append(dst, s...)
				continue
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// isDropped reports whether r is an accent, a vowel point of a Semitic script,
// or an invisible character. Marks of other scripts are as much as letters.
func isDropped(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0x3099, r == 0x309a: // voiced sounds of kana
		return false
	case unicode.Is(unicode.Cf, r):
		return true
	}
	return unicode.Is(unicode.Mn, r) &&
		unicode.In(r, unicode.Inherited, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Syriac)
}

// plain returns what is typed for a letter that Unicode does not decompose; ""
// for others.
func plain(r rune) string {
	switch r {
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ß':
		return "ss"
	case 'þ':
		return "th"
	case 'ø':
		return "o"
	case 'ł':
		return "l"
	case 'đ', 'ð':
		return "d"
	case 'ħ':
		return "h"
	case 'ŧ':
		return "t"
	case '‘', '’', 'ʻ', 'ʼ', 'ʹ', '′':
		return "'"
	case '‐', '‒', '–', '−':
		return "-"
	}
	return ""
}
