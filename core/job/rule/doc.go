// Package rule describes what keeps jobs of a machine from starting although there is room:
// limits of users, queues and partitions, hours in which long jobs do not start, processors that
// are not there. A rule never starts a job, it only forbids starts. What a rule does to the jobs
// of a trace is counted by sim/guard.
package rule
