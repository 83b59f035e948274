// Package trials tries orders of a few jobs that are queued behind a busy machine and
// scores each by its share of the slowdown when it is in front (Carastan-Santos, de
// Camargo 2017).
//
//   - pair.go: which jobs of a trace are such a problem, a pair (S, Q)
//   - stage.go: one trial, without allocation; score.go: many
package trials
