package job

import (
	"strings"
	"unicode/utf8"
)

// PlainText makes a printable string of bytes that may not be UTF-8 (old logs
// are in Latin-1), without blanks around it.
func PlainText(b []byte) string {
	s := string(b)
	if !utf8.Valid(b) {
		r := make([]rune, len(b))
		for i, c := range b {
			r[i] = rune(c)
		}
		s = string(r)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, s))
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || 0x7f <= r && r < 0xa0 }

// Shorten makes text fit into a message: at most about 40 characters, what
// can't be printed replaced.
func Shorten(b []byte) string {
	const most = 40
	cut := len(b) > most*utf8.UTFMax // whatever is in there
	if cut {
		b = b[:most*utf8.UTFMax]
	}
	out := make([]byte, 0, most+8)
	n := 0
	for len(b) > 0 {
		if n == most {
			cut = true
			break
		}
		r, size := utf8.DecodeRune(b)
		if isControl(r) {
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
		b = b[size:]
		n++
	}
	if cut {
		out = append(out, "…"...)
	}
	return string(out)
}
