// Package guard counts what runs against the rules of a machine (job/rule), and says whether a job
// may start by them: for the engine, where jobs start as it decides, and for a pass over a record,
// where they start as they did.
package guard
