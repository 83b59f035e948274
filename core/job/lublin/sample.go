package lublin

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// Config says what workload to make. The zero value of Users and Load asks for
// the defaults.
type Config struct {
	Procs int    // m, 2..MaxProcs
	Jobs  int    // 1..MaxJobs
	Seed  uint64 // any: another seed, another workload
	Users int    // 0: DefaultUsers; never more than there are jobs. Plain has none
	Load  float64
	// Load is the offered load, the sum of q*p over m times the time from first
	// to last submit, in [MinLoad, MaxLoad]. 0: DefaultLoad in Sample, the model's
	// own in Plain.
}

// Bounds and defaults of a Config.
const (
	MaxProcs     = 1 << 24
	MaxJobs      = 5_000_000
	MaxUsers     = 100_000
	DefaultUsers = 250
	DefaultLoad  = 0.85
	MinLoad      = 0.01
	MaxLoad      = 10.0
)

// start is 2024-01-01 00:00 UTC, a Monday: second 0 of every synthetic log.
const start = 1704067200

// choices is how many times a sitting has to choose from.
const choices = 3

func (cfg *Config) check() error {
	number := func(what string, n, low, high int, why string) error {
		if n < low || n > high {
			return errors.New("can't make a workload: " + what + " is " + strconv.Itoa(n) + ": choose from " +
				strconv.Itoa(low) + " to " + strconv.Itoa(high) + why)
		}
		return nil
	}
	if err := number("the number of processors", cfg.Procs, 2, MaxProcs, ""); err != nil {
		return err
	}
	if err := number("the number of jobs", cfg.Jobs, 1, MaxJobs, ""); err != nil {
		return err
	}
	if err := number("the number of users", cfg.Users, 0, MaxUsers, ", 0 for "+strconv.Itoa(DefaultUsers)); err != nil {
		return err
	}
	if cfg.Load != 0 && !(cfg.Load >= MinLoad && cfg.Load <= MaxLoad) {
		return errors.New("can't make a workload: the load is " + strconv.FormatFloat(cfg.Load, 'g', -1, 64) +
			": choose from " + strconv.FormatFloat(MinLoad, 'g', -1, 64) + " to " + strconv.FormatFloat(MaxLoad, 'g', -1, 64) +
			", 0 for the default")
	}
	return nil
}

// Plain makes a log of the bare model: sizes, run times and submit times, no
// users, no estimates, as studies of the model use the model. With a Load the submit
// times are stretched or pressed together until the log offers that load.
func Plain(cfg Config) (*job.Log, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	m := For(int64(cfg.Procs))
	jobs := m.Jobs(cfg.Seed, random.Model, cfg.Jobs)
	first, last := jobs[0].Submit, jobs[len(jobs)-1].Submit
	if cfg.Load != 0 && last > first {
		area := 0.0
		for i := range jobs {
			area += float64(jobs[i].Size) * float64(jobs[i].Run)
		}
		stretch := area / (cfg.Load * float64(cfg.Procs) * float64(last-first))
		for i := range jobs {
			jobs[i].Submit = first + int64(float64(jobs[i].Submit-first)*stretch)
		}
	}

	how := ""
	if cfg.Load != 0 {
		how = ", the times between submits scaled to an offered load of " + strconv.FormatFloat(cfg.Load, 'g', -1, 64)
	}
	l := newLog("lublin-"+strconv.Itoa(cfg.Procs), &cfg, []job.Pair{
		{Key: "Note", Value: "synthetic workload, not the log of a real machine: model of Lublin and Feitelson 2003 as it is" + how +
			", made by Shadowtime, seed " + strconv.FormatUint(cfg.Seed, 10)},
	}, nil)
	row := job.Unknown()
	for _, x := range jobs {
		row[job.Submit], row[job.Run] = x.Submit, x.Run
		row[job.Alloc], row[job.ReqProcs] = x.Size, x.Size
		row[job.Status] = 1
		add(l, &row)
	}
	return l, nil
}

