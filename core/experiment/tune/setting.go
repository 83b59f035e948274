package tune

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/set"
	"shadowtime/core/study"
)

// Setting is a choice in terms that a site can use.
type Setting struct {
	Words       string    `json:"words"` // the rule in plain words
	Slurm       set.Setup `json:"slurm"`
	NotModelled []string  `json:"notModelled"` // what the machine may have and the simulation has not
}

// Setting is what was shown to do better, as it could be set up; nil where nothing was.
func (t *Report) Setting() *Setting {
	c := t.Recommended.Choice()
	if c.IsBaseline() {
		return nil
	}
	s := settingOf(c, &t.Plan)
	return &s
}

// settingOf says how a choice of a plan could be set up, found under its limits.
func settingOf(c Choice, p *Plan) Setting {
	q := set.Queue{Front: c.Primary, Backfill: c.Backfill, Threshold: c.Threshold, Backfilling: sim.Easy.String(),
		Dialect: p.Dialect, Limits: p.Limits}
	primary, backfill := order.Full(c.Primary, p.Primaries...), order.Full(c.Backfill, p.Backfills...)
	return Setting{ruleWords(c, orderWords(primary), orderWords(backfill)) + limitRule(p.Limits), q.Setup(), notModelled()}
}

// terms are the rule and how it is set up, as pages have them; none of no setting.
func (s *Setting) terms() []paper.Term {
	if s == nil {
		return nil
	}
	return append([]paper.Term{{Words: s.Words + " " + Advises}}, s.Slurm.Terms()...)
}

// Advises says where advice is given: a tuning says what would have been.
const Advises = "Decide says whether to set it: it asks under other assumptions too, and compares the replay with your machine’s real " +
	"waits."

// ruleWords says the rule that was simulated, under orders of these words.
func ruleWords(c Choice, primary, backfill string) string {
	var b strings.Builder
	b.WriteString("The queue is in the order of " + c.Primary + " (" + primary + ").")
	if c.Threshold >= 0 {
		b.WriteString(" Jobs that have waited more than " + c.Threshold.Words() + " go first, the longest waiting before the others.")
	}
	b.WriteString(" Where the first job does not fit, processors are reserved for it. Others that do not delay it may start, ")
	if c.Backfill == c.Primary {
		b.WriteString("tried in the same order.")
	} else {
		b.WriteString("tried in the order of " + c.Backfill + " (" + backfill + ").")
	}
	return b.String()
}

// limitRule is what the rule looks at, as sentences behind it.
func limitRule(l study.Limits) string {
	s := ""
	if l.Depth > 0 {
		s = " The scheduler looks at no more than " + numeral.Count(l.Depth) + numeral.Plural(l.Depth, " waiting job", " waiting jobs") +
			", the oldest."
	}
	if l.Tries > 0 {
		s += " At most " + numeral.Count(l.Tries) + numeral.Plural(l.Tries, " job is", " jobs are") + " tried behind the first."
	}
	return s
}

func notModelled() []string {
	return []string{
		"partitions, QOS limits, fair share, accounts and advance reservations",
		"preemption, suspended or requeued jobs, dependencies, jobs that are not eligible when submitted",
		"nodes, memory, licences and GPUs: any free processors will do",
		"the intervals of Slurm's backfill scheduler (bf_interval, bf_window, bf_resolution): the replay looks at every arrival and end",
		"users who react: who waits less may submit more, or ask for other sizes and times",
	}
}

// orderWords says what an order does, as in "smallest area first".
func orderWords(name string) string {
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Words()
}
