// Package cluster simulates a machine of unequal processors (package platform)
// under the pairs of a job selection and a placing that HDeepRM's agents choose
// among: an engine of states P0 to P3, memory, shared bandwidth and energy that is
// exact, deterministic, and does not allocate in a run.
//
// Run does it all at once. Next, Observe, Act and Reward do it a decision at a
// time, for whoever decides:
//
//	s := cluster.New(machine, load)
//	for s.Next() {
//		s.Act(choice)
//	}
//
// The scheduler decides once an instant at which jobs end or are submitted and some
// wait: it picks jobs by the selection, places them core by core, and stops at the
// first that does not fit, unless it backfills. Cores of a processor whose busy ones
// ask for more bandwidth than it has all slow down, so that ends move; how far is
// settled once an instant, after the decision. Times are seconds on the load's clock,
// which begins with its first submission.
//
// Beside EASY's backfilling, which does not foresee that a job slows those it
// shares a processor with, there is EasyAware: of the jobs that were to be gone when
// the head is to start, those that a backfill slows so much that they no longer are
// take their cores and memory out of what is kept for the head, as the backfill
// itself does, and it is refused where the head would not fit there any more.
//
// A Sim is for one goroutine at a time.
//
// Its folders:
//
//   - batsim: workloads of Batsim as loads of unequal processors, read and written
//   - platform: machines of unequal processors, read and written
//   - tariff: what energy costs at which hour
package cluster
