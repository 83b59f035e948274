package follow

import (
	"errors"
	"fmt"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Prove makes the pass of each state, a line of JSON each that also has in out what Slurm decided, and counts those that
// come out: a pass where every job is in the same state with the same start, end and nodes; starts and plans likewise.
func Prove(file File) (Answer, error) {
	a := Answer{Missed: []Miss{}}
	var x State
	number := 0
	for line := range strings.Lines(file.Text) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := x.prove(line, &a); err != nil {
			return a, fmt.Errorf("%s, line %d: %w", file.Name, number, err)
		}
	}
	if a.Passes == 0 {
		return a, errors.New(file.Name + ": no state: give one a line")
	}
	return a, nil
}

func (x *State) prove(line string, a *Answer) error {
	if err := x.Read(line); err != nil {
		return err
	}
	out, err := decided(line)
	if err != nil {
		return err
	}
	x.Begin()
	x.Pass()
	here, err := decided(string(x.Decision(nil)))
	if err != nil {
		return err
	}
	a.Passes++
	equal := len(out) == len(here)
	for i := range x.Jobs {
		id := fmt.Sprint(x.Jobs[i].ID)
		said, ok := out[id]
		same := ok && said == here[id]
		state, rest, _ := strings.Cut(strings.Trim(said, "[]"), ",")
		start, _, _ := strings.Cut(rest, ",")
		switch {
		case state == `"R"` && x.on[i] == nil:
			a.Starts++
			a.StartsEqual += one(same)
		case state == `"P"` && start != "null":
			a.Plans++
			a.PlansEqual += one(same)
		}
		equal = equal && same
		if !same && len(a.Missed) < MaxMisses {
			a.Missed = append(a.Missed, Miss{At: float64(x.Now), What: "pass " + x.ID + ", job " + id, Slurm: said, Here: here[id]})
		}
	}
	a.PassesEqual += one(equal)
	return nil
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// decided is what a line says of each job, by its number.
func decided(line string) (map[string]string, error) {
	v, err := jsontext.Read(line)
	if err != nil {
		return nil, err
	}
	for name, part := range v.Members() {
		if name == "out" && part.Kind() == jsontext.Object {
			of := map[string]string{}
			for id, job := range part.Members() {
				of[id] = job.Compact()
			}
			return of, nil
		}
	}
	return nil, errors.New("out is missing: what Slurm decided of each job, as [state, start, end, nodes]")
}
