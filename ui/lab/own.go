package lab

import (
	"slices"
	"strings"
	"unicode/utf8"

	"shadowtime/core/sim/order"
)

// Own are the orders of a list that are formulas, with a name or without.
func Own(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !IsOwn(name) })
}

// Put are orders with a known one put among them, at its place, or taken out; always is
// one that stays.
func Put(orders []string, name string, on bool, always string) (list []string) {
	for _, n := range order.Names(order.Every()) {
		if n == always || n == name && on || n != name && slices.Contains(orders, n) {
			list = append(list, n)
		}
	}
	return append(list, Own(orders)...)
}

// IsOwn says whether an order's proper name is none of a list: it has a formula, or is a pair.
func IsOwn(name string) bool { return strings.Contains(name, ":") || order.IsPair(name) }

// OwnOrder is the value of a formula in a choice of orders, which would be too long an
// attribute.
const OwnOrder = "own"

// OrderValue is an order's.
func OrderValue(name string) string {
	if IsOwn(name) {
		return OwnOrder
	}
	return name
}

// OwnText is how a field shows formulas: ParseOwn reads it.
func OwnText(names []string) string {
	var list []string
	for _, name := range names {
		if formula := order.FormulaOf(name); formula != "" {
			list = append(list, order.Label(name)+"="+strings.TrimPrefix(formula, FormulaPrefix))
		} else {
			list = append(list, strings.TrimPrefix(name, FormulaPrefix))
		}
	}
	return strings.Join(list, ", ")
}

// ParseOwn reads formulas with commas between them, each with a name in front or
// without; proper gives the proper name of one. What can't be read is an error at a column of the text, from 1.
func ParseOwn(text string, proper func(string) (string, error)) (names []string, column int, err error) {
	at := 0
	for _, part := range order.Split(text) {
		if strings.TrimSpace(part) != "" {
			name, err := proper(prefixed(part))
			if err != nil {
				return nil, fault(err, text, at), err
			}
			names = append(names, name)
		}
		at += len(part) + 1
	}
	return names, 0, order.Distinct(names...)
}

// OwnOrders adds the field of the formulas of a list, and of its pairs where it takes pairs: a setting of the same name.
func (p *Panel) OwnOrders(id string, names []string, pairs bool) {
	last := ""
	if pairs {
		last = "; a pair of orders, SPF-SAF@20h"
	}
	p.HTML(`<p class="field own"><label for="` + id + `">Your own key, smaller first</label> <input type="text" id="` + id +
		`" size="34" spellcheck="false" autocomplete="off" ` +
		`placeholder="p * sqrt(q) - 100 * age" data-set="formula"> <span class="hint">p requested time, q processors, r submit, age (seconds); + - * /, log log2 log10 sqrt min max; names of orders; ` +
		`with a name in front, mine = p * q` + last + `; several with commas</span></p>`)
	p.Shows(id, OwnText(Own(names)))
}

// TakeOwn takes what the field holds in place of a list's formulas; false, and a
// word at the field, when it can't be read.
func (l *Lab) TakeOwn(names *[]string, text string, proper func(string) (string, error)) bool {
	own, column, err := ParseOwn(text, proper)
	if err != nil {
		l.Refuse("Your formula can't be used: "+err.Error()+".", column)
		return false
	}
	*names = append(slices.DeleteFunc(slices.Clone(*names), IsOwn), own...)
	return true
}

// prefixed says that a text is a formula.
func prefixed(part string) string {
	if strings.ContainsAny(part, "=:") || order.IsPair(part) { // it says what it is
		return part
	}
	return FormulaPrefix + strings.TrimSpace(part)
}

// fault is the column of the text whose formula, which begins at a byte or has its
// name there, has an error; 0 where the error has no column.
func fault(err error, text string, at int) int {
	column := FaultAt(err)
	if column == 0 {
		return 0
	}
	part, _, _ := strings.Cut(text[at:], ",")
	at += strings.IndexByte(part, '=') + 1
	at += len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
	for _, prefix := range []string{FormulaPrefix, "mix:"} {
		if strings.HasPrefix(text[at:], prefix) {
			at += len(prefix)
		}
	}
	return utf8.RuneCountInString(text[:at]) + column
}
