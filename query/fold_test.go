package query

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"ABC xyz-09,'":          "abc xyz-09,'",
		"Zürich":                "zurich",
		"ZU\u0308RICH":          "zurich",
		"Łódź":                  "lodz",
		"Åre":                   "are",
		"Ærø":                   "aero",
		"Straße STRASSE":        "strasse strasse",
		"Đà Nẵng":               "da nang",
		"Þingvellir":            "thingvellir",
		"İzmir Iğdır":           "izmir igdir",
		"Hawaiʻi’s":             "hawai'i's",
		"Saint‑Denis–Nord":      "saint-denis-nord",
		"ﬁn Ｔｏｋｙｏ":              "fin tokyo",
		"Ὀδυσσεύς":              "οδυσσευσ",
		"ΟΔΥΣΣΕΥΣ":              "οδυσσευσ",
		"Йошкар-Ола, Ёлкино":    "иошкар-ола, елкино",
		"القُدْس أ":             "القدس ا",
		"יְרוּשָׁלַיִם":         "ירושלים",
		"पुणे":                  "पुणे", // vowels are letters
		"กรุงเทพ":               "กรุงเทพ",
		"ガ \u30ab\u3099 ｶﾞ":     "ガ ガ ガ",
		"한국 \u1112\u1161\u11ab": "한국 한",
		"北京":                    "北京",
		"so\u00adft\u200bly":    "softly",
		"bad\xff\xc3 É":         "bad\xff\xc3 e",
		"\xf0\x9f\x98\x80":      "\xf0\x9f\x98\x80",
	} {
		if got := string(fold(nil, []byte(text))); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
	if got := string(fold([]byte("É"), []byte("É"))); got != "Ée" {
		t.Errorf("behind other bytes: %q", got)
	}
}

// TestFoldForms folds every character: in its other forms it gives the same, and
// folding the outcome changes nothing.
func TestFoldForms(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		switch {
		case isWhole(r):
			if got := norm.NFC.Bytes(appendFold(nil, r)); string(got) != string(r) {
				t.Errorf("%q (%U) is not whole, but folds to %q", r, r, got)
			}
		case unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf) && !unicode.Is(unicode.Ideographic, r):
			checkFolds(t, r)
		}
	}
}

func checkFolds(t *testing.T, r rune) {
	text := []byte(string(r))
	want := fold(nil, text)
	if again := fold(nil, want); !bytes.Equal(again, want) {
		t.Errorf("%q (%U) folds to %q, and that to %q", r, r, want, again)
	}
	if bytes.Contains(norm.NFD.Bytes(text), []byte("\u0345")) {
		return // an iota below, which is a letter in upper case, but an accent for us
	}
	for name, form := range map[string][]byte{
		"decomposed": norm.NFD.Bytes(text), "composed": norm.NFC.Bytes(text), "compatible": norm.NFKC.Bytes(text),
		"folded": cases.Fold().Bytes(text), "upper": cases.Upper(language.Und).Bytes(text), "lower": []byte(string(unicode.ToLower(r))),
	} {
		if got := fold(nil, form); !bytes.Equal(got, want) {
			t.Errorf("%q (%U) folds to %q, %s to %q", r, r, want, name, got)
		}
	}
}

// slowMatch is match without any shortcut.
func slowMatch(text string, name, asciiname, alternatenames string) bool {
	folded := func(s string) string { return string(fold(nil, []byte(s))) }
	for _, f := range append(strings.Split(alternatenames, ","), name, asciiname) {
		if strings.Contains(folded(f), folded(text)) {
			return true
		}
	}
	return false
}

// names is a record of them.
type names [3]string

func (n *names) Len() int             { return len(n) }
func (n *names) Field(col int) []byte { return []byte(n[col]) }

// TestMatchShortcuts compares matches of random texts with slowMatch.
func TestMatchShortcuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	text := func(most int) string {
		var s strings.Builder
		for range rng.IntN(most + 1) {
			s.WriteString([]string{"a", "A", "b", "é", "e", "\u0301", "ß", "s", "S", ",", " ", "カ", "\u3099", "\xff", "，"}[rng.IntN(15)])
		}
		return s.String()
	}
	found := 0
	for range 20000 {
		want := text(3)
		if len(fold(nil, []byte(want))) == 0 {
			continue
		}
		e := matchExpr{cols: []int{0, 1, 2}, list: 2, text: []byte(want)}
		r := names{text(6), text(6), text(8)}
		if rng.IntN(2) == 0 {
			r[1] = r[0]
		}
		got := e.cond()(&r)
		if got != slowMatch(want, r[0], r[1], r[2]) || e.not().cond()(&r) == got {
			t.Fatalf("match(%q) in %q: %v", want, r, got)
		}
		if got {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d matches, which proves little", found)
	}
}
