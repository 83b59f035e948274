// Package population makes logs of users who wait: closed loops whose truth is
// known, since the same users can be replayed under any order. Each has working
// hours, programs and think times of their own, submits a batch of jobs, waits for
// its end (or does not), thinks and submits the next; long waits send them home.
//
// The form of the loop is that of Shmueli and Feitelson ("On simulation and design
// of parallel-systems schedulers: are we doing the right thing?", 2009). What users
// draw for their n-th act is a hash of seed, user and n: the same under every order.
package population

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/base/exp"
	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
)

// Form says what sends users home for the day.
type Form uint8

const (
	// Response: the response R of a batch does, with probability R/(R + Patience).
	Response Form = iota
	// Slowdown: its slowdown s, the response over the longest run time, does, with
	// probability (s - 1)/(s + 1).
	Slowdown
	// Campaign: users have a series of batches to submit; a response above twice
	// their own patience makes them give up the series, and after a series they
	// are away for one to three days.
	Campaign
)

// Config says what users to make. The zero values of Weeks, Users and Patience ask for
// the defaults.
type Config struct {
	Procs    int     // of the machine, MinProcs to MaxProcs
	Weeks    int     // in which jobs are submitted, to MaxWeeks; 0: 52
	Users    int     // to MaxUsers; 0: 24
	Seed     uint64  // any: other seeds, other users
	Async    float64 // share of batches whose end nobody waits for, 0 to 1
	Form     Form    // what sends users home
	Patience int64   // of Form Response and Campaign, seconds, positive; 0: 7200
}

// Bounds of a Config.
const (
	MinProcs = 8
	MaxProcs = 1 << 24
	MaxUsers = 10_000
	MaxWeeks = 5_000
)

// Population are users who submit jobs: a sim.Feed, for one engine at a time.
type Population struct {
	config  Config
	persons []person
	plans   feedback.Agenda
	batches []batch
	spare   []int32
	of      []int32 // batch of each job that arrived
	users   []int32 // and its user
	until   int64
}

// person is a user: what is always so, then what changes.
type person struct {
	ln      float64 // of the median run time, seconds
	part    int     // of the machine: 2^-part of it
	think   float64 // median, seconds
	patient float64 // factor
	from    int64   // of working days, seconds
	to      int64

	acts  uint64
	serie int // batches left of a campaign
}

// batch is some jobs of a user: how many have not come or ended, and what they are like.
type batch struct {
	person     int32
	act        uint64
	left, sent int
	jobs       int
	begin      int64
	longest    int64
	ln, slack  float64
	size       int32
	awaited    bool
}

// Purposes of random.Hash(seed, user, act, purpose).
const (
	size = iota
	another
	length
	lengthTwo
	slack
	waits
	pause
	pauseTwo
	home
	morning
	away
	series
	count         // and on: one a further job
	spread  = 100 // of run times, two each
	delay   = 200 // between jobs
	mostOf  = 12  // jobs of a batch
	profile = 1 << 40
)

// New makes a population.
func New(c Config) (*Population, error) {
	c.Weeks, c.Users = or(c.Weeks, 52), or(c.Users, 24)
	if c.Patience == 0 {
		c.Patience = 7200
	}
	for _, x := range []struct {
		what           string
		n, least, most int
	}{{"processors", c.Procs, MinProcs, MaxProcs}, {"weeks", c.Weeks, 1, MaxWeeks}, {"users", c.Users, 1, MaxUsers}} {
		if x.n < x.least || x.n > x.most {
			return nil, errors.New("can't make users: " + strconv.Itoa(x.n) + " " + x.what + ": choose from " + strconv.Itoa(x.least) +
				" to " + strconv.Itoa(x.most))
		}
	}
	switch {
	case !(c.Async >= 0 && c.Async <= 1):
		return nil, errors.New("can't make users: a share of " + strconv.FormatFloat(c.Async, 'g', -1, 64) +
			" who do not wait: choose from 0 to 1")
	case c.Patience < 0:
		return nil, errors.New("can't make users: a patience of " + strconv.FormatInt(c.Patience, 10) + " s: choose a positive one")
	case c.Form > Campaign:
		return nil, errors.New("can't make users: no form of giving up has number " + strconv.Itoa(int(c.Form)))
	}
	p := &Population{config: c, persons: make([]person, c.Users), until: int64(c.Weeks) * job.Week}
	return p, nil
}

