package trials

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/random"
	"shadowtime/core/job"
)

// Sizes are the numbers of jobs of a pair (S, Q): those ahead, which are started
// in submit order and make the machine busy, and those queued behind them, whose
// order is tried.
type Sizes struct{ Ahead, Queued int }

// Bounds of Sizes.
const (
	MaxAhead  = 256
	minQueued = 2
	MaxQueued = 64
)

// DefaultSizes are the study's.
var DefaultSizes = Sizes{16, 32}

// Jobs is how many a pair has.
func (s Sizes) Jobs() int { return s.Ahead + s.Queued }

// ParseSizes reads what String writes: 16,32.
func ParseSizes(text string) (Sizes, error) {
	a, b, _ := strings.Cut(text, ",")
	ahead, err := strconv.ParseUint(strings.TrimSpace(a), 10, 16)
	queued, err2 := strconv.ParseUint(strings.TrimSpace(b), 10, 16)
	if err != nil || err2 != nil || ahead < 1 || ahead > MaxAhead || queued < minQueued || queued > MaxQueued {
		return Sizes{}, errors.New("give |S|,|Q| as in 16,32: 1 to " + strconv.Itoa(MaxAhead) + " jobs ahead, " + strconv.Itoa(minQueued) +
			" to " + strconv.Itoa(MaxQueued) + " queued behind them")
	}
	return Sizes{int(ahead), int(queued)}, nil
}

func (s Sizes) String() string { return strconv.Itoa(s.Ahead) + "," + strconv.Itoa(s.Queued) }

// MarshalText and UnmarshalText write them so in JSON.
func (s Sizes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s *Sizes) UnmarshalText(b []byte) (err error) {
	*s, err = ParseSizes(string(b))
	return err
}

// Places is at how many jobs of a trace a pair can begin: it takes jobs in a row.
func (s Sizes) Places(jobs int) int { return max(0, jobs-s.Jobs()+1) }

// Fit says what is wrong with as many pairs at distinct places of a trace.
func (s Sizes) Fit(jobs, pairs int) error {
	places := s.Places(jobs)
	if places == 0 {
		return errors.New("the part of the log that pairs are drawn from has " + numeral.Count(jobs) +
			numeral.Plural(jobs, " job", " jobs") + " of positive run time, and a pair needs " + numeral.Count(s.Jobs()) +
			" in a row: take a longer log, or smaller sizes than " + s.String())
	}
	if pairs > places {
		return errors.New("the log has " + numeral.Count(places) + numeral.Plural(places, " place", " places") + " where a pair of " +
			numeral.Count(s.Jobs()) + " jobs can begin: ask for at most so many pairs, not " + numeral.Count(pairs))
	}
	return nil
}

// Within says what is wrong with a pair that begins at a job.
func (s Sizes) Within(jobs, start int) error {
	if err := s.Fit(jobs, 1); err != nil {
		return err
	}
	if last := s.Places(jobs) - 1; start < 0 || start > last {
		return errors.New("start " + strconv.Itoa(start) + ": the log has " + numeral.Count(jobs) +
			" jobs of positive run time, counted from 0, so a pair of " + strconv.Itoa(s.Jobs()) + " begins at one from 0 to " +
			strconv.Itoa(last))
	}
	return nil
}

// Places are where pairs begin, as they are drawn from a trace: uniformly and each once, so
// that more of them never change the first.
type Places struct {
	pcg    rand.PCG
	places int
	list   []int
	taken  map[int]bool
}

// Begin starts over, with as many places to draw from.
func (d *Places) Begin(seed uint64, places int) {
	d.pcg.Seed(seed^random.Key(random.Pairs, 0), 0)
	d.places, d.list, d.taken = places, nil, map[int]bool{}
}

// At is the k-th place, from 1 to as many as there are.
func (d *Places) At(k int) int {
	random := rand.New(&d.pcg)
	for len(d.list) < k {
		if at := random.IntN(d.places); !d.taken[at] {
			d.taken[at] = true
			d.list = append(d.list, at)
		}
	}
	return d.list[k-1]
}

// Job is one of a pair: run time, processors, and submit time since that of the
// pair's first job.
type Job struct{ P, Q, R int64 }

// JobsFrom are n jobs of a trace from one on; submit times count from its first's.
func JobsFrom(t *job.Trace, from, n int) []Job {
	list := make([]Job, n)
	for i := range list {
		list[i] = Job{t.Run[from+i], int64(t.Size[from+i]), t.Submit[from+i] - t.Submit[from]}
	}
	return list
}
