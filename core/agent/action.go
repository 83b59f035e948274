package agent

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Void is the action that does nothing until the next end or submission.
const Void = "void"

const allActions = "all"

// AllActions are all pairs, job selection by job selection, then void.
func AllActions() []string {
	var list []string
	for _, s := range Selections() {
		for _, p := range Places() {
			list = append(list, s+"-"+p)
		}
	}
	return append(list, Void)
}

// ActionsText is what ParseActions reads.
func ActionsText(list []string) string {
	if len(list) == 0 {
		return allActions
	}
	return strings.Join(list, ",")
}

// ParseActions reads all, which is nil, or names with commas between them. An
// action is named once; void comes last.
func ParseActions(text string) (list []string, err error) {
	if strings.TrimSpace(text) == allActions {
		return nil, nil
	}
	known := AllActions()
	for _, name := range strings.Split(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case !slices.Contains(known, name):
			return nil, errors.New(strconv.Quote(short(name)) + " is no action: write a job selection (" + strings.Join(Selections(), ", ") + "), a hyphen and a core selection (" + strings.Join(Places(), ", ") + "), or " + Void)
		case slices.Contains(list, name):
			return nil, errors.New(name + " is there twice: name each action once")
		}
		list = append(list, name)
	}
	if at := slices.Index(list, Void); at >= 0 {
		list = append(slices.Delete(list, at, at+1), Void)
	}
	if len(list) == 1 && list[0] == Void {
		return nil, errors.New(Void + " alone starts no job: add a pair")
	}
	return list, nil
}

func short(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return s
}

// ShapeOf is the shape of actions, and observations of so many numbers.
func ShapeOf(actions []string, inputs int) Shape {
	return Shape{Inputs: inputs, Actions: len(actions), Void: slices.Index(actions, Void)}
}

// Selections, Places and Objectives are the names that HDeepRM gave them.
func Selections() []string {
	return []string{"random", "first", "shortest", "smallest", "low_mem", "low_mem_bw"}
}
func Places() []string {
	return []string{"random", "high_gflops", "high_cores", "high_mem", "high_mem_bw", "low_power"}
}
func Objectives() []string {
	return []string{"avg_job_slowdown", "avg_completion_time", "avg_utilization", "makespan", "energy_consumption"}
}
