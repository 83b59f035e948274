// Package worlds makes machines whose truth is known, endless by seed, and measures on
// logs cut out of them what a statement about a machine is worth that was made of one log.
//
// A machine is replayed over some two thousand weeks: what an order changes there is the
// truth. Logs are parts of it that nobody else has, each replayed from an empty machine,
// as a real one would be. Nothing of a machine is drawn by what is to be judged on it.
package worlds

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"shadowtime/core/base/exp"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

// Kind says how the weeks of a machine follow each other.
type Kind int

// The kinds.
const (
	Independent    Kind = iota // weeks differ, and none knows of the one before
	Autocorrelated             // load and who is there go on from week to week, which drifts over months
	Rare                       // a few per cent of the weeks drown; giants, campaigns
	Synth                      // the project's own synthetic log
)

// Kinds are all.
func Kinds() []Kind { return []Kind{Independent, Autocorrelated, Rare, Synth} }

func (k Kind) String() string { return [...]string{"iid", "ar", "rare", "synth"}[k] }

// Procs is the size of the machines in processors; those of Synth have twice as many.
const Procs = 64

// Machine is a world of so many weeks, whose clock starts at 0 with a week.
type Machine struct {
	Name  string
	Weeks int
	Trace *job.Trace
}

// New makes the first weeks of the machine of a kind and a seed. A week is the same
// however many are asked for; those of Synth are not, whose log is made as a whole.
func New(kind Kind, seed uint64, weeks int) (*Machine, error) {
	if kind == Synth {
		return synthetic(seed, weeks)
	}
	m := &Machine{Name: kind.String() + " " + strconv.FormatUint(seed, 10), Weeks: weeks, Trace: &job.Trace{Procs: Procs}}
	s := newSite(kind, seed)
	for u := range s.users {
		m.Trace.Users = append(m.Trace.Users, int64(u+1))
	}
	m.Trace.Name, m.Trace.Calendar.Source = m.Name, "made up"
	for w := range weeks {
		for _, j := range s.week(w) {
			t := m.Trace
			t.Submit, t.Run = append(t.Submit, int64(w)*job.Week+j.at), append(t.Run, j.run)
			t.Request, t.Size = append(t.Request, j.request), append(t.Size, j.size)
			t.User = append(t.User, j.user)
		}
	}
	return m, nil
}

// synthetic is a machine of lublin.Sample at a load of 0.8, as long as its jobs last.
func synthetic(seed uint64, weeks int) (*Machine, error) {
	const jobsAWeek = 970 // nearly
	l, err := lublin.Sample(lublin.Config{Procs: 2 * Procs, Jobs: weeks * jobsAWeek, Load: 0.8, Seed: seed})
	if err != nil {
		return nil, err
	}
	return Of(Synth.String()+" "+strconv.FormatUint(seed, 10), l), nil
}

// Of is the machine whose log is given, cleaned as a comparison cleans it, its whole weeks
// from instant 0 on.
func Of(name string, l *job.Log) *Machine {
	ground := study.DefaultWorkload()
	t, _ := ground.Prepare(l)
	first, weeks := t.WholeWeeks()
	from, _ := slices.BinarySearch(t.Submit, first)
	to, _ := slices.BinarySearch(t.Submit, first+int64(weeks)*job.Week)
	p := t.Part(from, to)
	p.Submit = slices.Clone(p.Submit)
	for i := range p.Submit {
		p.Submit[i] -= first
	}
	p.Start, p.Calendar.Monday = 0, 0
	return &Machine{name, weeks, &p}
}

// Log is what somebody has who logged so many weeks from one on, on a clock of its own.
func (m *Machine) Log(from, weeks int) *job.Trace {
	begin := int64(from) * job.Week
	a, _ := slices.BinarySearch(m.Trace.Submit, begin)
	b, _ := slices.BinarySearch(m.Trace.Submit, begin+int64(weeks)*job.Week)
	p := m.Trace.Part(a, b)
	p.Submit = slices.Clone(p.Submit)
	for i := range p.Submit {
		p.Submit[i] -= begin
	}
	return &p
}

// user is who submits, and the habits that last.
type user struct {
	share  float64    // of the work of a week in which everybody is there, but for a factor
	length float64    // ln of the seconds that a job of theirs runs
	spread float64    // of it
	sizes  [2]int32   // processors, of three jobs in four the first
	ask    [2]float64 // how many times what they expect is asked for, from and to
	steps  []int64    // the times they ask for, seconds
	hour   float64    // the middle of the working day
	script float64    // share of sittings at any hour of any day
	many   float64    // share of sittings that are campaigns
	sit    float64    // jobs of any other sitting, on average
}

// The times that people ask for. Some know them all, some only a few.
var (
	fine   = []int64{600, 1200, 1800, 3600, 5400, 7200, 10800, 14400, 21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200}
	coarse = []int64{3600, 14400, 43200, 86400, 172800, 259200}
	lazy   = []int64{7200, 86400, 259200}
)

const (
	people   = 36
	longest  = 72 * 3600 // what a job may ask for
	capacity = Procs * job.Week
)

// site is a machine in the making: what goes on from week to week.
type site struct {
	kind  Kind
	seed  uint64
	users []user
	here  []bool  // who is there
	level float64 // ln of the load against its middle, of Autocorrelated
}

// draft is a job of a week.
type draft struct {
	at, run, request int64
	size, user       int32
}

// stream is that of a week of a kind and a seed, or of the users where week is -1.
func stream(kind Kind, seed uint64, week int) *rand.Rand {
	return rand.New(rand.NewPCG(seed<<3|uint64(kind), uint64(week+1)))
}

