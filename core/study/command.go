package study

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// Verb is how the command is asked for a kind of study.
type Verb struct {
	Name string
	// Always are flags that stand there even as usual: without them the verb asks
	// something else, as weeks that follow the log.
	Always []string
}

// Command is the line that asks this of a log; usual is what the verb asks without
// flags, and is changed.
func (l Settings) Command(v Verb, usual Settings, log string) string {
	line := "shadowtime " + v.Name
	l.beside(v, usual, func(s Setting) {
		switch text := s.Get(); {
		case s.Form == Switch && text == "true":
			line += " --" + s.Key
		case s.Form == Switch:
			line += " --" + s.Key + "=" + text
		default:
			line += " --" + s.Key + " " + Shell(text)
		}
	})
	return line + " " + Shell(Here(log))
}

// Here is the path of a file by its name, which is then no flag and no standard input.
func Here(file string) string {
	if strings.HasPrefix(file, "-") {
		return "./" + file
	}
	return file
}

// Flags are those of the line, one word each, by their names: as a campaign's folder
// and script have them.
func (l Settings) Flags(v Verb, usual Settings) []string {
	var list []string
	l.beside(v, usual, func(s Setting) { list = append(list, s.Key) })
	slices.Sort(list)
	for i, key := range list {
		list[i] = "--" + key + "=" + l.Find(key).Get()
	}
	return list
}

// Query is what a link says behind its question mark to ask this in a view; usual is
// what the view proposes, and is changed.
func (l Settings) Query(v Verb, usual Settings, view string) string {
	list := []string{"view=" + url.QueryEscape(view)}
	l.beside(v, usual, func(s Setting) { list = append(list, url.QueryEscape(s.Key)+"="+url.QueryEscape(s.Get())) })
	slices.Sort(list)
	return strings.Join(list, "&")
}

// beside calls f for what is other than usual, and what always stands there.
func (l Settings) beside(v Verb, usual Settings, f func(s Setting)) {
	said := map[string]bool{}
	l.Beyond(usual, func(s Setting) { said[s.Key] = true })
	for _, s := range l {
		if said[s.Key] || slices.Contains(v.Always, s.Key) {
			f(s)
		}
	}
}

// Shell writes words for a shell, quoted where it would take one for more, or for
// another, on one line: a line end within quotes would end a here-document or a
// comment, and what is not seen be believed.
func Shell(words ...string) string {
	special := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("+,-./:=@_%", r)
	}
	list := slices.Clone(words)
	for i, w := range list {
		if strings.ContainsFunc(w, unseen) {
			list[i] = escapedWord(w)
		} else if w == "" || strings.ContainsFunc(w, special) {
			list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(list, " ")
}

// unseen says whether a terminal or a line of text does something else with a
// character than to show it: controls, line ends, and what turns the writing around.
func unseen(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 &&
		r <= 0x2069 || r == 0xfeff
}

// escapedWord is a word in the quotes of bash, zsh and ksh that know escapes.
func escapedWord(w string) string {
	const digits = "0123456789ABCDEF"
	b := []byte("$'")
	for i, r := range w {
		switch {
		case unseen(r):
			for _, c := range []byte(string(r)) {
				b = append(b, '\\', 'x', digits[c>>4], digits[c&15])
			}
		case r == '\'' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == utf8.RuneError:
			b = append(b, w[i]) // maybe no letter, and kept as it is
			if strings.HasPrefix(w[i:], string(utf8.RuneError)) {
				b = append(b, w[i+1:i+3]...)
			}
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(append(b, '\''))
}
