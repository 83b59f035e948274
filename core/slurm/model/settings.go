package model

import "shadowtime/core/sim/order"

// Settings are what Slurm's parameters say; times are in seconds. New has them as they are by
// default.
type Settings struct {
	Version Version

	Backfill        bool // SchedulerType is sched/backfill
	BusyNodes       bool
	RunningReserve  bool
	Licences        bool
	AssocLimitStop  bool
	OneReservation  bool
	Interval        int64 // below 0: no backfill pass
	Resolution      int64
	Window          int64
	WindowLinear    int64
	MaxJobTest      int64
	MaxJobPart      int64 // as all limits on numbers, 0: none
	MaxJobUser      int64
	MaxJobUserPart  int64
	MaxJobAssoc     int64
	MaxJobStart     int64
	MainJobStart    int64
	MaxArrayResv    int64
	NodeSpaceSize   int64
	PartCountResv   int64
	MinPrioReserve  int64
	MinAgeReserve   int64
	QueueDepth      int64
	PartitionDepth  int64
	SchedInterval   int64 // below 0: no full pass
	BatchSchedDelay int64
	KillWait        int64
	OverTimeLimit   int64

	// Order takes the place of the weights: a site factor that outweighs them all, computed when they are. Nil: none.
	Order *order.Order

	Multifactor bool // PriorityType is priority/multifactor
	FairTree    bool
	Enforce     bool // usage of ended jobs counts to their end: AccountingStorageEnforce has limits
	FavorSmall  bool
	Accrue      bool // age counts from submission
	OverTime    bool // size counts as CPUs by minute
	RawPart     bool // priorities are not divided by the greatest
	RawQOS      bool
	RawAssoc    bool
	RawTRES     bool
	Reset       Reset // when usage is forgotten
	CalcPeriod  int64
	HalfLife    int64
	MaxAge      int64
	Dampening   int64
	WeightAge   int64
	WeightShare int64
	WeightSize  int64
	WeightAssoc int64
	WeightPart  int64
	WeightQOS   int64
	WeightTRES  []Weight

	Linear        bool  // jobs take whole nodes
	PreemptQOS    bool  // those of a QOS stop those of others
	PreemptTier   bool  // those of a partition stop those of others of a lower PriorityTier
	Youngest      bool  // those that began last are stopped first
	Reorder       int64 // how often those who could be stopped are put into another order, so that fewer are
	Exempt        int64 // that a job runs at least before it is stopped, where its QOS does not say it, s
	Again         int64 // a job that was stopped for another may start again so long after its nodes are clean, s
	Memory        bool  // it is counted where nodes are shared
	DefMemPerCPU  int64
	DefMemPerNode int64
}

// Weight is that of a resource in priorities, by its name in lower case: cpu, mem, node, gres/gpu, gres/gpu:a100.
type Weight struct {
	Of string
	By float64
}