// logNormal is e to a normal variate of that middle and spread.
func logNormal(r *rand.Rand, middle, spread float64) float64 {
	return exp.Exp(middle + float64(spread*r.NormFloat64()))
}

func between(r *rand.Rand, low, high float64) float64 { return low + float64((high-low)*r.Float64()) }

func newSite(kind Kind, seed uint64) *site {
	r := stream(kind, seed, -1)
	s := &site{kind: kind, seed: seed, users: make([]user, people), here: make([]bool, people)}
	for i := range s.users {
		u := &s.users[i]
		u.share = min(logNormal(r, 0, 1), 6)
		u.length, u.spread = 8.3+0.9*r.NormFloat64(), between(r, 0.7, 1.5)
		for k := range u.sizes {
			u.sizes[k] = 1 << min(r.IntN(7), r.IntN(6))
		}
		u.ask = [2]float64{1, between(r, 1.5, 6)}
		u.steps = [][]int64{fine, fine, coarse, lazy}[r.IntN(4)]
		u.hour, u.script = 13.5+1.5*r.NormFloat64(), 0.1
		if r.IntN(6) == 0 {
			u.script = 0.8
		}
		u.many = between(r, 0, 0.08)
		u.sit = between(r, 1, 5)
		s.here[i] = r.Float64() < 0.75
	}
	s.level = 0.25 * r.NormFloat64()
	return s
}

// load of a week, as a share of what the machine can do.
func (s *site) load(r *rand.Rand) float64 {
	switch s.kind {
	case Autocorrelated:
		const goesOn, spread = 0.8, 0.25
		s.level = float64(goesOn*s.level) + float64(spread*math.Sqrt(1-goesOn*goesOn)*r.NormFloat64())
		return 0.57 * exp.Exp(s.level)
	case Rare:
		calm := logNormal(r, 0, 0.1)
		if r.Float64() < 0.035 {
			return 0.6 * between(r, 2, 3)
		}
		return 0.6 * calm
	}
	return 0.8 * logNormal(r, 0, 0.16)
}

// week makes the jobs of the next week, in order of submit. Weeks have to be made one
// after another.
func (s *site) week(w int) []draft {
	r := stream(s.kind, s.seed, w)
	stays := 0.0
	if s.kind == Autocorrelated {
		stays = 0.8
	}
	shares, all := make([]float64, people), 0.0
	for i := range s.here {
		again, here := r.Float64() >= stays, r.Float64() < 0.75
		if again {
			s.here[i] = here
		}
		if s.here[i] {
			all += s.users[i].share
		}
		shares[i] = all
	}
	if all == 0 { // everybody is away
		for i := range shares {
			all += s.users[i].share
			shares[i] = all
		}
	}
	left := s.load(r) * capacity
	var list []draft
	if s.kind != Independent && r.IntN(10) == 0 { // a giant, above what the week has
		run := int64(between(r, 24, longest/3600) * 3600)
		list = append(list, draft{at: r.Int64N(job.Week), run: run, request: longest, size: Procs, user: r.Int32N(people)})
	}
	for left > 0 {
		at, _ := slices.BinarySearch(shares, between(r, 0, all))
		at = min(at, people-1)
		sat := s.users[at].sitting(r, int32(at), s.kind)
		for _, j := range sat {
			left -= float64(j.run) * float64(j.size)
		}
		list = append(list, sat...)
	}
	sorted.Stable(list, func(a, b draft) int { return int(a.at - b.at) })
	return list
}

// sitting is what a user submits in one go.
func (u *user) sitting(r *rand.Rand, name int32, kind Kind) []draft {
	n, gap := 1+int(min(r.ExpFloat64()*(u.sit-1), 30)), 400.0
	middle, spread := u.length+float64(u.spread*r.NormFloat64()), 0.6
	size := u.sizes[0]
	if r.IntN(4) == 0 {
		size = u.sizes[1]
	}
	if r.Float64() < u.many { // alike, by script
		n, gap, spread = 10+r.IntN(50), 20, 0.25
		if kind == Rare {
			n += r.IntN(150)
		}
	}
	day, hour := r.IntN(5), min(max(u.hour+2.5*r.NormFloat64(), 0), 23.9)
	if r.Float64() < u.script {
		day, hour = r.IntN(7), between(r, 0, 24)
	} else if r.IntN(8) == 0 {
		day = 5 + r.IntN(2)
	}
	at := float64(day)*job.Day + float64(hour*3600)
	usual := u.round(exp.Exp(middle) * between(r, u.ask[0], u.ask[1]))
	var list []draft
	area := 0.0
	for range n {
		j := draft{at: min(int64(at), job.Week-1), size: size, user: name, request: usual}
		run := min(max(logNormal(r, middle, spread), 1), longest)
		switch {
		case r.IntN(12) == 0: // killed at what was asked for
			run = min(max(run, float64(usual)), longest)
		case run > float64(usual):
			j.request = u.round(run * 1.2)
		}
		j.run = int64(min(run, float64(j.request)))
		list = append(list, j)
		at += r.ExpFloat64() * gap
		if area += run * float64(size); area > 0.1*capacity { // nobody has more of a week at once
			break
		}
	}
	return list
}

// round is the least time that the user asks for and that is no shorter.
func (u *user) round(seconds float64) int64 {
	for _, x := range u.steps {
		if float64(x) >= seconds {
			return x
		}
	}
	return longest
}
