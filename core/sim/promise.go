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

// keep is the pass of conservative backfilling that keeps promises. Jobs are
// looked at in primary order: each gives up its place, takes the earliest that
// all others leave, and starts if that is now. This goes on until no job moves
// forward. Then the earliest promise is the projected end of a running job (it
// could be earlier otherwise), so something happens by then, and whoever is
// promised a start needs no clock of its own. Nobody can move forward either
// unless a job ended earlier than expected since.
func (e *Engine) keep() {
	e.survey()
	e.line()
	freed := e.freed
	e.freed = false
	for moved := true; moved; {
		moved = false
		p, held := e.promised(e.expected())
		if !held {
			for _, j := range e.list {
				e.promise[j] = unpromised
			}
			p = e.expected()
		}
		kept := 0
		for _, j := range e.list {
			q, d := int64(e.size[j]), max(e.request[j], 1)
			was := e.promise[j]
			if was > e.now && !freed {
				e.list[kept] = j
				kept++
				continue
			}
			if was != unpromised {
				vacate(p, was, was+d, q)
			}
			from := earliest(p, q, d)
			at := p[from].at
			p = occupy(p, from, at+d, q)
			moved = moved || at < was
			e.promise[j] = at
			if at == e.now {
				e.startPlaced(j, kept == 0)
				continue
			}
			e.list[kept] = j
			kept++
		}
		e.list = e.list[:kept]
		e.profile = p
	}
}

// promised takes the places of promised jobs from a profile, and says whether
// all can still be held.
func (e *Engine) promised(p []step) ([]step, bool) {
	for _, j := range e.list {
		at := e.promise[j]
		if at == unpromised {
			continue
		}
		if at < e.now {
			return p, false
		}
		var from int
		p, from = split(p, at)
		p = occupy(p, from, at+max(e.request[j], 1), int64(e.size[j]))
	}
	for i := range p {
		if p[i].free < 0 {
			return p, false
		}
	}
	return p, true
}

// split gives a profile a step at an instant, not before its first, and says
// which.
func split(p []step, at int64) ([]step, int) {
	i := len(p)
	for p[i-1].at > at {
		i--
	}
	if p[i-1].at == at {
		return p, i - 1
	}
	p = append(p, step{})
	copy(p[i+1:], p[i:])
	p[i] = step{at, p[i-1].free}
	return p, i
}

// vacate gives back q processors between two instants, which are steps.
func vacate(p []step, from, end, q int64) {
	for i := len(p) - 1; i >= 0 && p[i].at >= from; i-- {
		if p[i].at < end {
			p[i].free += q
		}
	}
}