// Offered is the load that a log offers to so many processors, 0 of a log that takes no time.
func Offered(l *job.Log, procs int) float64 {
	n := l.Len()
	if n == 0 {
		return 0
	}
	lasts := l.Col[job.Submit].At(n-1) - l.Col[job.Submit].At(0)
	if lasts == 0 {
		return 0
	}
	area := 0.0
	for i := range n {
		area += float64(l.Col[job.Run].At(i)) * float64(l.Col[job.Alloc].At(i))
	}
	return area / float64(procs) / float64(lasts)
}

// newLog is a log with a header.
func newLog(name string, cfg *Config, first, last []job.Pair) *job.Log {
	n := strconv.Itoa(cfg.Jobs)
	m := strconv.Itoa(cfg.Procs)
	pairs := append(first, []job.Pair{
		{Key: "Version", Value: "2.2"},
		{Key: "Computer", Value: "synthetic, " + m + " processors"},
		{Key: "Installation", Value: "none"},
		{Key: "MaxJobs", Value: n},
		{Key: "MaxRecords", Value: n},
		{Key: "UnixStartTime", Value: strconv.Itoa(start)},
		{Key: "TimeZone", Value: "0"},
		{Key: "TimeZoneString", Value: "UTC"},
		{Key: "StartTime", Value: "Mon Jan  1 00:00:00 UTC 2024"},
		{Key: "MaxNodes", Value: m},
		{Key: "MaxProcs", Value: m},
	}...)
	pairs = append(pairs, last...)
	return &job.Log{Name: name, Header: job.Header{Pairs: pairs}, Lines: len(pairs)}
}

// add puts a job to a log, on the next line and with the next id.
func add(l *job.Log, row *[job.NumFields]int64) {
	l.Lines++
	row[job.ID] = int64(l.Len() + 1)
	l.Add(row, l.Lines)
}

// limits are the times people ask for, in seconds. The longest is beyond the
// longest run time.
var limits = [...]int64{
	15 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 12 * 3600,
	24 * 3600, 36 * 3600, 48 * 3600, 72 * 3600, 96 * 3600,
}

// style is a subset of limits that a user thinks in, a bit each.
type style uint16

const (
	fine   style = 1<<len(limits) - 1
	coarse style = 1<<0 | 1<<2 | 1<<4 | 1<<6 | 1<<7 | 1<<9 | 1<<10 | 1<<11 // 15 min, 1, 4, 12, 24, 48, 72, 96 h
	lazy   style = 1<<3 | 1<<7 | 1<<10 | 1<<11                             // 2, 24, 72, 96 h
)

// above is the shortest limit of the style that is at least t.
func (st style) above(t float64) int64 {
	for i, l := range limits {
		if st>>i&1 != 0 && float64(l) >= t {
			return l
		}
	}
	return limits[len(limits)-1]
}

// below is the longest limit of the style under t, if any.
func (st style) below(t float64) (int64, bool) {
	for i := len(limits) - 1; i >= 0; i-- {
		if st>>i&1 != 0 && float64(limits[i]) < t {
			return limits[i], true
		}
	}
	return 0, false
}

// person is a user and the habits that weekly resampling keeps.
type person struct {
	group    int64
	activity float64 // share of the jobs, but for a factor
	burst    float64 // jobs a sitting, on average
	think    float64 // ln of the seconds between two jobs of a sitting
	hour     float64 // the middle of the working day
	width    float64 // its deviation, hours
	night    float64 // share of sittings at any time (scripts)
	weekend  float64 // activity of a Saturday or Sunday against a weekday
	from, to float64 // the share of the log in which the user is there
	margin   float64 // ln of what requests add to be safe
	killed   float64 // share of jobs that are killed at their limit
	st       style
}

// draft is a job before the clock and the scale of run times are known.
type draft struct {
	user    int32
	app     int32
	sitting int32
	size    int64
	run     float64 // seconds, before scaling
	limit   int64
	end     ending
}

type ending uint8

const (
	completes ending = iota
	fails
	cancelled
	killed // at its limit
)

