package rule

import (
	"errors"
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
	return Parse(strings.Join(texts(nil, rules, true), "\n"))
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

// texts are those that a value has: itself or in its list, or as members named text, however deep.
func texts(list []string, v jsontext.Value, is bool) []string {
	if is && v.Kind() == jsontext.String {
		return append(list, v.Text())
	}
	for key, part := range v.Members() {
		list = texts(list, part, key == "text")
	}
	for _, part := range v.Elements() {
		list = texts(list, part, is)
	}
	return list
}
