// Package follow holds Slurm's scheduler against what a real one did: single passes read and answered a
// line each (state.go), and whole runs followed pass by pass (run.go, follow.go).
package follow

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/sorted"
	"shadowtime/core/slurm/model"
)

// MaxJobs bounds the jobs of one state.
const MaxJobs = 20_000

// State is one that a backfill pass begins with, as read of a line. Read takes the next into the
// same memory.
type State struct {
	ID       string // as it stood there
	Now      int64
	Settings model.Settings
	Machine  model.Machine
	Jobs     []model.Job

	on       []model.Nodes // of jobs that run
	licences []string      // names of kinds
	engine   model.Engine
	pieces   []model.Piece
}

// options are the names of parameters in a state's conf.
var options = map[string]string{
	"resolution": "bf_resolution", "window": "bf_window", "max_job_test": "bf_max_job_test", "node_space_size": "bf_node_space_size",
	"part_count_reserve": "bf_job_part_count_reserve", "min_prio_reserve": "bf_min_prio_reserve", "window_linear": "bf_window_linear",
	"max_job_start": "bf_max_job_start", "one_resv_per_job": "bf_one_resv_per_job", "running_reserve": "bf_running_job_reserve",
	"busy_nodes": "bf_busy_nodes", "plan_licences": "bf_licenses", "max_job_part": "bf_max_job_part", "max_job_user": "bf_max_job_user",
	"min_age_reserve": "bf_min_age_reserve",
}

// Read reads a state; what is wrong with it is said with the member's name.
func (x *State) Read(line string) error {
	v, err := jsontext.Read(line)
	if err != nil {
		return err
	}
	if v.Kind() != jsontext.Object {
		return fmt.Errorf("%s instead of an object: write a state as the documentation has it", v.Kind())
	}
	*x = State{ID: "null", Jobs: x.Jobs[:0], on: x.on[:0], engine: x.engine}
	parts := map[string]jsontext.Value{}
	for name, part := range v.Members() {
		parts[name] = part
	}
	for _, name := range []string{"slurm", "conf", "now", "jobs"} {
		if _, ok := parts[name]; !ok {
			return fmt.Errorf("%s is missing: a state has id, slurm, conf, now and jobs", name)
		}
	}
	if id, ok := parts["id"]; ok {
		x.ID = id.Compact()
	}
	version, ok := model.ParseVersion(words(parts["slurm"]))
	if !ok {
		return fmt.Errorf("slurm: %s: give a version, as \"25.05.8\"", brief(parts["slurm"]))
	}
	x.Settings = model.New(version)
	if x.Now, err = whole("now", parts["now"], 0, math.MaxInt64/4); err != nil {
		return err
	}
	if err := x.conf(parts["conf"]); err != nil {
		return fmt.Errorf("conf: %w", err)
	}
	if parts["jobs"].Kind() != jsontext.Array {
		return fmt.Errorf("jobs: %s: give a list", parts["jobs"].Kind())
	}
	for i, job := range parts["jobs"].Elements() {
		if i == MaxJobs {
			return fmt.Errorf("more than %d jobs: leave some out", MaxJobs)
		}
		if err := x.job(job); err != nil {
			return fmt.Errorf("jobs, number %d: %w", i+1, err)
		}
	}
	return x.sound()
}

// words are a text's, and nothing of what is none.
func words(v jsontext.Value) string {
	if v.Kind() != jsontext.String {
		return ""
	}
	return v.Text()
}

// brief is a value as it stands there, or its beginning.
func brief(v jsontext.Value) string {
	const most = 40
	s := v.Compact()
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// whole reads a whole number of a range.
func whole(name string, v jsontext.Value, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(v.Compact(), 10, 64)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s: %s: give a whole number, %d to %d", name, brief(v), low, high)
	}
	return n, nil
}

