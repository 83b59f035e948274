// Package bandit chooses among a few arms again and again and knows, each
// time, only what the chosen one cost (bandit feedback): not what another
// would have.
//
// Here the arms are queue orders, a round is a policy period, and its cost is
// w, the summed wait in seconds of the l jobs that finished in it. What a
// strategy expects of an arm is a wait per job, in seconds. A round in which
// nothing finished teaches nothing.
//
// Strategies draw from the Stream they are given and use only arithmetic that
// has the same bits on every platform, so that they choose alike everywhere.
// After New none of them allocates.
package bandit