func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func (p *Population) word(u int32, act, purpose uint64) uint64 {
	return random.Hash(p.config.Seed, uint64(u), act, purpose)
}

// unit is a user’s random number from 0 to 1, for one purpose of one act.
func (p *Population) unit(u int32, act, purpose uint64) float64 {
	return random.Unit(p.word(u, act, purpose))
}

// normal is a standard normal variate of two purposes (Box and Muller).
func (p *Population) normal(u int32, act, purpose uint64) float64 {
	r := math.Sqrt(-2 * math.Log(1-p.unit(u, act, purpose)))
	return r * math.Cos(2*math.Pi*p.unit(u, act, purpose+1))
}

// exponential has mean 1.
func (p *Population) exponential(u int32, act, purpose uint64) float64 {
	return -math.Log(1 - p.unit(u, act, purpose))
}

// Begin is of sim.Feed.
func (p *Population) Begin() {
	p.plans.Clear()
	p.batches, p.spare, p.of, p.users = p.batches[:0], p.spare[:0], p.of[:0], p.users[:0]
	for i := range p.persons {
		u := int32(i)
		from := int64(7*3600 + 3*3600*p.unit(u, 0, profile+5))
		p.persons[i] = person{
			ln: 8 + p.normal(u, 0, profile), part: 1 + random.Below(p.word(u, 0, profile+2), 6),
			think:   900 * exp.Exp(0.7*p.normal(u, 0, profile+3)),
			patient: exp.Exp(0.5 * p.normal(u, 0, profile+7)),
			from:    from, to: from + int64(8*3600+3*3600*p.unit(u, 0, profile+6)),
		}
		p.plan(u, p.open(u, int64(3*job.Day*p.unit(u, 0, profile+9))))
	}
}

// plan has a user act at an instant, if it is in time.
func (p *Population) plan(u int32, at int64) {
	if at < p.until {
		p.plans.Push(feedback.Item{At: at, Person: u, Batch: none})
	}
}

const none = -1

// open is the first working instant of a user from one on: days 0 to 4 of a week,
// in working hours. Mornings begin within two hours.
func (p *Population) open(u int32, at int64) int64 {
	q := &p.persons[u]
	for {
		day, clock := at/job.Day, at%job.Day
		switch {
		case day%7 > 4 || clock >= q.to:
			at = (day + 1) * job.Day
		case clock < q.from:
			return day*job.Day + q.from + int64(7200*p.unit(u, q.acts, morning))
		default:
			return at
		}
	}
}

// Next is of sim.Feed.
func (p *Population) Next() (int64, bool) { return p.plans.Next() }

// Arrive is of sim.Feed.
func (p *Population) Arrive(now int64, list []sim.Arrival) []sim.Arrival {
	for at, ok := p.plans.Next(); ok && at == now; at, ok = p.plans.Next() {
		i := p.plans.Pop()
		if i.Batch == none {
			i.Batch = p.act(i.Person, now)
		}
		list = append(list, p.submit(i.Batch, now))
	}
	return list
}

// act begins a user's next batch.
func (p *Population) act(u int32, now int64) int32 {
	q := &p.persons[u]
	q.acts++
	n := q.acts
	b := batch{person: u, act: n, jobs: 1, begin: now}
	for b.jobs < mostOf && p.unit(u, n, uint64(count+b.jobs)) < 0.6 {
		b.jobs++
	}
	b.left = b.jobs
	b.ln = q.ln + float64(1.4*p.normal(u, n, length))
	b.slack = 1 + float64(2*p.exponential(u, n, slack))
	part := q.part
	if p.unit(u, n, another) < 0.3 {
		part = 1 + random.Below(p.word(u, n, size), 6)
	}
	b.size = int32(max(1, p.config.Procs>>part))
	id := int32(len(p.batches))
	if k := len(p.spare); k > 0 {
		id, p.spare = p.spare[k-1], p.spare[:k-1]
		p.batches[id] = b
	} else {
		p.batches = append(p.batches, b)
	}
	if p.unit(u, n, waits) < p.config.Async {
		p.plan(u, p.open(u, now+1+int64(4*q.think*p.exponential(u, n, pause))))
	} else {
		p.batches[id].awaited = true
	}
	return id
}

