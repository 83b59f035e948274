// Package learn makes queue orders from a log by regression (Carastan-Santos, de
// Camargo 2017; Rosa, Carastan-Santos, Goldman 2023): many times, a few jobs of the
// log are queued in a random order behind a busy machine; a job's score is its
// share of the slowdown when it was in front (package trials); and scores are fitted
// on features of the job, so that the polynomial ranks a queue.
//
//   - term.go: features; fit.go: the fit, qr.go beneath it
//   - csv.go: scores in files
//   - plan.go, row.go, runner.go: the kind of study, a pair a task
//   - report.go: the fitted orders and what is known of their weights; judging.go: how they
//     do on windows of other weeks
package learn
