package bench

import (
	"math/rand/v2"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/rule"
)

// KTHLike is a synthetic trace of the shape of KTH-SP2: 28,000 jobs on 100
// processors, load 0.70.
func KTHLike() (*job.Trace, error) { return sample("KTH-like", 100, 28_000, 0.70) }

// SDSCLike is a synthetic trace of the shape of SDSC-SP2: 60,000 jobs on 128
// processors, load 0.83.
func SDSCLike() (*job.Trace, error) { return sample("SDSC-like", 128, 60_000, 0.83) }

// sample makes a trace as machines keep it, cleaned.
func sample(name string, procs, jobs int, load float64) (*job.Trace, error) {
	l, err := lublin.Sample(lublin.Config{Procs: procs, Jobs: jobs, Seed: 3, Load: load})
	if err != nil {
		return nil, err
	}
	rules, err := job.ParsePreset("online")
	if err != nil {
		return nil, err
	}
	t, _ := job.Clean(l, rules, job.MachineOf(l, 0))
	t.Name = name
	return t, nil
}

// Overload is a trace whose queue holds about so many jobs from beginning to
// end: a burst of them on 128 processors, then three times as many at load 1.
func Overload(waiting int) *job.Trace {
	return Synthetic("overload-"+short(waiting), 4*waiting, waiting, 1)
}

// Light is a trace of n jobs on 128 processors at load 0.5: what an event costs
// at one size is to be held against another's. Its queue does not grow with n
// under any order, as it does at load 0.8 under LPF and others, which starve
// wide jobs and leave processors idle.
func Light(n int) *job.Trace { return Synthetic("light-"+short(n), n, 0, 0.5) }

func short(n int) string {
	switch {
	case n >= 1_000_000 && n%1_000_000 == 0:
		return strconv.Itoa(n/1_000_000) + "M"
	case n >= 1000 && n%1000 == 0:
		return strconv.Itoa(n/1000) + "k"
	}
	return strconv.Itoa(n)
}

// Synthetic is a trace of n jobs on 128 processors: a burst, then arrivals that
// offer a load above 0. The same bits on every platform.
func Synthetic(name string, n, burst int, load float64) *job.Trace {
	r := rand.New(rand.NewPCG(3, 3))
	t := &job.Trace{Name: name, Procs: 128}
	clock := 0.0
	for j := range n {
		q := int64(1)
		if r.IntN(4) > 0 {
			q = min(128, 1<<r.IntN(8)+r.Int64N(3))
		}
		p := 1 + r.Int64N(1<<(4+r.IntN(12)))
		if j >= burst {
			clock += float64(float64(p*q) / 128 / load * (0.5 + r.Float64()))
		}
		t.Submit = append(t.Submit, int64(clock))
		t.Run = append(t.Run, p)
		t.Request = append(t.Request, p+r.Int64N(2*p))
		t.Size = append(t.Size, int32(q))
		t.User = append(t.User, 0)
	}
	t.Users = []int64{-1}
	return t
}

// Rules are two that many machines have: a user runs four jobs at once, and jobs of more than four
// hours don't start by day.
func Rules() []rule.Bound {
	few, night := rule.New(rule.Limit), rule.New(rule.Hours)
	few.Per, few.Of, few.Most = rule.User, rule.Jobs, 4
	night.Class.Over, night.From, night.To, night.Days = 4*3600, 6*60, 18*60, rule.Workdays
	return []rule.Bound{{Rule: few}, {Rule: night}}
}

// under is a trace of which rules hold.
func under(t *job.Trace, rules []rule.Bound) *job.Trace {
	x := *t
	x.Rules = rules
	return &x
}
