// Package online replays strategies that choose a queue order anew at the
// start of every policy period, while jobs run and wait on: online policy
// selection (Reis, "Learning to control large-scale parallel platforms", 2018,
// chapter 6).
//
// A Plan says what is compared; task k (Runner.Task) depends on (log, plan
// key, k) alone and gives a Row: what every fixed order and every strategy did
// on resample k, and Merge turns rows into a Report: what choosing was worth against
// each fixed order. Runner.Open replays one of them again and tells its Story.
//
// What a strategy may know differs. Full feedback: each order's wait in past
// periods, from simulations of the jobs submitted in them; noisy feedback: the
// same with errors. Bandit feedback (package bandit): what happened under the
// orders that ran, and nothing else.
package online
