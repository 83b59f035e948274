// Package site reads what a site's Slurm prints: its configuration with includes, partitions, nodes,
// reservations, QOS, associations, shares, events, priorities and diagnostics, in any order and told apart by
// content (read.go, table.go), the values of parameters that count (value.go), and the jobs of its logs (jobs.go).
package site
