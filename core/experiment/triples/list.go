package triples

import (
	"slices"
	"strings"
)

// Everything names the study's 128 triples.
const Everything = "all"

// ParseList reads all, or names with commas between them, each kept once; losses
// have commas of their own. An empty text is none.
func ParseList(text string) (list []Triple, err error) {
	switch text = strings.TrimSpace(text); text {
	case "":
		return nil, nil
	case Everything:
		return All(), nil
	}
	depth, from := 0, 0
	take := func(name string) error {
		x, err := Parse(name)
		if err == nil {
			list = With(list, x)
		}
		return err
	}
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			if err := take(text[from:i]); err != nil {
				return nil, err
			}
			from = i + 1
		}
	}
	if err := take(text[from:]); err != nil {
		return nil, err
	}
	return list, nil
}

// ListText writes triples as ParseList reads them.
func ListText(list []Triple) string {
	text := names(list)
	if text == names(All()) {
		return Everything
	}
	return text
}

func names(list []Triple) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(x.Name())
	}
	return b.String()
}

// With adds a triple to a list that does not have it.
func With(list []Triple, x Triple) []Triple {
	if slices.ContainsFunc(list, func(y Triple) bool { return y.Name() == x.Name() }) {
		return list
	}
	return append(list, x)
}

// Find is the place of the triple of that name or label, -1 where it is not there.
func Find(list []Triple, name string) int {
	if x, err := Parse(name); err == nil {
		name = x.Label()
	}
	return slices.IndexFunc(list, func(x Triple) bool { return x.Label() == name })
}
