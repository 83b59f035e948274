// Package batsim reads and writes the workloads of Batsim, a simulator of batch
// schedulers, as logs: JSON of jobs and the profiles they run, of which only the time
// that they take counts (Parser, WriteLog). What jobs compute and need is package
// cluster/batsim's, which reads the same list of them.
package batsim

import (
	"strconv"

	"shadowtime/core/base/jsontext"
)

// Delay is the type of profiles that take so many seconds, whatever the cores.
const Delay = "delay"

// Submission is a job as it stands in the file.
type Submission struct {
	ID, Profile  string
	Submit, Size float64
}

// misfit is an error that finds its line when it is asked for: of many in a long text
// few are.
type misfit struct {
	v    jsontext.Value
	what string
}

func (e *misfit) Error() string { return "line " + strconv.Itoa(e.v.Line()) + ": " + e.what }

// Fault is an error at a value, with its line.
func Fault(v jsontext.Value, what string) error { return &misfit{v, what} }

// Unlike complains of a value that is not what its place takes.
func Unlike(v jsontext.Value, at, remedy string) error {
	found := v.Raw()
	switch v.Kind() {
	case jsontext.Array, jsontext.Object:
		found = v.Kind().String()
	case jsontext.String:
		found = jsontext.Short(v.Text())
	}
	return Fault(v, at+" is "+found[:min(len(found), 60)]+": "+remedy)
}

// Parts finds the list of jobs, and the profiles by their names.
func Parts(v jsontext.Value) (jobs jsontext.Value, profiles map[string]jsontext.Value, err error) {
	const shape = `write a workload as {"nb_res": ..., "jobs": [...], "profiles": {...}}`
	if v.Kind() != jsontext.Object {
		return jobs, nil, Unlike(v, "the file", shape)
	}
	has, profiles := 0, map[string]jsontext.Value{}
	for key, m := range v.Members() {
		switch key {
		case "jobs":
			if has++; m.Kind() != jsontext.Array {
				return jobs, nil, Unlike(m, key, "write a list of jobs")
			}
			jobs = m
		case "profiles":
			if has++; m.Kind() != jsontext.Object {
				return jobs, nil, Unlike(m, key, "write an object of profiles by name")
			}
			for name, p := range m.Members() {
				profiles[name] = p
			}
		}
	}
	if has < 2 {
		return jobs, nil, Fault(v, "jobs or profiles are missing: "+shape)
	}
	return jobs, profiles, nil
}

// ReadSubmission reads a job's members; other ones than all have are for also.
func ReadSubmission(i int, v jsontext.Value, also func(key string, m jsontext.Value) error) (s Submission, err error) {
	at := "job " + strconv.Itoa(i+1) + " of the list"
	if v.Kind() != jsontext.Object {
		return s, Unlike(v, at, `write {"id": ..., "subtime": ..., "res": ..., "profile": ...}`)
	}
	has := map[string]bool{}
	for key, m := range v.Members() {
		has[key] = true
		switch key {
		case "id":
			s.ID, err = identity(m, at)
		case "subtime":
			s.Submit, err = Number(m, at+": subtime", "seconds")
		case "res":
			s.Size, err = Number(m, at+": res", "a number of cores")
		case "profile":
			if m.Kind() != jsontext.String {
				return s, Unlike(m, at+": profile", "name one of the profiles")
			}
			s.Profile = m.Text()
		default:
			if also != nil {
				err = also(key, m)
			}
		}
		if err != nil {
			return s, err
		}
	}
	for _, key := range [...]string{"id", "subtime", "res", "profile"} {
		if !has[key] {
			return s, Fault(v, at+": "+key+" is missing: add it")
		}
	}
	return s, nil
}

// identity is a job's as text: a whole number, or a text.
func identity(v jsontext.Value, at string) (string, error) {
	if v.Kind() == jsontext.String {
		return v.Text(), nil
	}
	if _, err := strconv.ParseInt(v.Raw(), 10, 64); err == nil {
		return v.Raw(), nil
	}
	return "", Unlike(v, at+": id", "give a whole number or a text")
}

// Number reads a number, of what a place takes.
func Number(v jsontext.Value, at, what string) (float64, error) {
	if v.Kind() == jsontext.Number {
		if x, ok := v.Float(); ok {
			return x, nil
		}
	}
	return 0, Unlike(v, at, "give "+what)
}
