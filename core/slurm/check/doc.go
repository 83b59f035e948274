// Package check checks how Slurm is set up, before anything is simulated.
//
// It reads what a site has: slurm.conf or what scontrol show config prints, partitions, nodes, QOS and
// sdiag, in any order and told apart by content (read.go). It says of each parameter what it is set to
// and what is made of it in the model (check.go), and what is to be doubted, with the line that changes
// it (finding.go, table.go).
package check
