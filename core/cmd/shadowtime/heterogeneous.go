package main

import (
	"fmt"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/report/published"
	"shadowtime/core/study/keep"
)

// heterogeneous runs that study again.
func (r *reproducing) heterogeneous(paths []string, onto string, asJSON bool) error {
	if len(paths) > 1 {
		return cli.Usef("--study %s is of one log, %s: give that, or none for the scenario that needs none", reproduce.HeterogeneousStudy,
			published.HeterogeneousLog)
	}
	s := &reproduce.Heterogeneous{}
	var gaia *reproduce.Gaia
	for _, path := range paths {
		log, err := r.Open(path)
		if err != nil {
			return err
		}
		if !published.IsHeterogeneousLog(log.Name) {
			return fmt.Errorf("%s: nothing is known of the study of heterogeneous clusters on this log: it is of %s", path,
				published.HeterogeneousLog)
		}
		if gaia, err = reproduce.OnGaia(log); err != nil {
			return err
		}
		r.digest = log.Digest
		s.Log = log.Name
	}
	if err := r.scenario1(s); err != nil {
		return err
	}
	if gaia != nil {
		if err := r.onGaia(gaia, s); err != nil {
			return err
		}
	}
	return r.hand(s, onto, asJSON)
}

// seeds calls do for seeds 1 to n of the verb reproduce, or as many as --resamples says, and lists what each gave.
func seeds[T any](r *reproducing, n int, what string, do func(seed uint64) (T, error)) ([]T, error) {
	if r.resamples > 0 {
		n = r.resamples
	}
	of := keep.Identity{Kind: reproduceKind, Digest: r.digest, Key: reproduce.HeterogeneousStudy + " " + what, Build: tasks.Build()}
	return tasks.Things(r.Call, of, n, what, func() (func(i int) (T, error), error) {
		return func(i int) (T, error) { return do(uint64(i + 1)) }, nil
	})
}

func (r *reproducing) scenario1(s *reproduce.Heterogeneous) (err error) {
	if s.Pays, err = reproduce.Pays(); err != nil {
		return err
	}
	for _, f := range reproduce.Forms() {
		courses, err := seeds(r, reproduce.Seeds, "courses, "+f.Name, f.Train)
		if err != nil {
			return err
		}
		s.Learned = append(s.Learned, &reproduce.FormCourses{LearningForm: f, Courses: courses})
	}
	return nil
}

// onGaia asks what the study asked of its log.
func (r *reproducing) onGaia(g *reproduce.Gaia, s *reproduce.Heterogeneous) error {
	for _, x := range []struct {
		into *[]*reproduce.PairAnswer
		list []reproduce.PairQuestion
	}{{&s.Energy, reproduce.Consolidating()}, {&s.Waits, reproduce.Waiting()}} {
		for _, q := range x.list {
			list, err := seeds(r, reproduce.Seeds, "seeds, "+q.Name, func(seed uint64) (reproduce.PairContrast,
				error) {
				return g.Ask(&q, seed), nil
			})
			if err != nil {
				return err
			}
			*x.into = append(*x.into, &reproduce.PairAnswer{PairQuestion: q, Seeds: list})
		}
	}
	for _, p := range reproduce.Policies() {
		list, err := seeds(r, reproduce.LearnedSeeds, "seeds, "+p.Name, func(seed uint64) (reproduce.PolicyOutcome,
			error) {
			return g.Schedule(&p, seed)
		})
		if err != nil {
			return err
		}
		s.Policies = append(s.Policies, &reproduce.PolicyOutcomes{Policy: p, Seeds: list})
	}
	s.First, s.Later, s.All = g.Asked(1000, 0), g.Asked(1000, 4), g.Asked(0, 0)
	return nil
}
