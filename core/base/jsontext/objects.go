package jsontext

import "bytes"

// Objects finds the objects and lists that stand at a place in a long text, which comes cut
// anywhere, and holds one of them at a time. What stands beside them is not checked.
type Objects struct {
	// Take says whether what opens at a place, with { or [, is one to give: a place is how it is
	// reached, by the names of members, and by "" for an element of a list.
	Take func(place []string, open byte) bool
	// Give takes one, and the line that it begins in. Its text is changed by the next.
	Give func(place []string, text []byte, line int, end Ending)
	Most int // bytes of one

	named  func(place []string, name string)
	place  []string
	lists  []bool
	depth  int // within the one that is held, 0: none is
	text   []byte
	line   int // that it begins in
	lines  int // ended so far
	long   bool
	quoted bool
	escape bool
	word   []byte // the last text, which may be a name
	last   byte   // that is no space
	broken bool   // a line ended behind it
}

// Ending says how an object ended.
type Ending uint8

// The endings: whole; longer than Most; by the line end before another; by the end of the file.
const (
	Whole Ending = iota
	Long
	Torn
	Cut
)

const maxWord = 256

// Lines is how many lines there were so far.
func (o *Objects) Lines() int { return o.lines + 1 }

// Write takes the next bytes.
func (o *Objects) Write(b []byte) {
	for _, c := range b {
		if o.depth > 0 {
			if c == '{' && o.broken && o.torn() {
				o.give(Torn)
				o.quoted, o.escape = false, false
			} else if len(o.text) < o.Most {
				o.text = append(o.text, c)
			} else {
				o.long = true
			}
		}
		if c == '\n' {
			o.lines++
			o.broken = true
			continue
		}
		if o.quoted {
			o.quote(c)
			continue
		}
		switch c {
		case ' ', '\t', '\r':
			continue
		case '"':
			o.quoted, o.word = true, o.word[:0]
		case ':':
			o.name()
		case '{', '[':
			o.open(c)
		case '}', ']':
			o.close(c)
		}
		o.last, o.broken = c, false
	}
}

// torn says whether a line that begins with another object ends the one that is held: within
// it a { stands behind a colon, or in a list, and a text goes over no end of a line.
func (o *Objects) torn() bool { return o.quoted || o.depth == 1 && o.last != ':' }

func (o *Objects) quote(c byte) {
	switch {
	case o.escape:
		o.escape = false
	case c == '\\':
		o.escape = true
	case c == '"':
		o.quoted = false
	}
	if o.quoted && len(o.word) < maxWord {
		o.word = append(o.word, c)
	}
	if c != ' ' && c != '\t' && c != '\r' {
		o.last, o.broken = c, false
	}
}

func (o *Objects) name() {
	if n := len(o.place); o.depth == 0 && n > 0 && !o.lists[n-1] {
		o.place[n-1] = string(o.word)
		if o.named != nil {
			o.named(o.place[:n-1], o.place[n-1])
		}
	}
}

func (o *Objects) open(c byte) {
	if o.depth > 0 {
		o.depth++
		return
	}
	if len(o.place) < MaxDepth && o.Take(o.place, c) {
		o.depth, o.text, o.line, o.long = 1, append(o.text[:0], c), o.lines+1, false
		return
	}
	o.place, o.lists = append(o.place, ""), append(o.lists, c == '[')
}

func (o *Objects) close(c byte) {
	switch n := len(o.place); {
	case o.depth > 1:
		o.depth--
	case o.depth == 1 && o.long:
		o.give(Long)
	case o.depth == 1:
		o.give(Whole)
	case n > 0 && o.lists[n-1] == (c == ']'): // any other ends nothing
		o.place, o.lists = o.place[:n-1], o.lists[:n-1]
	}
}

func (o *Objects) give(end Ending) {
	o.depth = 0
	o.Give(o.place, o.text, o.line, end)
}

// Close ends the text; false: it ends before its JSON does.
func (o *Objects) Close() bool {
	whole := o.depth == 0 && len(o.place) == 0 && !o.quoted
	if o.depth > 0 {
		o.give(Cut)
	}
	return whole
}

// Step is one of an Outline: a member's name (Open is 0), or an object or list that opens.
type Step struct {
	Place []string
	Name  string
	Open  byte
}

// At says whether the step stands at a place.
func (s *Step) At(place ...string) bool {
	if len(s.Place) != len(place) {
		return false
	}
	for i, name := range place {
		if s.Place[i] != name {
			return false
		}
	}
	return true
}

// maxSteps is how many an Outline has: enough to see what a file holds.
const maxSteps = 2000

// Outline is what opens and what is named in the beginning of a text, cut anywhere; nothing
// where it does not begin with an object or a list.
func Outline(head []byte) (list []Step) {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return nil
	}
	add := func(s Step) {
		if len(list) < maxSteps {
			s.Place = append([]string(nil), s.Place...)
			list = append(list, s)
		}
	}
	o := Objects{
		Take: func(place []string, open byte) bool {
			add(Step{Place: place, Open: open})
			return false
		},
		named: func(place []string, name string) { add(Step{Place: place, Name: name}) },
	}
	o.Write(head)
	return list
}
