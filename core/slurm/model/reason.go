package model

// Reason is why a job that may start waits, as far as a pass can say.
type Reason uint8

// The reasons, as squeue has most of them.
const (
	Unseen       Reason = iota // no pass has looked at it
	Priority                   // jobs before it in its partition wait too
	Resources                  // it is the first of its partition that does not fit
	Limited                    // it is at a limit of its QOS, association or array, or licences are short
	Reserved                   // a maintenance reservation would begin before its end
	Down                       // too few nodes are up
	Untested                   // backfill passes end before it, or skip it
	BeyondWindow               // its nodes come free later than bf_window
	Reasons
)

func (r Reason) String() string {
	return [...]string{"not yet considered (before the next pass)", "Priority", "Resources", "limit", "reservation", "nodes down",
		"not tested by backfill",
		"beyond bf_window"}[r]
}

// Explain has passes say from now on why each job waits; it costs a little.
func (e *Engine) Explain() {
	e.byMain, e.byBackfill = make([]Reason, len(e.Jobs)), make([]Reason, len(e.Jobs))
}

// tells notes what a main pass finds of a job.
func (e *Engine) tells(k int32, r Reason) {
	if e.byMain != nil {
		e.byMain[k] = r
	}
}

// Why is why a job waits: what bars it now, else why backfill passes can't start it.
func (e *Engine) Why(k int32) Reason {
	if r := e.byMain[k]; r > Priority || e.byBackfill[k] < Untested {
		return max(r, e.byBackfill[k])
	}
	return e.byBackfill[k]
}
