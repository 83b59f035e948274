package order

import (
	"errors"
	"strings"
)

// maxLabel bounds the name of a formula: it heads columns and marks lines.
const maxLabel = 16

// Short is what an order is called; a formula without a name is cut.
func Short(name string) string {
	name = Label(name)
	if r := []rune(name); len(r) > 14 {
		return string(r[:13]) + "…"
	}
	return name
}

// cutLabel takes the name from in front of a formula, NAME=FORMULA; false for
// what has none.
func cutLabel(text string) (label, formula string, ok bool) {
	label, formula, ok = strings.Cut(text, "=")
	if strings.ContainsAny(label, ":(") { // the formula has begun
		return "", text, false
	}
	return strings.TrimSpace(label), strings.TrimSpace(formula), ok
}

// parseNamed makes an order of a formula with a name.
func parseNamed(label, text string) (Order, error) {
	if err := checkLabel(label); err != nil {
		return Order{}, err
	}
	if text == "" {
		return Order{}, errors.New("queue order " + quote(label+"=") + " has a name and no formula: write one behind it, as in " +
			label + "=expr:p*q")
	}
	name, body, ok := cutPrefix(text)
	if !ok {
		name, body = "expr:"+text, text
	}
	o, err := parseFormula(name, body)
	if err == nil {
		o.own.label = label
	}
	return o, err
}

func checkLabel(label string) error {
	if !isWord(label) || len(label) > maxLabel {
		return errors.New("name of a queue order " + quote(label) + ": use a letter, then at most 15 letters, digits, _ or -, as in " +
			"mine=expr:p*q")
	}
	if _, known := codeOf(label); known || reserved(label) {
		return errors.New("name of a queue order " + quote(label) + " means something else here: choose another, as in mine=expr:p*q")
	}
	return nil
}

// reserved are words that stand where orders do, and what formulas are made of.
func reserved(label string) bool {
	switch strings.ToLower(label) {
	case "all", "every", "none", "same", "mix", "expr", "fixed", "sjbf",
		"p", "q", "r", "age", "hour", "weekday", "utilization", "queued", "demand", "left", "share":
		return true
	}
	return false
}

func isWord(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// Label is what an order, or what is named after one ("fixed:mine=expr:p*q"), is
// called in reports: its name, without the formula of one that has both.
func Label(name string) string {
	label, _, _ := strings.Cut(name, "=")
	return label
}

// Spoken is an order in words, with its short name: "shortest requested time first (SPF)".
func Spoken(name string) string {
	o, err := Parse(name)
	if err != nil || Label(name) != name || strings.Contains(name, ":") {
		return Label(name)
	}
	return o.Words() + " (" + name + ")"
}

// Labels are those of a list.
func Labels(names []string) []string { return each(names, Label) }

func each(names []string, of func(string) string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = of(name)
	}
	return list
}

// FormulaOf is the formula of an order that has a name besides, else "".
func FormulaOf(name string) string {
	_, formula, _ := strings.Cut(name, "=")
	return formula
}

// Spelled is a name with its formula in brackets, where it has both.
func Spelled(name string) string {
	label, formula, ok := strings.Cut(name, "=")
	if !ok {
		return name
	}
	return label + " (" + formula + ")"
}

// SpelledAll are those of a list.
func SpelledAll(names []string) []string { return each(names, Spelled) }

// Full is the name with this label among some, the label itself when there is
// none.
func Full(label string, names ...string) string {
	for _, name := range names {
		if Label(name) == label {
			return name
		}
	}
	return label
}

// AnyNamed says whether any order of a list has a formula and a name.
func AnyNamed(names ...string) bool {
	for _, name := range names {
		if FormulaOf(name) != "" {
			return true
		}
	}
	return false
}

// Distinct says which two orders are called alike, in whatever capitalisation.
func Distinct(names ...string) error {
	seen := map[string]string{}
	for _, name := range names {
		key := strings.ToLower(Label(name))
		if was, ok := seen[key]; ok && was != name && AnyNamed(was, name) {
			return errors.New("two queue orders are called " + quote(Label(name)) + ": give one of them another name")
		}
		seen[key] = name
	}
	return nil
}
