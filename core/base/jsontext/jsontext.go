// Package jsontext reads JSON where more must be told than encoding/json tells: the
// line of a fault, the order of an object's members, a member given twice. A text is checked once, in one
// pass; its values are parts of it and hold nothing of their own.
package jsontext

import (
	"errors"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is how deep values may stand in each other.
const MaxDepth = 64

// Kind is what a value is.
type Kind uint8

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kinds = [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}

func (k Kind) String() string { return kinds[k] }

// Sniff says whether a text is a JSON object, by its first bytes.
func Sniff(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{")
}

// Value is a part of a text that Read has found sound.
type Value struct {
	text     string // the whole
	from, to int
}

// Read checks a text: one value, well formed, no member of an object twice, not
// deeper than MaxDepth. How long it may be is for the caller to say.
func Read(text string) (Value, error) {
	s := scanner{text: text}
	s.space()
	v := Value{text, s.at, 0}
	if err := s.value(0); err != nil {
		return Value{}, err
	}
	v.to = s.at
	if s.space(); s.at < len(text) {
		return Value{}, s.fault("more follows after the end of the value: remove it")
	}
	return v, nil
}

// Kind tells what the value is.
func (v Value) Kind() Kind {
	if v.from >= len(v.text) {
		return Null
	}
	switch v.text[v.from] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Line is the line of the text in which the value begins, from 1.
func (v Value) Line() int { return line(v.text, v.from) }

// LineFrom is Line, counted on from a value before it whose line is known: that of
// many is not counted from the beginning each time.
func (v Value) LineFrom(before Value, line int) int {
	return line + strings.Count(v.text[before.from:v.from], "\n")
}

// Raw is the value as it was written.
func (v Value) Raw() string { return v.text[v.from:v.to] }

// Compact is the value without the space between its parts.
func (v Value) Compact() string {
	var b strings.Builder
	quoted := false
	for i := v.from; i < v.to; i++ {
		c := v.text[i]
		switch {
		case quoted && c == '\\':
			b.WriteByte(c)
			i++
			c = v.text[i]
		case c == '"':
			quoted = !quoted
		case !quoted && isSpace(c):
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// Text is the text that a String stands for.
func (v Value) Text() string { return unquote(v.Raw()) }

// Float is a Number; false when it is beyond what a float64 holds.
func (v Value) Float() (float64, bool) {
	f, err := strconv.ParseFloat(v.Raw(), 64)
	return f, err == nil
}

// Members are those of an Object, in their order.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		v.parts('{', func(key string, part Value) bool { return yield(key, part) })
	}
}

// Elements are those of an Array, with their indices.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		n := -1
		v.parts('[', func(_ string, part Value) bool { n++; return yield(n, part) })
	}
}

// parts walks over what stands directly in an object or array.
func (v Value) parts(open byte, yield func(string, Value) bool) {
	if v.from >= len(v.text) || v.text[v.from] != open {
		return
	}
	s := scanner{text: v.text, at: v.from + 1}
	for {
		s.space()
		if c := v.text[s.at]; c == '}' || c == ']' {
			return
		}
		key := ""
		if open == '{' {
			from := s.at
			s.skip()
			key = unquote(v.text[from:s.at])
			s.space()
			s.at++ // the colon
			s.space()
		}
		from := s.at
		s.skip()
		if !yield(key, Value{v.text, from, s.at}) {
			return
		}
		if s.space(); v.text[s.at] == ',' {
			s.at++
		}
	}
}

// Quote writes a text as JSON.
func Quote(s string) string { return string(AppendQuote(nil, s)) }

// Short is a text in an error: quoted, and only its beginning when that would
// be long.
func Short(s string) string {
	const most = 60
	full := strconv.Quote(s[:min(len(s), most)])
	if len(s) <= most && len(full) <= most+2 {
		return full
	}
	// The beginning that fits; of what is escaped to the fourfold, less.
	for n := min(len(s), most) - 3; ; n /= 2 {
		if cut := strconv.Quote(strings.ToValidUTF8(s[:n], "")); len(cut) <= most || n == 0 {
			return cut[:len(cut)-1] + `..."`
		}
	}
}

// AppendQuote appends a text as JSON.
func AppendQuote(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || r == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func line(text string, at int) int { return 1 + strings.Count(text[:min(at, len(text))], "\n") }

// scanner goes over a text.
type scanner struct {
	text string
	at   int
}

func (s *scanner) fault(why string) error {
	return errors.New("line " + strconv.Itoa(line(s.text, s.at)) + ": " + why)
}

// here is what stands at the place, for people.
func (s *scanner) here() string {
	if s.at >= len(s.text) {
		return "the end of the text"
	}
	end := s.at
	for end < len(s.text) && end < s.at+20 && s.text[end] > ' ' && !strings.ContainsRune(",:[]{}", rune(s.text[end])) {
		end++
	}
	if end == s.at {
		end++
	}
	return strconv.Quote(s.text[s.at:end])
}

func (s *scanner) space() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// value checks one value.
func (s *scanner) value(depth int) error {
	if depth > MaxDepth {
		return s.fault("values stand more than " + strconv.Itoa(MaxDepth) + " deep in each other: such a file is no description, write " +
			"it flatter")
	}
	switch c := s.peek(); {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.array(depth)
	case c == '"':
		return s.quoted()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s.text[s.at:], word) {
			s.at += len(word)
			return nil
		}
	}
	return s.fault(s.here() + " where a value belongs: JSON has numbers, \"texts\", [lists], {objects}, true, false and null")
}

func (s *scanner) object(depth int) error {
	s.at++
	seen := map[string]bool{}
	for first := true; ; first = false {
		s.space()
		if s.peek() == '}' && first {
			break
		}
		from := s.at
		if s.peek() != '"' {
			return s.fault(s.here() + " where the name of a member belongs: write \"name\": value, and no comma before }")
		}
		if err := s.quoted(); err != nil {
			return err
		}
		key := unquote(s.text[from:s.at])
		if seen[key] {
			return s.fault(Short(key) + " is given twice in one object: leave one of them")
		}
		seen[key] = true
		if s.space(); s.peek() != ':' {
			return s.fault(s.here() + " after the name " + Short(key) + ": write a colon and the value")
		}
		s.at++
		s.space()
		if err := s.value(depth + 1); err != nil {
			return err
		}
		s.space()
		if s.peek() == '}' {
			break
		}
		if s.peek() != ',' {
			return s.fault(s.here() + " in an object: write a comma before the next member, or } at the end")
		}
		s.at++
	}
	s.at++
	return nil
}

func (s *scanner) array(depth int) error {
	s.at++
	for first := true; ; first = false {
		s.space()
		if s.peek() == ']' && first {
			break
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
		s.space()
		if s.peek() == ']' {
			break
		}
		if s.peek() != ',' {
			return s.fault(s.here() + " in a list: write a comma before the next element, or ] at the end")
		}
		s.at++
	}
	s.at++
	return nil
}

func (s *scanner) quoted() error {
	open := *s
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if !utf8.ValidString(s.text[open.at:s.at]) {
				return open.fault("a text that is not UTF-8: save the file as UTF-8")
			}
			return nil
		case c < ' ':
			return open.fault("a text that does not end on its line: close it with a quotation mark")
		case c == '\\':
			if s.at++; s.at < len(s.text) && !s.escape() {
				return s.fault("the escape \\" + s.text[s.at:min(s.at+5, len(s.text))] +
					" is not known in JSON: write \\\\ for a backslash")
			}
		}
	}
	return open.fault("a text that does not end: close it with a quotation mark")
}

// escape goes over what follows a backslash, up to its last byte.
func (s *scanner) escape() bool {
	if s.text[s.at] != 'u' {
		return strings.IndexByte(`"\/bfnrt`, s.text[s.at]) >= 0
	}
	if _, ok := hex4(s.text[s.at+1:]); !ok {
		return false
	}
	s.at += 4
	return true
}

func hex4(s string) (r rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 32)
	return rune(n), err == nil
}

