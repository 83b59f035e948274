package agent

import (
	"errors"
	"slices"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/cluster"
)

const allActions = "all"

// void is its name.
var void = cluster.Void.String()

// AllActions are all pairs, job selection by job selection, then void.
func AllActions() []string {
	var list []string
	for _, a := range cluster.Actions() {
		list = append(list, a.String())
	}
	return list
}

// ActionsText is what ParseActions reads.
func ActionsText(list []string) string {
	if len(list) == 0 {
		return allActions
	}
	return strings.Join(list, ",")
}

// parseActions reads all, which is nil, or names with commas between them. An
// action is named once; void comes last.
func parseActions(text string) (list []string, err error) {
	if strings.TrimSpace(text) == allActions {
		return nil, nil
	}
	known := AllActions()
	for _, name := range strings.Split(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case !slices.Contains(known, name):
			return nil, errors.New(jsontext.Short(name) + " is no action: write a job selection (" + strings.Join(cluster.SelectionNames(),
				", ") + "), a hyphen and a core selection (" + strings.Join(cluster.PlacingNames(), ", ") + "), or " + void)
		case slices.Contains(list, name):
			return nil, errors.New(name + " is there twice: name each action once")
		}
		list = append(list, name)
	}
	if at := slices.Index(list, void); at >= 0 {
		list = append(slices.Delete(list, at, at+1), void)
	}
	if len(list) == 1 && list[0] == void {
		return nil, errors.New(void + " alone starts no job: add a pair")
	}
	return list, nil
}

// shapeOf is the shape of actions, and observations of so many numbers.
func shapeOf(actions []string, inputs int) Shape {
	return Shape{Inputs: inputs, Actions: len(actions), Void: slices.Index(actions, void)}
}
