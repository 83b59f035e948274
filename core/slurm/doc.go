// Package slurm holds no code: its folders are what is known here of Slurm as a site has it set.
// The capabilities that build on it are in experiment/slurm.
//
// Its folders:
//
//   - check: how Slurm is set up, what is to be doubted in it, and what is made of it here
//   - follow: passes and runs of a real Slurm, and how many come out the same
//   - model: Slurm's two passes and its priorities, as it is set
//   - set: how queue orders and a threshold are set up in Slurm: the lines to paste
//   - site: a site's files, read, and the scene that they make
package slurm
