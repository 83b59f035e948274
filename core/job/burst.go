package job

import "shadowtime/core/base/numeral"

// Bursts counts jobs that arrive together with many others of their user, as arrays
// and scripts have them. Jobs are told in the order of their submit times.
type Bursts struct {
	at, n int64
	user  int64         // whose jobs come,
	own   int           // and how many of them one after the other
	of    map[int64]int // user -> jobs at the instant, but for these: mostly there is one
	jobs  int
}

// many is how many jobs of a user within a second are a burst.
const many = 10

// Add tells of a job.
func (b *Bursts) Add(submit, user int64) {
	if submit != b.at || b.n == 0 {
		b.end()
		b.at, b.user = submit, user
	}
	if user != b.user {
		b.put()
		b.user = user
	}
	b.own++
	b.n++
}

// put counts the jobs that came one after the other.
func (b *Bursts) put() {
	if b.of == nil {
		b.of = map[int64]int{}
	}
	b.of[b.user] += b.own
	b.own = 0
}

func (b *Bursts) end() {
	if b.n >= many {
		b.put()
		for _, k := range b.of {
			if k >= many {
				b.jobs += k
			}
		}
	}
	if len(b.of) > 8 {
		b.of = nil
	} else if len(b.of) > 0 {
		clear(b.of)
	}
	b.n, b.own = 0, 0
}

// Words say how many there are, "" where they are few.
func (b *Bursts) Words(jobs int) string {
	b.end()
	if b.jobs*10 < jobs || b.jobs == 0 {
		return ""
	}
	return share(b.jobs, jobs, "were submitted in one second with "+numeral.Count(many-1)+" or more others (arrays, scripts): such bursts "+
		"weigh much in every mean")
}

// share is the beginning of a warning: how many of the jobs it is of.
func share(n, jobs int, text string) string {
	return numeral.Count(n) + " of " + numeral.Jobs(jobs) + " " + text
}
