package model

import (
	"math"
	"strconv"
	"strings"
)

// Machine is what jobs run on.
type Machine struct {
	Nodes      int
	CPUs       []int32   // of each node; nil: jobs take whole nodes, and nobody counts
	Whole      bool      // jobs take whole nodes, and CPUs only weigh them
	Alone      bool      // a job's CPUs are of one node, the lowest; where CPUs is nil it says nothing
	Memory     []int64   // of each node, MB, where nodes are shared; nil: nobody counts
	Devices    []Devices // of each node, likewise; nil: there are none
	Kinds      []string  // of Devices, as gpu:a100
	Up         Nodes
	Partitions []Partition
	Features   []Nodes // which nodes have what a job asks for, by Job.Feature
	Closures   []Closure
	Licences   []int32 // that there are, by kind
	Users      int     // of which jobs are: 0..Users-1
	Limits     []Limit // of what runs at a time, by Job.Limits: a user's in a QOS, an account's, an array's
	Outages    []Outage
	Classes    []Class // of jobs that stop others, or are stopped, by Job.Class; nil: none does
}

// Shared says whether jobs have parts of nodes.
func (m *Machine) Shared() bool { return m.CPUs != nil && !m.Whole }

// Filling is how many whole nodes of a set so many CPUs take, if they are the largest of it.
func (m *Machine) Filling(nodes Nodes, cpus int64) (n int32) {
	if m.CPUs == nil {
		return int32(min(cpus, math.MaxInt32))
	}
	most := int32(1)
	for i := nodes.next(0); i >= 0; i = nodes.next(i + 1) {
		most = max(most, m.CPUs[i])
	}
	return int32(min((cpus+int64(most)-1)/int64(most), math.MaxInt32))
}

// Equip gives each node the generic resources that lists as gpu:a100:4,nvme:1 or gpu:2(S:0-1) say. Those beyond MaxKinds kinds
// are left out; more is how many kinds they are.
func (m *Machine) Equip(lists []string) (more int) {
	seen := map[string]int{}
	for i, list := range lists {
		for depth := strings.IndexByte(list, '('); depth >= 0; depth = strings.IndexByte(list, '(') { // commas may stand in there
			end := strings.IndexByte(list[depth:], ')')
			if end < 0 {
				end = len(list) - depth - 1
			}
			list = list[:depth] + list[depth+end+1:]
		}
		for item := range strings.SplitSeq(list, ",") {
			kind, n := strings.TrimSpace(item), int64(1)
			if at := strings.LastIndexByte(kind, ':'); at >= 0 {
				if number, err := strconv.ParseInt(kind[at+1:], 10, 32); err == nil {
					kind, n = kind[:at], number
				}
			}
			kind = strings.TrimSuffix(kind, ":no_consume")
			if kind == "" || n <= 0 {
				continue
			}
			k, ok := seen[kind]
			if !ok {
				k = len(seen)
				if seen[kind] = k; k < MaxKinds {
					m.Kinds = append(m.Kinds, kind)
				}
			}
			if k < MaxKinds {
				if m.Devices == nil {
					m.Devices = make([]Devices, m.Nodes)
				}
				m.Devices[i][k] += int32(n)
			}
		}
	}
	return max(0, len(seen)-MaxKinds)
}

// Named are the kinds of generic resources that a name as gpu or gpu:a100 means, a bit each.
func (m *Machine) Named(name string) (kinds uint8) {
	for k := range m.Kinds {
		if m.counts(k, "gres/"+strings.ToLower(name)) {
			kinds |= 1 << k
		}
	}
	return kinds
}

// Limit is on the jobs that run under it at a time; below 0: none.
type Limit struct {
	Jobs, CPUs, Nodes int64
	Seconds           int64 // that their CPUs have left to their limits, as counted at the last period
	Association       bool  // it is of one, which assoc_limit_stop is about
}

// Unlimited has none.
var Unlimited = Limit{Jobs: -1, CPUs: -1, Nodes: -1, Seconds: -1}

// Outage is a time in which nodes were down or drained. Nobody knows of it before, nor when it ends.
type Outage struct {
	From, To int64 // s
	Nodes    Nodes
}

// Partition is a list of nodes that jobs are sent to.
type Partition struct {
	Name   string
	Nodes  Nodes
	Tier   int64 // PriorityTier: the higher goes first
	Factor int64 // PriorityJobFactor
}

// Closure is a maintenance reservation: from its making on, no job may run into it.
type Closure struct {
	Made, From, To int64 // s
	Nodes          Nodes
}

// Job is one that waits or runs. Times are whole seconds of the epoch.
type Job struct {
	ID, Index        int64 // of an array: its id, and the index in it
	Array            bool
	Priority         int64
	Submit, Eligible int64
	Limit            int64 // s
	Unreserved       bool  // it gets no reservation
	Nodes            int32 // asked for; whole ones, where they are not shared
	CPUs             int32 // asked for
	Ask              *Ask  // where nodes are shared; nil: as many tasks of one CPU
	Place            int64 // in the daemon's list of jobs, where nodes are shared
	Partition        int32
	Turn             int32   // of its partition among those that it may run in, in the order in which it named them
	Also             []int32 // the same job in the others, as jobs of their own: one of them runs; nil: none
	User             int32
	Limits           []int32 // that it is under; nil: none
	Counted          []int32 // others that it only counts for
	Feature          int32   // -1: any node
	Inside           int32   // the closure that it runs in, by number from 1; 0: none
	Association      int32   // -1: none
	Class            int32   // as which it stops others, and is stopped
	QOS, Nice        int64   // priority of its QOS, and what it gave away
	Spared           float64 // part of its CPUs' usage that fair share does not count
	Licences         []int32 // by kind; nil: none
	Warned           int64   // when its grace is over, s; 0: it has not been told to end
	Cleared          bool    // it has stopped others, and not started since: it stops no more
	Start            int64   // of one that runs
	End              int64   // of one that runs: start and limit, as the scheduler sees it
	place            int32   // of its nodes, while it runs
	first            int32   // of its pieces, likewise
}
