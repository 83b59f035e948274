// Package session tells from a log what its users waited for before they went
// on: batches of jobs submitted together, how each batch follows the one before,
// at which hours people work, when they come back, and how long a response sends
// them home for the day.
//
// The notions are those of Zakay and Feitelson ("On identifying user session
// boundaries in parallel workload logs", 2012; "Preserving user behavior
// characteristics in trace-based simulation of parallel job scheduling", 2014)
// and of Shmueli and Feitelson ("On simulation and design of parallel-systems
// schedulers: are we doing the right thing?", 2009). All of it is observed: what
// else differs between the jobs that took long and those that did not is not
// known.
package session