// Sample makes a log as machines keep it: users, some much busier than others,
// each with programs, working hours and weeks of absence of their own; quiet
// nights and week-ends; requests of round times, at least the run time, about a
// tenth of the jobs killed at their requests.
//
// The sample does not follow the model, but takes from the model: sizes are drawn as for
// a machine half as large; run times are drawn by the model and then scaled, and
// killed jobs end at their limit; arrivals are the users' own and have
// nothing of the model. Plain is the model.
//
// The time from first to last submit follows from the load. From about a week
// and a half on the time is whole weeks from Monday, less a second, and run times are
// scaled to fit, by about a third at most and by less in longer logs. The load is met closely unless there are
// too few jobs (some dozens) to fill a second of the machine.
func Sample(cfg Config) (*job.Log, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if cfg.Users == 0 {
		cfg.Users = DefaultUsers
	}
	cfg.Users = min(cfg.Users, cfg.Jobs)
	if cfg.Load == 0 {
		cfg.Load = DefaultLoad
	}

	m := For(int64(cfg.Procs))
	// No user's program fills the machine. In the model a job in sixty does:
	// under EASY such jobs leave a load like this one standing in queues for weeks.
	m.High = max(m.High-1, m.Med)
	people := newPeople(&cfg)
	drafts := m.drafts(&cfg, people)
	span, factor := fitLoad(&cfg, drafts)
	submit := times(&cfg, people, drafts, span, factor)

	order := make([]int32, cfg.Jobs)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(submit[a], submit[b]), cmp.Compare(a, b))
	})
	submit[order[len(order)-1]] = span
	submit[order[0]] = 0

	weeks := strconv.FormatFloat(math.Floor(float64(span+1)/job.Week*10+0.5)/10, 'f', -1, 64)
	l := newLog("synthetic-"+strconv.Itoa(cfg.Procs), &cfg, []job.Pair{
		{Key: "Note", Value: "synthetic workload, not the log of a real machine: users with habits, sizes and run times drawn after " +
			"Lublin and Feitelson 2003, made by Shadowtime, seed " + strconv.FormatUint(cfg.Seed, 10)},
	}, []job.Pair{
		{Key: "MaxRuntime", Value: strconv.FormatInt(limits[len(limits)-1], 10)},
		{Key: "MaxQueues", Value: "3"},
		{Key: "Queue", Value: "1 short, up to 1 hour"},
		{Key: "Queue", Value: "2 medium, up to 12 hours"},
		{Key: "Queue", Value: "3 long, up to 96 hours"},
		{Key: "Note", Value: strconv.Itoa(cfg.Users) + " users, " + weeks + " weeks, offered load " + strconv.FormatFloat(cfg.Load,
			'g', -1, 64)},
	})
	row := job.Unknown()
	for _, at := range order {
		d := &drafts[at]
		run, atLimit := d.scaled(factor)
		status := int64(1)
		switch {
		case atLimit, d.end == fails:
			status = 0
		case d.end == cancelled:
			status = 5
		}
		queue := int64(3)
		if d.limit <= 3600 {
			queue = 1
		} else if d.limit <= 12*3600 {
			queue = 2
		}
		p := &people[d.user]
		row[job.Submit] = submit[at]
		row[job.Run] = run
		row[job.Alloc] = d.size
		row[job.ReqProcs] = d.size
		row[job.ReqTime] = d.limit
		row[job.Status] = status
		row[job.User] = int64(d.user) + 1
		row[job.Group] = p.group
		row[job.Executable] = int64(d.app) + 1
		row[job.Queue] = queue
		add(l, &row)
	}
	return l, nil
}

