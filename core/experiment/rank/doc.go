// Package rank searches for a queue order that sees the machine: a linear one
// over what a scheduler knows at a pass. Weights are found on the first half of
// a log, by replays of the same drawn weeks under every candidate, and the
// order is judged on the second, beside FCFS and SAF, by that half's own weeks.
package rank
