package rule

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Read is Parse that also takes the JSON of a report: the texts under its first "rules".
func Read(text string) ([]Rule, error) {
	if !jsontext.Sniff(text) {
		return Parse(text)
	}
	v, err := jsontext.Read(text)
	if err != nil {
		return nil, err
	}
	rules, ok := member(v, "rules")
	if !ok {
		return nil, errors.New(`JSON without rules: give {"rules": [{"text": "4 jobs a user"}]}`)
	}
	list, err := texts(nil, rules, true)
	if err != nil {
		return nil, err
	}
	return Parse(strings.Join(list, "\n"))
}

// member is the member of that name of the value or, depth by depth, of what stands in it.
func member(v jsontext.Value, name string) (jsontext.Value, bool) {
	for level := []jsontext.Value{v}; len(level) > 0; {
		var below []jsontext.Value
		for _, v := range level {
			for key, part := range v.Members() {
				if key == name {
					return part, true
				}
				below = append(below, part)
			}
			for _, part := range v.Elements() {
				below = append(below, part)
			}
		}
		level = below
	}
	return jsontext.Value{}, false
}

// texts are those that a value has: itself or in its list, or as members named text, however deep. A text is null of what
// explains the past alone; a rule of a list that has none would be lost.
func texts(list []string, v jsontext.Value, is bool) (_ []string, err error) {
	if is && v.Kind() == jsontext.String {
		return append(list, v.Text()), nil
	}
	for key, part := range v.Members() {
		if list, err = texts(list, part, key == "text"); err != nil {
			return nil, err
		}
	}
	for _, part := range v.Elements() {
		if is && part.Kind() != jsontext.String && !hasText(part) {
			return nil, errors.New("line " + strconv.Itoa(part.Line()) + `: a rule without text: write it as in {"text": "4 jobs a user"}`)
		}
		if list, err = texts(list, part, is); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// hasText says whether an object has a text, or null in place of one.
func hasText(v jsontext.Value) bool {
	for key, part := range v.Members() {
		if key == "text" {
			return part.Kind() == jsontext.String || part.Kind() == jsontext.Null
		}
	}
	return false
}
