package model

// Machine is what jobs run on.
type Machine struct {
	Nodes      int
	CPUs       []int32 // of each node; nil: jobs take whole nodes, and nobody counts
	Whole      bool    // jobs take whole nodes, and CPUs only weigh them
	Alone      bool    // a job's CPUs are of one node; where CPUs is nil it says nothing
	Up         Nodes
	Partitions []Partition
	Features   []Nodes // which nodes have what a job asks for, by Job.Feature
	Closures   []Closure
	Licences   []int32 // that there are, by kind
	Users      int     // of which jobs are: 0..Users-1
	Limits     []Limit // of what runs at a time, by Job.Limits: a user's in a QOS, an account's, an array's
	Outages    []Outage
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
	Nodes            int32 // whole nodes asked for
	CPUs             int32 // asked for where nodes are shared
	Partition        int32
	Turn             int32   // of its partition among those that it may run in, in the order in which it named them
	Also             []int32 // the same job in the others, as jobs of their own: one of them runs; nil: none
	User             int32
	Limits           []int32 // that it is under; nil: none
	Counted          []int32 // others that it only counts for
	Feature          int32   // -1: any node
	Inside           int32   // the closure that it runs in, by number from 1; 0: none
	Association      int32   // -1: none
	QOS, Nice        int64   // priority of its QOS, and what it gave away
	Spared           float64 // part of its CPUs' usage that fair share does not count
	Licences         []int32 // by kind; nil: none
	Start            int64   // of one that runs
	End              int64   // of one that runs: start and limit, as the scheduler sees it
	place            int32   // of its nodes, while it runs
}
