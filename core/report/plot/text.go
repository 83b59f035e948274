package plot

import (
	"strings"
	"unicode/utf8"
)

// glyphs holds the advance widths of the characters from space to tilde in
// hundredths of an em, those of DejaVu Sans: one of the widest faces a browser
// falls back to. What fits here fits in Segoe, Roboto, Helvetica and San
// Francisco with a tenth to spare.
var glyphs = [95]uint8{
	32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
	64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
	60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
	63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
}

// bold is how much wider bold text is, wide how much wider titles are, in a
// bold serif as wide as DejaVu's.
const (
	bold = 1.15
	wide = 1.24
)

func runeWidth(r rune) float64 {
	switch {
	case r >= ' ' && r <= '~':
		return float64(glyphs[r-' ']) / 100
	case r < ' ' || r == 0x7f: // written as spaces
		return 0.32
	case r == '\u202f' || r == '\u2009':
		return 0.2
	case r == '\u00a0' || r == '·':
		return 0.32
	case r == '–':
		return 0.5
	case r >= '⁰' && r <= '⁹' || r == '¹' || r == '²' || r == '³':
		return 0.4
	case r < 0x590 && r != '×' && r != '±' && r != '÷':
		return 0.66
	case r >= 0x2190 && r <= 0x22ff || r < 0x590:
		return 0.84
	}
	return 1
}

// TextWidth is an upper estimate of the width of s, in pixels, as charts measure
// their words.
func TextWidth(s string, size float64) float64 { return textWidth(s, size) }

// textWidth is an upper estimate of the width of s, in pixels.
func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		w += runeWidth(r)
	}
	return w * size
}

// cut shortens s to width with an ellipsis; "" when not even that has room.
func cut(s string, size, width float64) string {
	if textWidth(s, size) <= width {
		return s
	}
	width -= size // the ellipsis
	if width < 0 {
		return ""
	}
	w, end := 0.0, 0
	for i, r := range s {
		w += runeWidth(r) * size
		if w > width {
			break
		}
		end = i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			end = i + 1
		}
	}
	return strings.TrimRight(s[:end], " ,;") + "…"
}

// wrap breaks s into at most most lines of width, a word that is longer within
// itself; the last one is cut.
func wrap(s string, size, width float64, most int) []string {
	var lines []string
	// Only plain spaces part words: "95 %" has one that does not break.
	for words := strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' }); len(words) > 0; {
		line := words[0]
		n := 1
		if len(lines) < most-1 && textWidth(line, size) > width {
			if k := fitting(line, size, width); k > 0 {
				lines = append(lines, line[:k])
				words[0] = line[k:]
				continue
			}
		}
		for n < len(words) && textWidth(line, size)+textWidth(words[n], size)+0.32*size <= width {
			line += " " + words[n]
			n++
		}
		if len(lines) == most-1 {
			return append(lines, cut(strings.Join(words, " "), size, width))
		}
		lines = append(lines, cut(line, size, width))
		words = words[n:]
	}
	return lines
}

// fitting is how many bytes of a word have room in a line; none when not even one
// character has.
func fitting(word string, size, width float64) (n int) {
	w := 0.0
	for i, r := range word {
		if w += runeWidth(r) * size; w > width {
			return i
		}
		n = i
	}
	return n
}

// appendText appends s as XML character data or attribute value: markup
// escaped, what XML does not allow replaced.
func appendText(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '&':
				b = append(b, "&amp;"...)
			case c == '<':
				b = append(b, "&lt;"...)
			case c == '>':
				b = append(b, "&gt;"...)
			case c == '"':
				b = append(b, "&quot;"...)
			case c == '\'':
				b = append(b, "&#39;"...)
			case c < ' ' || c == 0x7f:
				b = append(b, ' ')
			default:
				b = append(b, c)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == 0xfffe || r == 0xffff {
			r = utf8.RuneError
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}