func (x *State) conf(conf jsontext.Value) (err error) {
	if conf.Kind() != jsontext.Object {
		return fmt.Errorf("%s: give an object", conf.Kind())
	}
	shared, cpus := int64(0), int64(1)
	for name, v := range conf.Members() {
		switch option := options[name]; {
		case option != "":
			if _, err = x.Settings.Set(option, true, v.Compact()); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		case name == "nodes":
			var n int64
			n, err = whole(name, v, 1, model.MaxNodes)
			x.Machine.Nodes = int(n)
		case name == "share":
			shared, err = whole(name, v, 0, 1)
		case name == "cpus":
			cpus, err = whole(name, v, 1, model.MaxCPUs)
		case name == "licences" && v.Kind() == jsontext.Object:
			for kind, total := range v.Members() {
				var n int64
				if n, err = whole(name+", "+kind, total, 0, math.MaxInt32); err != nil {
					break
				}
				x.licences = append(x.licences, kind)
				x.Machine.Licences = append(x.Machine.Licences, int32(n))
			}
		default:
			err = fmt.Errorf("%s is not known: the documentation lists the names", name)
		}
		if err != nil {
			return err
		}
	}
	x.Settings.Settle()
	m := &x.Machine
	if m.Nodes == 0 {
		return fmt.Errorf("nodes is missing: give how many the machine has")
	}
	m.Up, m.Users = model.NewNodes(m.Nodes), 1
	m.Up.Add(0, m.Nodes)
	m.Partitions = []model.Partition{{Nodes: m.Up}}
	if shared == 1 {
		m.Alone, m.CPUs = true, make([]int32, m.Nodes)
		for i := range m.CPUs {
			m.CPUs[i] = int32(cpus)
		}
	}
	return nil
}

