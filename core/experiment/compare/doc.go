// Package compare replays resamples of a log under several queue orders: a Plan
// says which, task k (Runner.Task) depends on (log, plan key, k) alone and gives
// a Row. Package comparison turns rows into a Report.
package compare
