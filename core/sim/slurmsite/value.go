package slurmsite

import (
	"regexp"
	"strings"

	"shadowtime/core/sim/slurm"
)

// Unset are values that say that nothing is set.
var Unset = regexp.MustCompile(`(?i)^(\(null\)|none|n/a|)$`)

// Given is what a file sets a parameter to, or nil: the last, if it does so more than once.
func (s *Site) Given(p *slurm.Parameter) *Setting {
	if !p.Option {
		if g := s.Last(p.Name); g != nil && !(Unset.MatchString(g.Value) && p.Unit == slurm.Words) {
			return g
		}
		return nil
	}
	for i := len(s.Options) - 1; i >= 0; i-- {
		if strings.EqualFold(s.Options[i].Name, p.Name) {
			return &s.Options[i]
		}
	}
	return nil
}

// Text is the value that counts: what is set, if it is a value, else the default.
func (s *Site) Text(p *slurm.Parameter) string {
	if g := s.Given(p); g != nil {
		if _, err := p.Value(g.Value); err == nil {
			return g.Value
		}
	}
	text := p.DefaultOf(s.Version)
	if other := slurm.Find(text, true); other != nil {
		return s.Text(other)
	}
	return text
}

// Away are states of nodes that take no job; one that sleeps (POWERED_DOWN) does.
var Away = regexp.MustCompile(`(?i)(^|\+)(DOWN|DRAIN|DRAINED|DRAINING|FAIL|FAILING|ERROR)\W*(\+|$)`)
