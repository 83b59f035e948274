package order

import "strings"

// Names are the orders' names.
func Names(orders []Order) []string {
	var list []string
	for _, o := range orders {
		list = append(list, o.Name())
	}
	return list
}

// Proper are orders by their proper names, each once, where it stands first:
// all stands for Twelve, every for Every. No two may be called alike.
func Proper(names []string) ([]string, error) { return proper(names, ProperName) }

// ProperPairs are likewise orders and pairs of them.
func ProperPairs(names []string) ([]string, error) { return proper(names, ProperPair) }

// ProperName is an order by its proper name.
func ProperName(name string) (string, error) {
	o, err := Parse(name)
	return o.Name(), err
}

// ProperPair is an order or a pair by its proper name.
func ProperPair(name string) (string, error) {
	if p, ok := ParsePair(name); ok {
		return p.Name(), nil
	}
	return ProperName(name)
}

func proper(names []string, parse func(string) (string, error)) (list []string, err error) {
	known := map[string]bool{}
	for _, s := range names {
		group, ok := groupOf(s)
		found := Names(group)
		if !ok {
			name, err := parse(s)
			if err != nil {
				return nil, err
			}
			found = []string{name}
		}
		for _, name := range found {
			if !known[name] {
				known[name] = true
				list = append(list, name)
			}
		}
	}
	return list, Distinct(list...)
}

// groupOf are the orders that one word stands for.
func groupOf(word string) ([]Order, bool) {
	switch strings.TrimSpace(word) {
	case "all":
		return Twelve(), true
	case "every":
		return Every(), true
	}
	return nil, false
}

// Text is the shortest list of names that Proper reads as this one: every or
// all in front stand for the orders that the list begins with.
func Text(names []string) string {
	for _, word := range []string{"every", "all"} {
		group, _ := groupOf(word)
		if begins(names, group) {
			names = append([]string{word}, names[len(group):]...)
		}
	}
	return strings.Join(names, ",")
}

// begins says whether a list of names begins with those of a group.
func begins(names []string, group []Order) bool {
	if len(names) < len(group) {
		return false
	}
	for i, o := range group {
		if names[i] != o.Name() {
			return false
		}
	}
	return true
}