func (x *State) job(v jsontext.Value) (err error) {
	if v.Kind() != jsontext.Object {
		return fmt.Errorf("%s: give an object", v.Kind())
	}
	j := model.Job{ID: -1, CPUs: 1, Feature: -1, Association: -1}
	var on model.Nodes
	end := int64(-1)
	read := func(name string, v jsontext.Value, low, high int64) (n int64) {
		if err == nil {
			n, err = whole(name, v, low, high)
		}
		return n
	}
	for name, v := range v.Members() {
		switch name {
		case "id":
			j.ID = read(name, v, 0, math.MaxInt64)
		case "prio":
			j.Priority = read(name, v, 0, math.MaxUint32)
		case "nodes":
			j.Nodes = int32(read(name, v, 1, model.MaxNodes))
		case "limit":
			j.Limit = 60 * read(name, v, 1, math.MaxInt32)
		case "tasks":
			j.CPUs = int32(read(name, v, 1, math.MaxInt32))
		case "start":
			j.Start = read(name, v, 0, math.MaxInt64/4)
		case "end":
			end = read(name, v, 0, math.MaxInt64/4)
		case "on":
			if on, err = x.nodes(v); err != nil {
				err = fmt.Errorf("on: %w", err)
			}
		case "lic":
			err = x.asked(&j, v)
		default:
			err = fmt.Errorf("%s is not known: the documentation lists the names", name)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case j.ID < 0 || j.Nodes == 0 || j.Limit == 0:
		return fmt.Errorf("a job has id, nodes and limit")
	case (end >= 0) != (on != nil):
		return fmt.Errorf("job %d: one that runs has start, end and on, one that waits none of them", j.ID)
	}
	j.End = end
	x.Jobs, x.on = append(x.Jobs, j), append(x.on, on)
	return nil
}

// asked reads the licences that a job of a recorded pass asks for, by name.
func (x *State) asked(j *model.Job, v jsontext.Value) error {
	if v.Kind() != jsontext.Object {
		return fmt.Errorf("lic: %s: give an object", v.Kind())
	}
	j.Licences = make([]int32, len(x.licences))
	for kind, v := range v.Members() {
		n, err := whole("lic, "+kind, v, 0, math.MaxInt32)
		if err != nil {
			return err
		}
		at := -1
		for i, name := range x.licences {
			if name == kind {
				at = i
			}
		}
		if at < 0 {
			return fmt.Errorf("lic: the machine has no %s: name it in conf, licences", kind)
		}
		j.Licences[at] = int32(n)
	}
	return nil
}

// nodes reads a list as 0-3,7.
func (x *State) nodes(v jsontext.Value) (model.Nodes, error) {
	list := model.NewNodes(x.Machine.Nodes)
	for _, part := range strings.Split(words(v), ",") {
		a, b, dashed := strings.Cut(part, "-")
		from, err := strconv.Atoi(a)
		to := from
		if err == nil && dashed {
			to, err = strconv.Atoi(b)
		}
		if err != nil || from < 0 || to < from || to >= x.Machine.Nodes {
			return nil, fmt.Errorf("%s: give nodes of 0 to %d, as \"0-3,7\"", brief(v), x.Machine.Nodes-1)
		}
		list.Add(from, to+1)
	}
	return list, nil
}

// sound says what can't be: a job twice, two jobs on one node.
func (x *State) sound() error {
	ids := map[int64]bool{}
	taken := model.NewNodes(x.Machine.Nodes)
	for i := range x.Jobs {
		if ids[x.Jobs[i].ID] {
			return fmt.Errorf("job %d stands there twice: leave one out", x.Jobs[i].ID)
		}
		ids[x.Jobs[i].ID] = true
		if x.on[i] == nil || x.Machine.CPUs != nil {
			continue
		}
		for n := range x.Machine.Nodes {
			if x.on[i].Has(n) && taken.Has(n) {
				return fmt.Errorf("job %d: another job runs on node %d", x.Jobs[i].ID, n)
			}
		}
		for w, b := range x.on[i] {
			taken[w] |= b
		}
	}
	return nil
}

// Begin puts the state's jobs into the engine's hands.
func (x *State) Begin() {
	e := &x.engine
	e.Load(&x.Machine, x.Settings, x.Jobs)
	x.Again()
}

// Again does so once more: the jobs are as they were before the pass.
func (x *State) Again() {
	e := &x.engine
	e.Empty()
	for i := range x.Jobs {
		if x.on[i] == nil {
			e.Wait(int32(i))
			continue
		}
		x.pieces = x.pieces[:0]
		for from := range x.on[i].Runs() {
			for n := from[0]; n < from[1]; n++ {
				x.pieces = append(x.pieces, model.Piece{Node: int32(n), CPUs: x.Jobs[i].CPUs})
			}
		}
		e.Run(int32(i), x.on[i], x.pieces)
	}
}

// Pass makes the pass.
func (x *State) Pass() { x.engine.Backfill(x.Now) }

// Decision appends the answer, a line without its end.
func (x *State) Decision(b []byte) []byte {
	e := &x.engine
	plans := make([]int, len(x.Jobs))
	for i, p := range e.Plans {
		plans[p.Job] = i + 1
	}
	started := make([]bool, len(x.Jobs))
	for _, k := range e.Started {
		started[k] = true
	}
	order := make([]int, len(x.Jobs))
	for i := range order {
		order[i] = i
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(x.Jobs[a].ID, x.Jobs[b].ID) })
	b = append(append(append(b, `{"id":`...), x.ID...), `,"out":{`...)
	for n, i := range order {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '"'), x.Jobs[i].ID, 10), `":[`...)
		switch {
		case started[i] || x.on[i] != nil:
			b = strconv.AppendInt(append(b, `"R",`...), x.Jobs[i].Start, 10)
			b = strconv.AppendInt(append(b, ','), x.Jobs[i].End, 10)
			b = append(appendNodes(append(b, `,"`...), e.On(int32(i))), '"')
		case plans[i] == 0:
			b = append(b, `"P",null,null,null`...)
		default:
			p := &e.Plans[plans[i]-1]
			b = append(strconv.AppendInt(append(b, `"P",`...), p.Start, 10), `,null,`...)
			if p.Nodes == nil {
				b = append(b, `null`...)
			} else {
				b = append(appendNodes(append(b, '"'), p.Nodes), '"')
			}
		}
		b = append(b, ']')
	}
	return append(b, `}}`...)
}

// appendNodes writes nodes as 0-3,7.
func appendNodes(b []byte, nodes model.Nodes) []byte {
	first := true
	for from := range nodes.Runs() {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = strconv.AppendInt(b, int64(from[0]), 10)
		if from[1] > from[0]+1 {
			b = strconv.AppendInt(append(b, '-'), int64(from[1]-1), 10)
		}
	}
	return b
}
