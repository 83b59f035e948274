package sim

import (
	"errors"
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

// keeps says whether the run keeps promises.
func (e *Engine) keeps() bool { return e.cfg.keeps() }

func (c *Config) keeps() bool { return c.Backfilling == Conservative && c.Promises == Kept }