// newPeople makes the users.
func newPeople(cfg *Config) []person {
	s := newSource(cfg.Seed, random.Users)
	people := make([]person, cfg.Users)
	for i := range people {
		p := &people[i]
		p.activity = exp(1.4 * min(s.normal(), 2.5)) // bounded: no one is half the load
		p.group = int64(1 + s.below(1+cfg.Users/10))
		p.burst = 1 + s.gamma(1.2, 2)
		p.think = s.between(4.5, 7)
		p.hour = 13.5 + 2*s.normal()
		p.width = s.between(2, 4)
		p.night = 0.1
		p.weekend = s.between(0.1, 0.5)
		if s.unit() < 0.15 { // works by script
			p.night, p.weekend = 0.7, 0.8
		}
		p.to = 1
		// Some join late or leave early, but none of the busy half: the log would
		// have an idle and a crowded part.
		if s.unit() < 0.6 && p.activity < 1 {
			p.from = s.between(0, 0.7)
			p.to = min(1, p.from+s.between(0.25, 0.9))
		}
		p.margin = 0.2 + s.gamma(1.5, 0.5)
		p.killed = s.between(0.05, 0.15)
		switch u := s.unit(); {
		case u < 0.45:
			p.st = fine
		case u < 0.85:
			p.st = coarse
		default:
			p.st = lazy
		}
	}
	return people
}

// drafts draws the jobs from the model and deals them out. Jobs are laid in a row
// so that neighbours resemble each other in size and run time, and each program
// of a user takes a piece of the row, as long as its user is busy: so users have
// habits while the jobs as a whole remain the model's jobs.
func (m *Model) drafts(cfg *Config, people []person) []draft {
	s := newSource(cfg.Seed, random.Jobs)
	type card struct {
		size  int64
		log   float64 // ln of the run time
		class float64 // about log2 of the size
		place float64 // about log, to and fro from class to class
	}
	row := make([]card, cfg.Jobs)
	for i := range row {
		q := m.size(s)
		h := m.logRun(s, q)
		c := card{size: q, log: h}
		c.class = math.Floor(math.Log2(float64(q)) + 0.35 + 0.3*s.normal())
		c.place = h + 0.5*s.normal()
		if int(c.class)&1 != 0 {
			c.place = -c.place
		}
		row[i] = c
	}
	sorted.Stable(row, func(a, b card) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.place, b.place))
	})

	type app struct {
		user   int32
		weight float64
	}
	var apps []app
	total := 0.0
	for u := range people {
		for n := 2 + s.below(7); n > 0; n-- {
			w := people[u].activity * s.open()
			apps = append(apps, app{int32(u), w})
			total += w
		}
	}
	for i := len(apps) - 1; i > 0; i-- {
		j := s.below(i + 1)
		apps[i], apps[j] = apps[j], apps[i]
	}

	drafts := make([]draft, 0, cfg.Jobs)
	sitting, sum := int32(0), 0.0
	for k, a := range apps {
		sum += a.weight
		end := min(cfg.Jobs, int(sum/total*float64(cfg.Jobs)+0.5))
		if k == len(apps)-1 {
			end = cfg.Jobs
		}
		p := &people[a.user]
		for len(drafts) < end {
			n := min(s.geometric(p.burst), end-len(drafts))
			hand := row[len(drafts):][:n]
			mean := 0.0
			for _, c := range hand {
				mean += c.log / float64(n)
			}
			usual := p.st.above(exp(mean + p.margin))
			area := 0.0
			for _, c := range hand {
				d := draft{user: a.user, app: int32(k), sitting: sitting, size: c.size, run: exp(c.log), limit: usual}
				if s.unit() < 0.1 {
					d.limit = p.st.above(float64(usual) + 1)
				}
				switch u := s.unit(); {
				case u < p.killed:
					d.end = killed // it hangs, or too little was asked for
					if short, ok := p.st.below(d.run); ok && s.unit() < 0.6 {
						d.limit = short
					}
				case u < p.killed+0.06:
					d.end = fails
				case u < p.killed+0.09:
					d.end = cancelled
				}
				if d.run >= float64(d.limit) && d.end != killed {
					d.limit = p.st.above(d.run * 1.3)
				}
				drafts = append(drafts, d)
				// Nobody submits half a day of the machine at once.
				if area += d.run * float64(d.size); area > 3*3600*float64(m.Procs) {
					break
				}
			}
			sitting++
		}
	}
	return drafts
}

// scaled is the run time in seconds times the factor, and whether the job ends at its limit.
func (d *draft) scaled(factor float64) (run int64, atLimit bool) {
	r := d.run * factor
	if d.end == killed || r >= float64(d.limit) {
		return d.limit, true
	}
	return max(1, int64(r)), false
}

