package slurm

// Machine is what jobs run on.
type Machine struct {
	Nodes      int
	CPUs       []int32 // of each node; nil: jobs take whole nodes, and nobody counts
	Alone      bool    // a job's CPUs are of one node; where CPUs is nil it says nothing
	Up         Nodes
	Partitions []Partition
	Features   []Nodes // which nodes have what a job asks for, by Job.Feature
	Closures   []Closure
	Licences   []int32 // that there are, by kind
	Users      int     // of which jobs are: 0..Users-1
	Groups     []int32 // how many jobs of a group run at a time, by Job.Groups: a user's in a QOS, an array's
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
	Priority         int64
	Submit, Eligible int64
	Limit            int64 // s
	Nodes            int32 // whole nodes asked for
	CPUs             int32 // asked for where nodes are shared
	Partition        int32
	User             int32
	Groups           [2]int32 // -1: none
	Feature          int32    // -1: any node
	Association      int32    // -1: none
	QOS, Nice        int64    // priority of its QOS, and what it gave away
	Licences         []int32  // by kind; nil: none
	Start            int64    // of one that runs
	End              int64    // of one that runs: start and limit, as the scheduler sees it
	place            int32    // of its nodes, while it runs
}
