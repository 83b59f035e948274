package agent

// Baseline is what is taken from the return of an episode's only decision.
type Baseline string

// The baselines: nothing, as published, or the mean reward of the episodes so
// far, this one included. Where rewards are all positive, the first makes
// whatever was done likelier.
const (
	None Baseline = "none"
	Mean Baseline = "mean"
)
