// Package order holds the queue orders a scheduler may follow: name, key,
// formula, source.
//
// A job with a smaller key goes first. A key is a function of the job's
// requested time p̃ (seconds), its processors q, its submit time r (seconds
// since the start of the trace) and, in aged orders, its age = now - submit
// (seconds). Actual run times enter no key. Equal keys are the scheduler's
// business (package sim, ties); a key that is not a number goes last.
//
// Keys use only arithmetic, Sqrt and Log of normal numbers, so they agree bit
// for bit natively and in WASM.
package order