// number checks the grammar, which knows no NaN, no plus and no hexadecimals.
func (s *scanner) number() error {
	from := *s
	digits := func() bool {
		at := s.at
		for s.peek() >= '0' && s.peek() <= '9' {
			s.at++
		}
		return s.at > at
	}
	if s.peek() == '-' {
		s.at++
	}
	zero := s.peek() == '0'
	at := s.at
	ok := digits() && !(zero && s.at > at+1)
	if ok && s.peek() == '.' {
		s.at++
		ok = digits()
	}
	if ok && (s.peek()|0x20) == 'e' {
		s.at++
		if s.peek() == '+' || s.peek() == '-' {
			s.at++
		}
		ok = digits()
	}
	if !ok {
		return from.fault(from.here() + " is no number: write it as 12, 0.5 or 2e9")
	}
	return nil
}

// skip goes over a value that is known to be sound.
func (s *scanner) skip() {
	depth := 0
	for {
		switch c := s.text[s.at]; c {
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			depth--
			s.at++
		case '"':
			for s.at++; s.text[s.at] != '"'; s.at++ {
				if s.text[s.at] == '\\' {
					s.at++
				}
			}
			s.at++
		case ',', ':', ' ', '\n', '\t', '\r':
			s.at++
			continue
		default:
			for s.at < len(s.text) && strings.IndexByte(",:]} \n\t\r", s.text[s.at]) < 0 {
				s.at++
			}
		}
		if depth == 0 {
			return
		}
	}
}

// unquote takes a sound text out of its quotation marks.
func unquote(s string) string {
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		if at := strings.IndexByte("bfnrt", s[i]); at >= 0 {
			b = append(b, "\b\f\n\r\t"[at])
			continue
		}
		if s[i] != 'u' {
			b = append(b, s[i])
			continue
		}
		r, _ := hex4(s[i+1:])
		i += 4
		if utf16.IsSurrogate(r) { // a half alone becomes U+FFFD
			low := rune(0)
			if strings.HasPrefix(s[i+1:], `\u`) {
				low, _ = hex4(s[i+3:])
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 6
			}
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

// Indent breaks sound, compact JSON into lines for people: a member or element a
// line, what holds nothing but plain values on one.
func Indent(compact string) string {
	v, err := Read(compact)
	if err != nil {
		return compact
	}
	return string(append(v.indent(nil, "\n"), '\n'))
}

func (v Value) indent(b []byte, lead string) []byte {
	open, deep := byte('['), v.deep()
	next := lead + "  "
	if v.Kind() == Object {
		open = '{'
	} else if v.Kind() != Array {
		return append(b, v.Compact()...)
	}
	b = append(b, open)
	first := true
	v.parts(open, func(key string, part Value) bool {
		if !first {
			b = append(b, ',')
		}
		switch {
		case deep:
			b = append(b, next...)
		case !first:
			b = append(b, ' ')
		}
		first = false
		if open == '{' {
			b = append(AppendQuote(b, key), ": "...)
		}
		b = part.indent(b, next)
		return true
	})
	if deep {
		b = append(b, lead...)
	}
	return append(b, open+2)
}

// deep says whether a value holds other than plain ones.
func (v Value) deep() bool {
	deep := false
	see := func(_ string, part Value) bool {
		deep = part.Kind() >= Array
		return !deep
	}
	v.parts('{', see)
	v.parts('[', see)
	return deep
}
