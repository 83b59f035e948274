// Package batsim reads and writes the workloads of Batsim, a simulator of batch
// schedulers: JSON of jobs and the profiles they run. As HDeepRM has them, with what
// jobs compute and need, they are loads for unequal processors (Read, Write); with
// the time that jobs take they are logs (Parser, WriteLog).
//
// The package is part of a WASM worker: it stays clear of fmt, os, reflect and
// what brings them in.
package batsim

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/jsontext"
	"shadowtime/core/platform"
)

// The types of profiles that are simulated: so much work on every core, and so
// many seconds whatever the cores.
const (
	homogeneous = "parallel_homogeneous"
	delay       = "delay"
)

const (
	giga = 1e9
	most = 1e18 // of work in GFLOP, memory in MB and bandwidth in GB/s
)

// Sniff says whether a file is JSON, by its first bytes.
func Sniff(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n\ufeff"), "{")
}

// Read makes the load of a workload on a machine. What it does not know it reads
// over.
func Read(text string, m *platform.Machine) (*cluster.Load, error) {
	v, err := jsontext.Read(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		return nil, err
	}
	jobs, raw, err := parts(v)
	if err != nil {
		return nil, err
	}
	r := reader{machine: m, reference: m.Reference(), load: &cluster.Load{}, raw: raw, profiles: map[string]profile{}}
	for i, j := range jobs.Elements() {
		if err := r.add(i, j); err != nil {
			return nil, err
		}
	}
	r.load.Dropped = r.dropped()
	if r.textual {
		r.load.Names = r.names
	}
	r.load.Arrange()
	return r.load, nil
}

type reader struct {
	machine   *platform.Machine
	reference float64
	load      *cluster.Load
	raw       map[string]jsontext.Value // profiles by name
	profiles  map[string]profile        // of the jobs so far
	names     []string
	textual   bool // some job's id is no number
	count     [cluster.DoesNotFit + 1]int
}

// profile is what jobs do, and what they ask for a core.
type profile struct {
	fixed             bool
	work, requested   float64 // GFLOP, of fixed s; requested 0: what the requested time takes
	request           float64 // s
	memory, bandwidth float64 // MB, GB/s
}

// submission is a job as it stands in the file.
type submission struct {
	id, profile  string
	submit, size float64
}

// misfit is an error that finds its line when it is asked for: of many in a long text
// few are.
type misfit struct {
	v    jsontext.Value
	what string
}

func (e *misfit) Error() string { return "line " + strconv.Itoa(e.v.Line()) + ": " + e.what }

func fault(v jsontext.Value, what string) error { return &misfit{v, what} }

// isnt complains of a value that is not what its place takes.
func isnt(v jsontext.Value, at, remedy string) error {
	found := v.Raw()
	switch v.Kind() {
	case jsontext.Array, jsontext.Object:
		found = v.Kind().String()
	case jsontext.String:
		found = jsontext.Short(v.Text())
	}
	return fault(v, at+" is "+found[:min(len(found), 60)]+": "+remedy)
}

// parts finds the list of jobs, and the profiles by their names.
func parts(v jsontext.Value) (jobs jsontext.Value, profiles map[string]jsontext.Value, err error) {
	const shape = `write a workload as {"nb_res": ..., "jobs": [...], "profiles": {...}}`
	if v.Kind() != jsontext.Object {
		return jobs, nil, isnt(v, "the file", shape)
	}
	has, profiles := 0, map[string]jsontext.Value{}
	for key, m := range v.Members() {
		switch key {
		case "jobs":
			if has++; m.Kind() != jsontext.Array {
				return jobs, nil, isnt(m, key, "write a list of jobs")
			}
			jobs = m
		case "profiles":
			if has++; m.Kind() != jsontext.Object {
				return jobs, nil, isnt(m, key, "write an object of profiles by name")
			}
			for name, p := range m.Members() {
				profiles[name] = p
			}
		}
	}
	if has < 2 {
		return jobs, nil, fault(v, "jobs or profiles are missing: "+shape)
	}
	return jobs, profiles, nil
}

// add takes a job, or counts why not.
func (r *reader) add(i int, v jsontext.Value) error {
	r.load.Read++
	s, err := readSubmission(i, v, nil)
	if err != nil {
		return err
	}
	p, err := r.profile(v, &s)
	if err != nil {
		return err
	}
	if why, bad := r.unusable(&s, &p); bad {
		r.count[why]++
		return nil
	}
	r.keep(&s, &p)
	return nil
}

// readSubmission reads a job's members; other ones than all have are for also.
func readSubmission(i int, v jsontext.Value, also func(key string, m jsontext.Value) error) (s submission, err error) {
	at := "job " + strconv.Itoa(i+1) + " of the list"
	if v.Kind() != jsontext.Object {
		return s, isnt(v, at, `write {"id": ..., "subtime": ..., "res": ..., "profile": ...}`)
	}
	has := map[string]bool{}
	for key, m := range v.Members() {
		has[key] = true
		switch key {
		case "id":
			s.id, err = identity(m, at)
		case "subtime":
			s.submit, err = number(m, at+": subtime", "seconds")
		case "res":
			s.size, err = number(m, at+": res", "a number of cores")
		case "profile":
			if m.Kind() != jsontext.String {
				return s, isnt(m, at+": profile", "name one of the profiles")
			}
			s.profile = m.Text()
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
			return s, fault(v, at+": "+key+" is missing: add it")
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
	return "", isnt(v, at+": id", "give a whole number or a text")
}

func number(v jsontext.Value, at, what string) (float64, error) {
	if v.Kind() == jsontext.Number {
		if x, ok := v.Float(); ok {
			return x, nil
		}
	}
	return 0, isnt(v, at, "give "+what)
}

// profile is that of a job, read once.
func (r *reader) profile(job jsontext.Value, s *submission) (profile, error) {
	if p, ok := r.profiles[s.profile]; ok {
		return p, nil
	}
	v, ok := r.raw[s.profile]
	if !ok {
		return profile{}, fault(job, "job "+jsontext.Short(s.id)+": its profile "+jsontext.Short(s.profile)+" is not among the profiles: add it, or name one of them")
	}
	p, err := readProfile(v, "profile "+jsontext.Short(s.profile))
	if err == nil {
		r.profiles[s.profile] = p
	}
	return p, err
}

func readProfile(v jsontext.Value, at string) (p profile, err error) {
	if v.Kind() != jsontext.Object {
		return p, isnt(v, at, `write {"type": "`+homogeneous+`", "cpu": ..., "req_time": ..., "mem": ..., "mem_bw": ...}`)
	}
	kind, work := "", "cpu"
	values := map[string]float64{"cpu": -1, "delay": -1, "req_ops": 0, "req_time": 0, "mem": 0, "mem_bw": 0}
	for key, m := range v.Members() {
		if key != "type" {
			continue
		}
		if m.Kind() == jsontext.String {
			kind = m.Text()
		}
		if kind != homogeneous && kind != delay {
			return p, isnt(m, at+": type", "only "+homogeneous+" and "+delay+" are simulated, use one of them")
		}
	}
	switch kind {
	case "":
		return p, fault(v, at+": type is missing: add "+homogeneous+" or "+delay)
	case delay:
		p.fixed, work = true, "delay"
	}
	for key, m := range v.Members() {
		if _, known := values[key]; !known {
			continue
		}
		if values[key], err = bounded(m, at+": "+key, key); err != nil {
			return p, err
		}
	}
	if p.work = values[work]; p.work < 0 {
		return p, fault(v, at+": "+work+" is missing: add what its jobs do")
	}
	p.request, p.memory, p.bandwidth = values["req_time"], values["mem"], values["mem_bw"]
	if !p.fixed {
		p.work, p.requested = p.work/giga, values["req_ops"]/giga
	}
	return p, nil
}

// bounded is a number of a profile that can be computed with.
func bounded(v jsontext.Value, at, key string) (float64, error) {
	high := most
	switch key {
	case "cpu", "req_ops":
		high = most * giga
	case "delay":
		high = job.MaxTime
	case "req_time": // what is beyond is left out and counted
		return number(v, at, "seconds")
	}
	limits := "0 to " + strconv.FormatFloat(high, 'g', -1, 64)
	x, err := number(v, at, limits)
	if err == nil && !(x >= 0 && x <= high) {
		err = isnt(v, at, "give "+limits)
	}
	return x, err
}

// unusable says why a job can't be simulated.
func (r *reader) unusable(s *submission, p *profile) (cluster.Reason, bool) {
	switch {
	case s.submit < 0:
		return cluster.NoSubmit, true
	case s.size < 1 || s.size != math.Floor(s.size):
		return cluster.NoCores, true
	case p.request <= 0:
		return cluster.NoRequest, true
	case s.submit > job.MaxTime || p.request > job.MaxTime || s.size > job.MaxSize:
		return cluster.OutOfRange, true
	case !cluster.Holds(r.machine, int32(s.size), p.memory):
		return cluster.DoesNotFit, true
	}
	return 0, false
}

func (r *reader) keep(s *submission, p *profile) {
	l := r.load
	id, err := strconv.ParseInt(s.id, 10, 64)
	r.textual = r.textual || err != nil
	requested := p.requested
	switch {
	case p.fixed:
		requested = p.request
	case requested == 0:
		requested = r.reference * p.request
	}
	if p.fixed && l.Fixed == nil {
		l.Fixed = make([]bool, l.Len())
	}
	if l.Fixed != nil {
		l.Fixed = append(l.Fixed, p.fixed)
	}
	l.ID, r.names = append(l.ID, id), append(r.names, s.id)
	l.Submit, l.Request, l.Size = append(l.Submit, s.submit), append(l.Request, p.request), append(l.Size, int32(s.size))
	l.Memory, l.Bandwidth = append(l.Memory, p.memory), append(l.Bandwidth, p.bandwidth)
	l.Work, l.Requested = append(l.Work, p.work), append(l.Requested, requested)
}

func (r *reader) dropped() (list []cluster.Dropped) {
	for why, n := range r.count {
		if n > 0 {
			list = append(list, cluster.Dropped{Reason: cluster.Reason(why), N: n})
		}
	}
	return list
}