// fitLoad finds the span of the log in seconds and the factor of run times that
// offer the load. As times are rounded, both are searched for; a few steps settle the search.
func fitLoad(cfg *Config, drafts []draft) (span int64, factor float64) {
	area := func(factor float64) float64 {
		sum := 0.0
		for i := range drafts {
			run, _ := drafts[i].scaled(factor)
			sum += float64(run) * float64(drafts[i].size)
		}
		return sum
	}
	rate := cfg.Load * float64(cfg.Procs)
	now := area(1)
	ideal := now / rate
	weeks := math.Floor(ideal/job.Week + 0.5)
	if ideal < 1.5*job.Week {
		return max(1, int64(ideal)), 1
	}
	span = int64(weeks)*job.Week - 1
	want := rate * float64(span)
	factor = 1
	for range 12 {
		if off := now/want - 1; math.Abs(off) < 1e-5 {
			break
		}
		factor *= want / now
		now = area(factor)
	}
	return span, factor
}

// times draws the submit times, within [0, span]. Of a few times that would suit
// its user a sitting takes the time on the day with the least work so far, as
// people do who look at the queue: that keeps the machine from drowning in a
// week and idling in the next.
func times(cfg *Config, people []person, drafts []draft, span int64, factor float64) []int64 {
	s := newSource(cfg.Seed, random.Times)
	submit := make([]int64, len(drafts))
	work := make([]float64, span/job.Day+1)
	at, last := 0.0, int32(-1)
	for i := range drafts {
		d := &drafts[i]
		p := &people[d.user]
		if d.sitting != last {
			last = d.sitting
			least := math.Inf(1)
			for range choices {
				t := p.sitDown(s, cfg.Seed, d.user, float64(span))
				day := int(t) / job.Day
				w := work[day]
				if day%7 >= 5 {
					w *= 2.5 // week-ends are to stay quieter
				}
				if w < least {
					least, at = w, t
				}
			}
		} else {
			at += exp(p.think + 1.2*s.normal())
			if at > float64(span) {
				at = s.unit() * float64(span)
			}
		}
		submit[i] = int64(at)
		run, _ := d.scaled(factor)
		work[int(at)/job.Day] += float64(run) * float64(d.size)
	}
	return submit
}

// sitDown draws when a sitting of user u begins: a week the user is there, a day
// of it, an hour.
func (p *person) sitDown(s source, seed uint64, u int32, span float64) float64 {
	weeks := max(1, int(math.Floor(span/job.Week+0.9999)))
	for range 200 {
		// Weeks and days by rejection.
		x := s.between(p.from, p.to)
		week := min(int(x*float64(weeks)), weeks-1)
		if s.unit() > mood(seed, u, week) {
			continue
		}
		var at float64 // seconds into the week
		if s.unit() < p.night {
			at = s.unit() * job.Week
			if day := int(at / job.Day); day >= 5 && s.unit() > p.weekend {
				continue
			}
		} else {
			day := s.below(7)
			if s.unit() > p.weekday(day) {
				continue
			}
			hour := p.hour + p.width*s.normal()
			if hour < 0 || hour >= 24 {
				continue
			}
			at = float64(day)*job.Day + hour*3600
		}
		if at += float64(week) * job.Week; at < span {
			return at
		}
	}
	return s.unit() * span
}

// weekday is the user's activity on a day, Monday 0, against the busiest.
func (p *person) weekday(day int) float64 {
	switch day {
	case 0:
		return 0.85
	case 4:
		return 0.9
	case 5, 6:
		return p.weekend
	}
	return 1
}

// mood is how busy user u is in a week, against the busiest of weeks: away in a
// seventh of the weeks. mood is a function: a table would be large for a long log with
// many users.
func mood(seed uint64, u int32, week int) float64 {
	s := newSource(seed^uint64(u)*random.UserKey, random.Moods+uint64(week))
	if s.unit() < 0.15 {
		return 0.02
	}
	return s.between(0.3, 1)
}
