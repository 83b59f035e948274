// Package batsim reads the workloads of Batsim, a simulator of batch schedulers,
// as HDeepRM writes them: JSON of jobs and the profiles they run.
package batsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/jsontext"
	"shadowtime/core/platform"
)

// file is what a workload's file says; other keys are read over.
type file struct {
	Jobs []struct {
		ID      json.RawMessage `json:"id"`
		Subtime *float64        `json:"subtime"`
		Res     float64         `json:"res"`
		Profile string          `json:"profile"`
	} `json:"jobs"`
	Profiles map[string]profile `json:"profiles"`
}

// profile is what jobs do, and what they ask for a core.
type profile struct {
	Type     string  `json:"type"`
	CPU      float64 `json:"cpu"`   // FLOP
	Delay    float64 `json:"delay"` // s
	ReqTime  float64 `json:"req_time"`
	ReqOps   float64 `json:"req_ops"` // FLOP
	Memory   float64 `json:"mem"`     // MB
	MemoryBW float64 `json:"mem_bw"`  // GB/s
}

const (
	homogeneous = "parallel_homogeneous"
	delay       = "delay"
	giga        = 1e9
	most        = 1e18 // of work in GFLOP, memory in MB and bandwidth in GB/s
)

// Sniff says whether a file is JSON, by its first bytes.
func Sniff(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n\ufeff")
	return len(text) > 0 && text[0] == '{'
}

// Read makes the load of a workload on a machine.
func Read(text []byte, m *platform.Machine) (*cluster.Load, error) {
	var f file
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &f); err != nil {
		return nil, fault(text, err)
	}
	r := reader{file: &f, machine: m, reference: m.Reference(), load: &cluster.Load{}}
	for i := range f.Jobs {
		if err := r.add(i); err != nil {
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

// fault says where JSON can't be read.
func fault(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at := min(int(syntax.Offset), len(text))
		return fmt.Errorf("line %d: %v: write the workload as JSON, with jobs and profiles", 1+bytes.Count(text[:at], []byte("\n")), err)
	case errors.As(err, &kind):
		at := min(int(kind.Offset), len(text))
		return fmt.Errorf("line %d, %s: a %s stands where a %s belongs", 1+bytes.Count(text[:at], []byte("\n")), jsontext.Short(kind.Field), kind.Value, kind.Type)
	}
	return err
}

type reader struct {
	*file
	machine   *platform.Machine
	reference float64
	load      *cluster.Load
	names     []string
	textual   bool // some job's id is no number
	count     [cluster.DoesNotFit + 1]int
}

func (r *reader) add(i int) error {
	j := &r.Jobs[i]
	r.load.Read++
	id, err := r.id(i)
	if err != nil {
		return err
	}
	p, ok := r.Profiles[j.Profile]
	switch {
	case !ok:
		return fmt.Errorf("job %s: its profile %s is not among the profiles: add it, or name one of them", jsontext.Short(id), jsontext.Short(j.Profile))
	case p.Type != homogeneous && p.Type != delay:
		return fmt.Errorf("profile %s: type %s is not simulated: use %s or %s", jsontext.Short(j.Profile), jsontext.Short(p.Type), homogeneous, delay)
	case j.Subtime == nil:
		return fmt.Errorf("job %s: subtime is missing: give its submit time in seconds", jsontext.Short(id))
	}
	if err := p.check(j.Profile); err != nil {
		return err
	}
	if why, bad := r.unusable(*j.Subtime, j.Res, &p); bad {
		r.count[why]++
		return nil
	}
	r.keep(id, *j.Subtime, int32(j.Res), &p)
	return nil
}

// id is a job's as text: a number, or a string.
func (r *reader) id(i int) (string, error) {
	raw := r.Jobs[i].ID
	var name string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &name) == nil {
		return name, nil
	}
	if _, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return string(raw), nil
	}
	return "", fmt.Errorf("jobs, entry %d: its id is %.40s: give a whole number or a text", i+1, orNothing(raw))
}

func orNothing(raw []byte) string {
	if len(raw) == 0 {
		return "missing"
	}
	return string(raw)
}

// check says which of a profile's numbers can't be.
func (p *profile) check(name string) error {
	for _, x := range []struct {
		key   string
		value float64
		most  float64
	}{
		{"cpu", p.CPU, most * giga}, {"delay", p.Delay, job.MaxTime}, {"req_ops", p.ReqOps, most * giga},
		{"mem", p.Memory, most}, {"mem_bw", p.MemoryBW, most},
	} {
		if !(x.value >= 0 && x.value <= x.most) {
			return fmt.Errorf("profile %s: %s is %g: give 0 to %g", jsontext.Short(name), x.key, x.value, x.most)
		}
	}
	return nil
}

// unusable says why a job can't be simulated.
func (r *reader) unusable(submit, size float64, p *profile) (cluster.Reason, bool) {
	switch {
	case submit < 0:
		return cluster.NoSubmit, true
	case size < 1 || size != math.Floor(size):
		return cluster.NoCores, true
	case p.ReqTime <= 0:
		return cluster.NoRequest, true
	case submit > job.MaxTime || p.ReqTime > job.MaxTime || size > job.MaxSize:
		return cluster.OutOfRange, true
	case !cluster.Holds(r.machine, int32(size), p.Memory):
		return cluster.DoesNotFit, true
	}
	return 0, false
}

func (r *reader) keep(id string, submit float64, size int32, p *profile) {
	l := r.load
	number, err := strconv.ParseInt(id, 10, 64)
	r.textual = r.textual || err != nil
	work, requested := p.CPU/giga, p.ReqOps/giga
	if p.ReqOps == 0 {
		requested = r.reference * p.ReqTime
	}
	fixed := p.Type == delay
	if fixed {
		work, requested = p.Delay, p.ReqTime
	}
	if fixed && l.Fixed == nil {
		l.Fixed = make([]bool, l.Len(), len(r.Jobs))
	}
	if l.Fixed != nil {
		l.Fixed = append(l.Fixed, fixed)
	}
	l.ID, r.names = append(l.ID, number), append(r.names, id)
	l.Submit, l.Request, l.Size = append(l.Submit, submit), append(l.Request, p.ReqTime), append(l.Size, size)
	l.Memory, l.Bandwidth = append(l.Memory, p.Memory), append(l.Bandwidth, p.MemoryBW)
	l.Work, l.Requested = append(l.Work, work), append(l.Requested, requested)
}

func (r *reader) dropped() (list []cluster.Dropped) {
	for why, n := range r.count {
		if n > 0 {
			list = append(list, cluster.Dropped{Reason: cluster.Reason(why), N: n})
		}
	}
	return list
}
