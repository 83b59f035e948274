// Package compare replays resamples of a log under several queue orders: a Plan
// says which, task k (Runner.Task) depends on (log, plan key, k) alone and gives
// a Row, and Merge turns rows into a Report: who makes jobs wait less, by how much
// and how surely, and the evidence behind it (Explain).
package compare
