package sim

// NewWithTrees makes an engine whose indexes become trees beyond n jobs, and
// which ranks few more at a time.
func NewWithTrees(n int) *Engine { return &Engine{upper: n, whole: 8 * n, part: 5 * n} }

// Pace is how many instants there are at most between two calls of Progress.
const Pace = pace
