// Package expr compiles a formula over a job's p, q, r and age into a small
// stack program that evaluates without allocation.
//
// The grammar, in order of binding: sums and differences, products and
// quotients, signs; numbers (1, 0.5, 1e-3), variables, parentheses, and the
// functions log, log2, log10, sqrt (one argument), min and max (two or more).
// p (also p~ or p̃) is the requested time in seconds, q the processors, r the
// submit time in seconds since the start of the trace, age the seconds waited.
// What the scheduler sees at a pass has names too: hour (0 to 23) and weekday (0 Monday to 6) of the clock that the trace's
// weeks go by; utilization, the share of the processors that is busy; queued, the jobs that wait; demand, the processors
// that they ask for; left, the processor-seconds that running jobs may still take by their requests; share, the user's part of
// what all used, which fades by half in seven days.
// Further names are the caller's. Capitalisation does not matter. Division by
// zero gives an infinity or not-a-number, as in floating point.
//
// It is parsed by hand, because go/parser weighs more than the worker that
// needs it, and errors name the column (from 1, in characters).
package expr
