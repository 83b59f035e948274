// Package site is what studies of heterogeneous clusters are of: a platform, and
// which jobs of a log run on it. Plans embed it.
package site

import (
	"errors"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Site says on which machine what is run.
type Site struct {
	Platform string `json:"platform"`  // a built-in's name, or a description in one line: platform.Spec.Encode
	First    int    `json:"jobsFirst"` // jobs of a stretch, 0: all there are
	Skip     int    `json:"jobsSkip"`  // jobs before the first stretch
	Work     string `json:"work"`      // how much work a job is: see cluster.Work
}

// Default is Gaia with two hundred jobs.
func Default() Site { return Site{Platform: "gaia", First: 200, Work: cluster.Ran.String()} }

// MaxJobs bounds First and Skip.
const MaxJobs = 1_000_000

// Settings are its values.
func (s *Site) Settings() study.Settings {
	return study.Settings{
		s.platformSetting(),
		study.Whole("jobs-first", &s.First, 0, MaxJobs).
			With("Jobs", "how many jobs are run, one stretch of the log behind another where there are several (0: all)").Around("",
			"jobs").
			Saying(func() string {
				if s.First == 0 {
					return "all jobs"
				}
				return numeral.Count(s.First) + " jobs at a time"
			}),
		study.Whole("jobs-skip", &s.Skip, 0, MaxJobs).
			With("Jobs passed over", "how many jobs of the log are passed over before the first that is run").Around("", "jobs").
			Saying(func() string { return "the first " + numeral.Count(s.Skip) + " jobs passed over" }),
		study.Named("work", &s.Work, study.Option{Value: cluster.Ran.String(), Words: "as long as it ran"},
			study.Option{Value: cluster.Accuracy.String(), Words: "its request times a drawn accuracy"}).
			With("A job's work", "run: its run time at the platform's mean speed; accuracy: its requested time times an accuracy drawn "+
				"from the histogram of Tsafrir and others, as in HDeepRM").
			Saying(func() string {
				if s.Work == cluster.Ran.String() {
					return "work as long as jobs ran"
				}
				return "work drawn from requests"
			}),
	}
}

func (s *Site) platformSetting() study.Setting {
	return study.Words("platform", func() string { return s.Platform }, func(text string) error {
		set := Site{Platform: strings.TrimSpace(text)}
		spec, err := set.Spec()
		if err != nil {
			return err
		}
		if !builtin(set.Platform) {
			if set.Platform, err = spec.Encode(); err != nil {
				return err
			}
		}
		s.Platform = set.Platform
		return nil
	}).With("Platform", "the machine: "+strings.Join(platform.BuiltinNames(), ", ")+", or a description of one")
}

func builtin(name string) bool {
	_, ok := platform.BuiltinSpec(name)
	return ok
}

// Spec is the platform's description.
func (s *Site) Spec() (*platform.Spec, error) {
	if spec, ok := platform.BuiltinSpec(s.Platform); ok {
		return spec, nil
	}
	if !strings.HasPrefix(s.Platform, "{") {
		return nil, errors.New("platform " + jsontext.Short(s.Platform) + " is not known: name " + strings.Join(platform.BuiltinNames(),
			", ") + ", or give a description that begins with {")
	}
	return platform.Parse(platform.File{Name: "platform", Text: s.Platform})
}

// Name is what the platform is called.
func (s *Site) Name() string {
	if spec, err := s.Spec(); err == nil && spec.Name != "" {
		return spec.Name
	}
	return "this platform"
}

// Machine is the platform laid out.
func (s *Site) Machine() (*platform.Machine, error) {
	spec, err := s.Spec()
	if err != nil {
		return nil, err
	}
	return spec.Lay()
}

// Load is stretch k, from 1, of a trace. It errs where that has no jobs.
func (s *Site) Load(t *job.Trace, m *platform.Machine, k int, seed uint64) (*cluster.Load, error) {
	l, err := s.Jobs(t, m, k, seed)
	if err != nil {
		return nil, err
	}
	return s.Cut(l, k)
}

// Jobs are those of the first so many stretches of a trace, 0: of all there are. It
// errs where there are none.
func (s *Site) Jobs(t *job.Trace, m *platform.Machine, stretches int, seed uint64) (*cluster.Load, error) {
	work, err := cluster.ParseWork(s.Work)
	if err != nil {
		return nil, err
	}
	l := cluster.FromTrace(t, m, cluster.Options{Work: work, Skip: s.Skip, First: stretches * s.First, Seed: seed})
	if l.Len() == 0 {
		return nil, errors.New("no jobs can be run: the log has " + numeral.Count(t.Len()) + ", of which " + numeral.Count(l.Skipped) +
			" are passed over and " + numeral.Count(l.DroppedJobs()) + " fit nowhere on " + s.Name())
	}
	return l, nil
}

// Cut is stretch k, from 1, of such jobs, on a clock of its own.
func (s *Site) Cut(jobs *cluster.Load, k int) (*cluster.Load, error) {
	size := s.First
	if size == 0 {
		size = jobs.Len()
	}
	from := (k - 1) * size
	switch {
	case k > 1 && s.First == 0:
		return nil, errors.New("all jobs are run at once: there is one stretch")
	case from >= jobs.Len():
		return nil, errors.New("stretch " + numeral.Count(k) + " has no jobs: " + numeral.Count(jobs.Len()) + " can be run, " +
			numeral.Count(size) + " at a time")
	}
	return jobs.Part(from, min(from+size, jobs.Len())), nil
}

// Closures are when nodes of a machine are out by a workload, in a run whose last job comes so many seconds
// after the first. It errs where all is over before one begins.
func Closures(w *study.Workload, m *platform.Machine, last float64) ([]cluster.Closure, error) {
	var t job.Trace
	err := w.Close(&t, 0, int64(last)+1)
	return cluster.Closures(m, t.Closures), err
}

// Stretches is how many whole stretches such jobs are, 1 at least where there are any.
func (s *Site) Stretches(jobs *cluster.Load) int {
	if s.First == 0 {
		return min(1, jobs.Len())
	}
	return max(min(1, jobs.Len()), jobs.Len()/s.First)
}
