// Package experiment lists the capabilities (Kinds): each is a folder with a plan that is
// cut into tasks, a runner that computes a row of each, and a report made of rows.
//
// Its folders, beside those of kinds.go:
//
//   - agent: agents that learn to schedule a machine of unequal processors
//   - believe: how near a simulated schedule is to the one that the log tells of
//   - choose: which features of a learned order windows choose, and what it is worth on others
//   - little: a machine to teach with: a table of jobs, every step drawn and told
//   - rank: an order that sees the machine, searched for on a log's first half, judged on its second
//   - reproduce: published studies run again, beside what they printed
//   - slurm: a site's own Slurm: its files checked, its jobs replayed under its configuration
//   - shapes: outcomes of every kind that a report has to find words for: for tests
package experiment
