package site

import (
	"strings"

	"shadowtime/core/slurm/model"
)

// Unset says whether a value says that nothing is set. (As regular expressions, this and what
// follows would make the page 78 kB longer.)
func Unset(text string) bool {
	switch strings.ToLower(text) {
	case "(null)", "none", "n/a", "":
		return true
	}
	return false
}

// Given is what a file sets a parameter to, or nil: the last, if it does so more than once.
func (s *Site) Given(p *model.Parameter) *Setting {
	if !p.Option {
		if g := s.Last(p.Name); g != nil && !(Unset(g.Value) && p.Unit == model.Words) {
			return g
		}
		return nil
	}
	for i := len(s.Options) - 1; i >= 0; i-- {
		if strings.EqualFold(s.Options[i].Name, p.Name) {
			return &s.Options[i]
		}
	}
	return nil
}

// Assume takes a version for Slurm's where no file says it; 0 is none.
func (s *Site) Assume(version model.Version) {
	if !s.Said && version != 0 {
		s.Version = version
	}
	if !s.Said {
		s.aged(version != 0)
	}
}

// Settings are those of the configuration; a value that is none is left, as the check says.
func (s *Site) Settings() model.Settings {
	set := model.New(s.Version)
	for i := range model.Parameters {
		p := &model.Parameters[i]
		if g := s.Given(p); g != nil && p.Knows(g.Value) {
			_, _ = set.Set(p.Name, p.Option, g.Value)
		}
	}
	set.Settle()
	set.Order = s.order
	return set
}

// Text is the value that counts: what is set, if it is a value, else the default.
func (s *Site) Text(p *model.Parameter) string {
	if g := s.Given(p); g != nil {
		if _, err := p.Value(g.Value); err == nil && p.Knows(g.Value) {
			return g.Value
		}
	}
	text := p.DefaultOf(s.Version)
	if other := model.Find(text, true); other != nil {
		return s.Text(other)
	}
	return text
}

// Away says whether a node of that state takes no job; one that sleeps (POWERED_DOWN) does.
func Away(state string) bool {
	for _, part := range strings.Split(strings.ToUpper(state), "+") {
		switch strings.TrimRightFunc(part, func(r rune) bool { return !isWord(r) }) {
		case "DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "ERROR":
			return true
		}
	}
	return false
}

// isLetter and isWord say whether a sign begins a key, or may stand in it.
func isLetter(r rune) bool { return r == '_' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' }
func isWord(r rune) bool   { return isLetter(r) || '0' <= r && r <= '9' }

// assignments are the pairs in a line, the whole, the key and the value of each, and what is left of it. A key may have
// a number in brackets behind it, and a value stands in quotes or ends at the next blank.
func assignments(line string) (pairs [][3]string, rest string) {
	var left strings.Builder
	for at := 0; at < len(line); {
		key := line[at:]
		if isLetter(rune(line[at])) {
			key = key[:len(key)-len(strings.TrimLeftFunc(key, isWord))]
		} else {
			key = ""
		}
		p, n := assignment(line[at:], key)
		if n == 0 {
			if end := strings.IndexByte(line[at+len(key):], ']'); key != "" && end > 1 && line[at+len(key)] == '[' &&
				strings.Trim(line[at+len(key)+1:at+len(key)+end], "0123456789") == "" {
				p, n = assignment(line[at:], line[at:at+len(key)+end+1])
			}
		}
		if n > 0 {
			pairs = append(pairs, p)
		} else { // a key's end is none of a shorter one
			n = max(1, len(key))
			left.WriteString(line[at : at+n])
		}
		at += n
	}
	return pairs, left.String()
}

// assignment is the pair that a line begins with, and how long it is; 0: none behind that key.
func assignment(line, key string) (p [3]string, n int) {
	rest := strings.TrimLeftFunc(line[len(key):], model.IsBlank)
	value, ok := strings.CutPrefix(rest, "=")
	if key == "" || !ok {
		return p, 0
	}
	value = strings.TrimLeftFunc(value, model.IsBlank)
	start, end := len(line)-len(value), strings.IndexFunc(value, model.IsBlank)
	if end < 0 {
		end = len(value)
	}
	if strings.HasPrefix(value, `"`) {
		if close := strings.IndexByte(value[1:], '"'); close >= 0 {
			end = close + 2
		}
	}
	return [3]string{line[:start+end], key, value[:end]}, start + end
}
