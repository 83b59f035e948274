// Package slurm is a site's own Slurm: its files are read and checked, and the jobs of its log replayed under its
// configuration, beside what the log says. Command and page ask it: the page through a kind whose plan holds the files
// (kind.go), since they are no log that can be cleaned, and nobody else's.
package slurm
