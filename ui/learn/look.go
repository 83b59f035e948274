package learn

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/learn"
	"shadowtime/ui/lab"
)

// A first look takes so many pairs and jobs started, those of all trials: well under
// a second. Its windows are those of the question, as many as a look replays.
const (
	roughPairs = 64
	roughJobs  = roughPairs * 2048 * 48
)

// roughly is the plan of a first look: some of the pairs, with few trials.
func roughly(p learn.Plan) learn.Plan {
	p.Pairs = min(p.Pairs, roughPairs)
	if len(p.Starts) > 0 {
		p.Starts = p.Starts[:p.Pairs]
	}
	if p.Trials != learn.All {
		p.Trials = min(p.Trials, learn.Trials(max(p.Sizes.Queued, roughJobs/p.Pairs/p.Sizes.Jobs())))
	}
	_ = p.Normalise() // as the plan itself was
	return p
}

// Look is the work of a first, rough order, and of judging it.
func (v *View) Look(o *lab.Opened) *lab.Work {
	p, err := v.On(o)
	if err != nil {
		return nil
	}
	v.Glance(o, &p)
	p = roughly(p)
	w := v.pairs(o, p)
	w.Then = v.judgement(o, p, true)
	return w
}

// known are the rows behind an answer to a plan on a trace, and the plan that they
// are of: that of a first look, where nothing else is known. While the look scores
// its pairs there is none: an order of two of them says nothing.
func (v *View) known(o *lab.Opened, p learn.Plan) (shown learn.Plan, rows []learn.Row, looked bool) {
	looked = v.Glanced(o, &p)
	if looked && len(v.Rows(o, &p).First(p.Pairs)) == 0 {
		p = roughly(p)
	}
	rows = v.Rows(o, &p).Known(p.Pairs)
	if v.Lab.Looking(v.Kind) && len(v.Rows(o, &p).First(p.Pairs)) < roughly(p).Pairs {
		rows = nil
	}
	return p, rows, looked
}

// stands says what the report in sight is to a plan.
func (v *View) stands(p learn.Plan, looked bool) {
	v.Verdict.Is(lab.Asked, "")
	if r := v.Report; looked && !v.Lab.Computes(v.Kind) && (r.Done < p.Pairs || r.Plan.Trials != p.Trials) {
		v.Verdict.Is(lab.Rough, "A rough answer, made at once from "+numeral.Count(r.Done)+" pairs with "+
			learn.Tried(r.Plan.Trials)+" each. "+
			v.Verb+" takes the "+numeral.Count(p.Pairs)+" with "+learn.Tried(p.Trials)+" each that you ask for.")
	}
}
