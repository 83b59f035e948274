// Package batsim reads and writes workloads of Batsim as HDeepRM has them: jobs with what
// they compute and need are loads for unequal processors. As logs they are package
// job/batsim's.
package batsim

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/job/batsim"
)

// The types of profiles that are simulated: so much work on every core, and so
// many seconds whatever the cores.
const (
	homogeneous = "parallel_homogeneous"
	delay       = batsim.Delay
)

const (
	giga = 1e9
	most = 1e18 // of work in GFLOP, memory in MB and bandwidth in GB/s
)

// Read makes the load of a workload on a machine. What it does not know it reads
// over.
func Read(text string, m *platform.Machine) (*cluster.Load, error) {
	v, err := jsontext.Read(strings.TrimPrefix(text, "\ufeff"))
	if err != nil {
		return nil, err
	}
	jobs, raw, err := batsim.Parts(v)
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

// add takes a job, or counts why not.
func (r *reader) add(i int, v jsontext.Value) error {
	r.load.Read++
	walltime := 0.0
	s, err := batsim.ReadSubmission(i, v, func(key string, m jsontext.Value) (err error) {
		if key == "walltime" {
			walltime, err = batsim.Number(m, "job "+strconv.Itoa(i+1)+" of the list: walltime", "seconds, or -1 for none")
		}
		return err
	})
	if err != nil {
		return err
	}
	p, err := r.profile(v, &s)
	if err != nil {
		return err
	}
	if p.request == 0 { // Batsim's own workloads have a limit at the job, or none
		p.request = max(0, walltime)
		if p.request == 0 && p.fixed {
			p.request = p.work
		}
	}
	if why, bad := r.unusable(&s, &p); bad {
		r.count[why]++
		return nil
	}
	r.keep(&s, &p)
	return nil
}

// profile is that of a job, read once.
func (r *reader) profile(job jsontext.Value, s *batsim.Submission) (profile, error) {
	if p, ok := r.profiles[s.Profile]; ok {
		return p, nil
	}
	v, ok := r.raw[s.Profile]
	if !ok {
		return profile{}, batsim.Fault(job, "job "+jsontext.Short(s.ID)+": its profile "+jsontext.Short(s.Profile)+
			" is not among the profiles: add it, or name one of them")
	}
	p, err := readProfile(v, "profile "+jsontext.Short(s.Profile))
	if err == nil {
		r.profiles[s.Profile] = p
	}
	return p, err
}

func readProfile(v jsontext.Value, at string) (p profile, err error) {
	if v.Kind() != jsontext.Object {
		return p, batsim.Unlike(v, at, `write {"type": "`+homogeneous+`", "cpu": ..., "req_time": ..., "mem": ..., "mem_bw": ...}`)
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
			return p, batsim.Unlike(m, at+": type", "only "+homogeneous+" and "+delay+" are simulated, use one of them")
		}
	}
	switch kind {
	case "":
		return p, batsim.Fault(v, at+": type is missing: add "+homogeneous+" or "+delay)
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
		return p, batsim.Fault(v, at+": "+work+" is missing: add what its jobs do")
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
		return batsim.Number(v, at, "seconds")
	}
	limits := "0 to " + strconv.FormatFloat(high, 'g', -1, 64)
	x, err := batsim.Number(v, at, limits)
	if err == nil && !(x >= 0 && x <= high) {
		err = batsim.Unlike(v, at, "give "+limits)
	}
	return x, err
}

// unusable says why a job can't be simulated.
func (r *reader) unusable(s *batsim.Submission, p *profile) (cluster.Reason, bool) {
	switch {
	case s.Submit < 0:
		return cluster.NoSubmit, true
	case s.Size < 1 || s.Size != math.Floor(s.Size):
		return cluster.NoCores, true
	case p.request <= 0:
		return cluster.NoRequest, true
	case s.Submit > job.MaxTime || p.request > job.MaxTime || s.Size > job.MaxSize:
		return cluster.OutOfRange, true
	case !cluster.Holds(r.machine, int32(s.Size), p.memory):
		return cluster.DoesNotFit, true
	}
	return 0, false
}

func (r *reader) keep(s *batsim.Submission, p *profile) {
	l := r.load
	id, err := strconv.ParseInt(s.ID, 10, 64)
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
	l.ID, r.names = append(l.ID, id), append(r.names, s.ID)
	l.Submit, l.Request, l.Size = append(l.Submit, s.Submit), append(l.Request, p.request), append(l.Size, int32(s.Size))
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
