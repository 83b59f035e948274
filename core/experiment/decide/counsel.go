package decide

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/report"
)

// Counsel is what the answer comes to: one of five. The verdict says what the log's weeks show of a setting, the counsel
// what to do about it; headline, cards, report, command and link have its words.
type Counsel string

// The counsels, and that of an answer that is not there yet.
const (
	Unsaid  Counsel = "open"
	Set     Counsel = "set"
	Likely  Counsel = "likely"          // but for the number of settings that were tested it holds
	NotYet  Counsel = "not yet"         // something is to be mended or asked first: Report.Because
	Unclear Counsel = "can't tell"      // this log shows no setting that is better
	NoGain  Counsel = "nothing to gain" // nobody waits, in the record and in the replay
)

// advise finds the counsel, what keeps the answer from being advice, and what to mend.
func (r *Report) advise() {
	r.Counsel, r.Because = r.counsel()
	r.Advice = r.Counsel == Set
	r.Fixes = r.fixes()
	r.Says = r.Sentence()
}

func (r *Report) counsel() (as Counsel, because string) {
	c := r.Answer()
	switch {
	case !r.Answered():
		return Unsaid, ""
	case r.unreplayed():
		return NotYet, "nearness"
	case r.idle() && r.Likeness != nil:
		return NoGain, ""
	case r.idle() || c == nil || c.Kept() || c.Verdict == report.Undecided || !r.enough():
		return Unclear, ""
	}
	if x := r.gravest(); x != nil {
		return NotYet, x.Key
	}
	if c.Verdict == report.Shown {
		return Set, ""
	}
	return Likely, ""
}

// unreplayed says that the machine's users waited and the replay's hardly do: what makes them wait is not in it, so that no
// order can be judged by it.
func (r *Report) unreplayed() bool {
	l := r.Likeness
	return l != nil && l.Logged >= short && l.Factor < 1/Far
}

// gravity are the conditions but that of the evidence, the one first that makes the others worthless.
var gravity = []string{"size", "records", "nearness", "waits", "starts", "requests", "halves", "ways"}

// gravest is the condition that keeps a setting from being advice; nil where all hold.
func (r *Report) gravest() *Condition {
	for _, level := range []Level{FixFirst, Doubtful, Open} {
		for _, key := range gravity {
			at := slices.IndexFunc(r.Conditions, func(x Condition) bool { return x.Key == key && x.Level == level })
			if at >= 0 {
				return &r.Conditions[at]
			}
		}
	}
	return nil
}

// named says whether the answer is a setting that may be better than what is run now.
func (r *Report) named() bool {
	c := r.Answer()
	return c != nil && !r.idle() && !c.Kept() && c.Change.Known()
}

// because says what keeps the answer from being advice, within a sentence.
func (r *Report) because() string {
	return numeral.Listed(r.failing(slices.DeleteFunc(slices.Clone(r.Conditions), func(x Condition) bool { return x.Key != r.Because })))
}

// Fix is something to mend before an order can be judged.
type Fix struct {
	Key string `json:"name"` // size, partition, queue, rules
	Do  string `json:"do"`
	Why string `json:"says"`
}

// Words are what to do, and why.
func (f *Fix) Words() string { return f.Do + ". " + f.Why }

// fixes are what to mend where the machine's users waited and the replay's hardly do; none of other logs.
func (r *Report) fixes() []Fix {
	list := []Fix{}
	c := r.Source.Cleaning
	if !r.unreplayed() || c == nil {
		return list
	}
	add := func(key, do, why string) { list = append(list, Fix{key, do, why}) }
	procs := numeral.Count(c.Machine.Procs) + " processors"
	if r.Guessed() {
		add("size", "Give the machine’s size", "The "+procs+" are a guess, and the size decides how long jobs wait in the replay.")
	}
	const shares = ", and the replay lets each job use the processors of all."
	switch parts, queues := c.Pooled.Partitions, c.Pooled.Queues; {
	case parts > 1:
		add("partition", "Choose a partition", "The log has "+numeral.Count(parts)+shares)
	case queues > 1:
		add("queue", "Choose a queue", "The log has "+numeral.Count(queues)+shares)
	}
	if e := r.Explained; e != nil && e.InVain > rules.MostHeld {
		do := "Find the rules that held jobs"
		if r.Plan.Rules != "" {
			do = "Find more of the rules that held jobs"
		}
		add("rules", do, numeral.Share(float64(e.InVain))+" of the recorded waiting passed although there was room.")
	}
	if len(list) == 0 {
		add("size", "Check the machine’s size", "With "+procs+" the replay hardly waits.")
	}
	return list
}

// Choice is a setting that one card proposes, or several.
type Choice struct {
	*Card
	Manners []Manner // from the safest on
}

// Main is the manner that the choice is known by: that of the question where it answers it.
func (c *Choice) Main() Manner { return c.Card.Manner }

// Names are its manners as a list, the first with a capital: "Safe and balanced".
func (c *Choice) Names() string {
	var words []string
	for _, m := range c.Manners {
		words = append(words, string(m))
	}
	return numeral.Capital(numeral.Listed(words))
}

// Choices are the cards, those that are the same setting once: keeping what is run now is one, too.
func (r *Report) Choices() (list []Choice) {
	for i := range r.Cards {
		c := &r.Cards[i]
		at := slices.IndexFunc(list, func(x Choice) bool { return x.At == c.At || x.Kept() && c.Kept() })
		if at < 0 {
			list = append(list, Choice{c, []Manner{c.Manner}})
			continue
		}
		list[at].Manners = append(list[at].Manners, c.Manner)
		if c.Manner == Balanced {
			list[at].Card = c
		}
	}
	return list
}
