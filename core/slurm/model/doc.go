// Package model is Slurm's scheduler as it is set: its two passes over the jobs that wait, its
// priorities, and the parameters that say how.
//
// A pass takes one state in and gives one decision out. The main pass (main.go) goes down the order
// and stops at the first job of a partition that does not fit. The backfill pass (backfill.go) keeps
// a map of what is reserved when (space.go), asks for each job when the nodes that the map leaves it
// are free of running jobs (when.go), and which of them it would take (choose.go).
//
// A Daemon is slurmctld: it takes in jobs, makes the passes when the parameters say so, and ends jobs
// (daemon.go). Packages site and follow give it what they read.
//
// Nodes have numbers, and the numbers matter: a reservation is of named nodes, and runs of neighbours
// decide which. The rules were told from what 22.05.8, 25.05.8 and 26.05.3 did, and where they differ
// the version decides (version.go). What is exact and what is not is in the documentation.
package model
