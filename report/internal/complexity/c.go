package complexity

import (
	"regexp"
	"strings"
)

// addC counts C source. It cannot fail: what it does not understand it skips.
func (c *Count) addC(_ string, src []byte) error {
	text := stripC(string(src))
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			c.Lines++
			c.C = true
		}
	}
	c.functionsC(directiveC.ReplaceAllString(text, ""))
	return nil
}

var (
	directiveC = regexp.MustCompile(`(?m)^[ \t]*#.*$`)
	decisionC  = regexp.MustCompile(`\b(?:if|for|while|case)\b|&&|\|\||\?`)
	wordC      = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// functionsC finds bodies in braces at the outermost level that follow a closing
// parenthesis, and counts the decisions in them.
func (c *Count) functionsC(text string) {
	depth, start, head := 0, 0, 0
	for i, r := range text {
		switch r {
		case '{':
			if depth == 0 {
				start = i
			}
			depth++
		case '}':
			depth--
			if depth == 0 {
				if name := nameC(text[head:start]); name != "" {
					c.function(name, len(decisionC.FindAllString(text[start:i], -1)))
				}
				head = i + 1
			}
		case ';':
			if depth == 0 {
				head = i + 1
			}
		}
	}
}

// nameC is the name of the function that head declares, or "".
func nameC(head string) string {
	head = strings.TrimSpace(head)
	if !strings.HasSuffix(head, ")") {
		return ""
	}
	open := strings.Index(head, "(")
	words := wordC.FindAllString(head[:max(open, 0)], -1)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// stripC empties comments and the inside of literals, and keeps the line ends.
func stripC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "//"):
			i = skip(&b, s, i, "\n") - 1
		case strings.HasPrefix(s[i:], "/*"):
			i = skip(&b, s, i+2, "*/") + 1
		case s[i] == '"' || s[i] == '\'':
			i = literal(&b, s, i)
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// skip moves from i to the next end, writes the line ends it passes, and
// returns where the end begins.
func skip(b *strings.Builder, s string, i int, end string) int {
	n := strings.Index(s[i:], end)
	if n < 0 {
		n = len(s) - i
	}
	b.WriteString(strings.Repeat("\n", strings.Count(s[i:i+n], "\n")))
	return i + n
}

// literal writes a literal's quotes only, and returns where it ends.
func literal(b *strings.Builder, s string, i int) int {
	quote := s[i]
	b.WriteByte(quote)
	for i++; i < len(s) && s[i] != quote && s[i] != '\n'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	if i < len(s) {
		b.WriteByte(s[i])
	}
	return i
}
