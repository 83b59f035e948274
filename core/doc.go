// Package core holds no code: it is what page, workers and command have in common. It
// knows nothing of a browser. A package imports packages of its own area and of those
// above it in this list, but sim and cluster, which know nothing of each other. Each
// area's doc.go lists its folders; the tests of internal/house hold both lists.
//
//   - base: bytes, numbers, chance, statistics: what knows no job
//   - job: logs and traces: read, cleaned, written, drawn anew, made
//   - sim: a trace replayed under a queue order, measured and explained
//   - cluster: machines of unequal processors, replayed
//   - study: what a question is: settings, tasks, rows, what is kept of them
//   - report: what is shown: words, charts, pages, links
//   - slurm: Slurm as a site has it set: read, checked, replayed pass by pass, told what to set
//   - experiment: the capabilities: plan, row, runner and report of each
//   - internal: helpers of the core's own tests
//   - cmd: programs
package core
