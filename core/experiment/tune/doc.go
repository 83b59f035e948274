// Package tune searches the queues of EASY for a machine: which primary order,
// which backfilling order and which threshold make jobs wait least, learned on one
// half of a log and judged on the other (Lelong, Reis and Trystram, "Tuning
// EASY-Backfilling Queues", 2017; Reis, "Learning to control large-scale
// parallel platforms", 2018, chapter 5).
//
// The cleaned log is cut at its temporal midpoint; single weeks are resampled
// from each half, and each is replayed from an empty machine until drained,
// under every pair of orders with every threshold. Task k (Runner.Task) is one
// week of either half; it depends on (log, plan key, k) alone and gives a Row.
// Task study.Logged is the halves themselves, replayed as they were.
// Learn finds the best choice on the training weeks, Merge makes a Report of rows.
package tune
