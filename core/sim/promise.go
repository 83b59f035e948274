package sim

import (
	"errors"
	"math"
	"strings"
)

// Promises says what becomes of the starts that conservative backfilling
// promises waiting jobs.
type Promises uint8

const (
	// Anew makes all promises again at every pass, in the primary order: a job
	// can start later than it was first promised.
	Anew Promises = iota
	// Kept moves no promise later. A job is promised the earliest start that
	// the running jobs and all promises leave when a pass first sees it, and
	// moves forward where room comes up, those first in the primary order
	// first. So it starts by its first promise as long as no job runs past its
	// requested time (of at least a second). When one does and a promise can't
	// be held, all are made anew at that pass.
	Kept
)

// String is the name ParsePromises reads.
func (p Promises) String() string {
	if p == Kept {
		return "kept"
	}
	return "anew"
}

// ParsePromises reads anew or kept, in any capitalisation.
func ParsePromises(s string) (Promises, error) {
	for p := Anew; p <= Kept; p++ {
		if strings.EqualFold(s, p.String()) {
			return p, nil
		}
	}
	return Anew, errors.New("unknown promises \"" + s + "\"; known are anew, kept")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (p Promises) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
func (p *Promises) UnmarshalText(b []byte) (err error) {
	*p, err = ParsePromises(string(b))
	return err
}

// unpromised is the promise of a job that has none yet.
const unpromised = math.MinInt64

// keeps says whether the run keeps promises.
func (e *Engine) keeps() bool {
	return e.cfg.Backfilling == Conservative && e.cfg.Promises == Kept
}

// promised takes the places of promised jobs from what running jobs leave free.
// If they can't all be held, nothing is promised any more.
func (e *Engine) promised(p []step) []step {
	held := true
	for _, j := range e.list {
		at := e.promise[j]
		if at == unpromised {
			continue
		}
		if held = held && at >= e.now; !held {
			break
		}
		i := first(p, at)
		if i == len(p) || p[i].at != at {
			p = insert(p, i, at)
		}
		p = occupy(p, i, at+max(e.request[j], 1), int64(e.size[j]))
	}
	for i := range p {
		held = held && p[i].free >= 0
	}
	if held {
		return p
	}
	for _, j := range e.list {
		e.promise[j] = unpromised
	}
	return e.expected()
}
