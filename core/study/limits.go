package study

// Bounds of every plan, so that a mistyped number is a sentence and not a day
// of computing.
const (
	MaxResamples = 10_000
	MaxWeeks     = 1_040
	MaxBootstrap = 100_000
)
