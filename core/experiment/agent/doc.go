// Package agent has agents that choose what a heterogeneous cluster does next,
// and how they learn to (HDeepRM, sections 3 and 4): at each decision an agent
// observes the cluster, chooses an action, and is told what that earned. An
// episode is one run of the workload; a learner changes its weights at its end.
//
// An Agent of another kind needs the five methods of that interface and nothing
// else here; what it acts in is an Environment.
//
// Networks are small and dense, in plain loops: + - x /, square roots, logs of
// normal numbers and an exponential of our own, sums in one order, so that
// weights have the same bits natively and in a browser. Products are rounded
// before they are added (the conversions to float64): no compiler may fuse them.
// After the first episode a learner allocates nothing.
package agent