// limits are the times that users ask for, in seconds.
var limits = [...]int64{900, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 12 * 3600, job.Day, 2 * job.Day, 4 * job.Day}

// submit is the next job of a batch; the one after it comes half a minute later or so.
func (p *Population) submit(id int32, now int64) sim.Arrival {
	b := &p.batches[id]
	k := uint64(b.sent)
	b.sent++
	if b.sent < b.jobs {
		at := now + int64(30*p.exponential(b.person, b.act, delay+k))
		p.plans.Push(feedback.Item{At: at, Person: b.person, Batch: id})
	}
	p.of, p.users = append(p.of, id), append(p.users, b.person)
	longest := limits[len(limits)-1]
	run := exp.Exp(b.ln + float64(0.3*p.normal(b.person, b.act, spread+2*k)))
	a := sim.Arrival{Run: int64(min(max(run, 1), float64(longest))), Request: longest, Size: b.size}
	for _, l := range limits {
		if float64(l) >= float64(float64(a.Run)*b.slack) {
			a.Request = l
			break
		}
	}
	b.longest = max(b.longest, a.Run)
	return a
}

// End is of sim.Feed.
func (p *Population) End(now int64, k int) {
	id := p.of[k]
	b := &p.batches[id]
	if b.left--; b.left > 0 {
		return
	}
	p.spare = append(p.spare, id)
	if b.awaited {
		p.plan(b.person, p.goOn(b, now))
	}
}

// goOn is when the user acts next whose batch ends now.
func (p *Population) goOn(b *batch, now int64) int64 {
	u := b.person
	q := &p.persons[u]
	n := q.acts
	response := float64(now - b.begin)
	patience := float64(p.config.Patience)
	days := int64(0)
	chance := p.unit(u, n, home)
	switch p.config.Form {
	case Response:
		if chance < response/(response+patience) {
			days = 1
		}
	case Slowdown:
		s := max(1, response/float64(max(b.longest, 10)))
		if chance < (s-1)/(s+1) {
			days = 1
		}
	case Campaign:
		q.serie--
		if response > 2*patience*q.patient || q.serie <= 0 {
			days = 1 + int64(random.Below(p.word(u, n, away), 3))
			q.serie = 2 + random.Below(p.word(u, n, series), 10)
		}
	}
	if days > 0 {
		return p.open(u, (now/job.Day+days)*job.Day)
	}
	return p.open(u, now+1+int64(q.think*exp.Exp(p.normal(u, n, pause))))
}

// Trace is what was submitted in an engine's last run of the population, and of
// whom. Day 0 is a Monday.
func (p *Population) Trace(e *sim.Engine) *job.Trace {
	t := e.Arrived()
	t.User = p.users
	for u := range p.persons {
		t.Users = append(t.Users, int64(u+1))
	}
	return &t
}

// start is 2024-01-01 00:00 UTC, a Monday.
const start = 1704067200

// Log is the same as a log, with the waits of the run.
func (p *Population) Log(e *sim.Engine) *job.Log {
	m := strconv.Itoa(p.config.Procs)
	l := &job.Log{Name: "users-" + m, Header: job.Header{Pairs: []job.Pair{
		{Key: "Version", Value: "2.2"},
		{Key: "Computer", Value: "synthetic, " + m + " processors"},
		{Key: "Note", Value: "synthetic workload, not the log of a real machine: users who wait for their jobs, made by Shadowtime, seed " +
			strconv.FormatUint(p.config.Seed, 10)},
		{Key: "UnixStartTime", Value: strconv.Itoa(start)},
		{Key: "TimeZoneString", Value: "UTC"},
		{Key: "MaxNodes", Value: m},
		{Key: "MaxProcs", Value: m},
	}}}
	l.Lines = len(l.Header.Pairs)
	t, starts := e.Arrived(), e.Starts()
	for j := range starts {
		row := job.Unknown()
		row[job.ID], row[job.Submit], row[job.Wait], row[job.Run] = int64(j+1), t.Submit[j], starts[j]-t.Submit[j], t.Run[j]
		row[job.Alloc], row[job.ReqProcs], row[job.ReqTime] = int64(t.Size[j]), int64(t.Size[j]), t.Request[j]
		row[job.Status], row[job.User] = 1, int64(p.users[j])+1
		l.Lines++
		l.Add(&row, l.Lines)
	}
	return l
}
