package sim

// NewWithTrees makes an engine whose indexes become trees beyond n jobs.
func NewWithTrees(n int) *Engine { return &Engine{upper: n} }
