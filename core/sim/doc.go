// Package sim replays a trace under EASY backfilling and its relatives: an
// engine that is exact, deterministic, and does not allocate in a run.
//
// The machine has m identical processors, jobs are rigid and never preempted.
// The scheduler acts at every instant at which a job arrives or ends: all
// completions of the instant free their processors, all its arrivals join the
// queue, then one scheduling pass runs (pass.go). A job of run time 0 ends at
// the instant it started, in one more instant at the same time. All times are
// whole seconds on the trace's own clock.
//
// Run does it all at once. Start, Advance and Finish do it in pieces, between
// which SetOrders changes the orders and Snapshot looks; StartAt begins on a
// machine that is busy already (state.go). RunFed takes the jobs from a Feed, which
// submits them as others end, in place of a trace (feed.go).
//
// A trace may have processors out for a time (closed.go), or rules that forbid starts (ruled.go):
// its runs take a way of their own, and those of other traces pay nothing.
//
// An Engine is for one goroutine at a time.
//
// Its folders:
//
//   - bandit: strategies that choose among orders and see only what the one in force did
//   - feedback: a log replayed whose users wait for their jobs
//   - gc: a model of the program of the regression study
//   - guard: what runs, counted against the rules of a machine
//   - held: what jobs waited for, by the record of a log
//   - metric: waits, bounded slowdowns and utilization of a replay
//   - order: queue orders by name and key; order/expr compiles formulas
//   - population: logs made of users who wait, replayed under any order
//   - predictor: run times foretold at submission
//   - trials: orders of a few jobs tried behind a busy machine, and what scores that gives
//   - why: why a job waited, by the engine's own decisions
package sim
