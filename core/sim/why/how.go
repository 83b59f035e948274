package why

import "shadowtime/core/sim"

// Hows are how all jobs started, Front or Backfilled: the replay is watched once
// more, from its beginning.
func (p *Tape) Hows() ([]Reason, error) {
	w := starter{how: make([]Reason, p.Trace.Len())}
	c := p.Config
	c.Observer = &w
	return w.how, p.engine.Run(&c)
}

// starter notes who was backfilled.
type starter struct{ how []Reason }

func (w *starter) Arrive(int64, int)                {}
func (w *starter) Pass(int64)                       {}
func (w *starter) Start(int64, int)                 {}
func (w *starter) Backfill(_ int64, j int)          { w.how[j] = Backfilled }
func (w *starter) Reserve(int64, int, int64, int64) {}
func (w *starter) Place(int64, int, int64)          {}
func (w *starter) Passed(int64, int)                {}
func (w *starter) End(int64, int)                   {}

var _ sim.Observer = (*starter)(nil)
