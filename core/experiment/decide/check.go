package decide

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// Level says how far something is to be doubted.
type Level string

// The levels.
const (
	Good     Level = "good"
	Doubtful Level = "doubtful"
	FixFirst Level = "fix first"
	Open     Level = "open" // not known yet
)

// Check is a line on the log itself, which is to be read before any answer.
type Check struct {
	Key    string `json:"key"` // size, nearness, records
	Level  Level  `json:"level"`
	Words  string `json:"words"`
	Detail string `json:"detail"`
}

// Near to what a machine did is a replay whose mean wait is no more than so many times off.
const Near = 1.5

// checks are the lines on the log.
func (r *Report) checks() []Check {
	if r.Source.Cleaning == nil {
		return []Check{}
	}
	return []Check{r.sizeCheck(), r.nearCheck(), r.recordCheck()}
}

func (r *Report) sizeCheck() Check {
	c := r.Source.Cleaning
	m := c.Machine
	x := Check{Key: "size", Level: Good, Words: numeral.Count(c.Kept) + " " + numeral.Plural(c.Kept, "job", "jobs") + " in " +
		numeral.Weeks(r.Source.WholeWeeks) + " on " + numeral.Count(m.Procs) + " processors."}
	if r.Source.WholeWeeks == 0 {
		x.Words = numeral.Count(c.Kept) + " " + numeral.Plural(c.Kept, "job", "jobs") + " in less than a whole week on " +
			numeral.Count(m.Procs) + " processors."
	}
	switch {
	case m.Source == "set by hand":
		x.Detail = "The size was set by hand."
	case strings.HasSuffix(m.Source, "of the header"):
		x.Detail = "The size is the log header’s (" + strings.TrimSuffix(m.Source, " of the header") + ")."
	default:
		x.Level, x.Words = FixFirst, "The machine’s size is a guess: "+numeral.Count(m.Procs)+" processors."
		x.Detail = "It is " + m.Source + ". The replay may have too few."
		if !strings.Contains(m.Source, ":") {
			x.Level, x.Words, x.Detail = Good, numeral.Count(c.Kept)+" jobs on "+numeral.Count(m.Procs)+" processors.",
				"The size is that of "+m.Source+"."
		}
	}
	return x
}

func (r *Report) nearCheck() Check {
	base := r.Plan.now().name()
	x := Check{Key: "nearness", Level: Open, Words: "How near the replay comes to the machine is not known yet."}
	switch {
	case !r.Now.AvgWait.Known():
		return x
	case r.Recorded == nil:
		x.Level, x.Words = Doubtful, "The log does not say how long your users waited. Replayed with "+base+" they wait "+
			numeral.Duration(r.Now.AvgWait)+"."
		x.Detail = "How near the replay comes to the machine can’t be told."
		return x
	}
	recorded := r.Recorded.AvgWait
	x.Words = "Your users waited " + numeral.Duration(recorded) + " on average. Replayed with " + base + " they wait " +
		numeral.Duration(r.Now.AvgWait) + "."
	switch ratio := r.nearness(); {
	case r.near():
		x.Level, x.Detail = Good, "The replay is near to the machine."
	case ratio > 1:
		x.Level, x.Detail = Doubtful, "The replay waits "+numeral.NumberTo(ratio, 2)+" times as long as your machine did."
	default:
		x.Level, x.Detail = Doubtful, "The replay explains "+numeral.Share(ratio)+" of your waits."
	}
	return x
}

// nearness is the replay's mean wait over the recorded one; NaN where there is none.
func (r *Report) nearness() float64 {
	if r.Recorded == nil {
		return math.NaN()
	}
	return float64(r.Now.AvgWait / r.Recorded.AvgWait)
}

// a mean wait below which a factor says nothing, seconds
const short = 60

func (r *Report) near() bool {
	x := r.nearness()
	return x >= 1/Near && x <= Near || r.Recorded != nil && r.Recorded.AvgWait < short && r.Now.AvgWait < short
}

func (r *Report) recordCheck() Check {
	c := r.Source.Cleaning
	x := Check{Key: "records", Level: Good}
	left := c.Read - c.Kept + r.Source.Unreadable
	switch share := float64(left) / float64(max(1, c.Read+r.Source.Unreadable)); {
	case left == 0:
		x.Words = "Every record was used."
	default:
		x.Words = numeral.Count(left) + " of " + numeral.Count(c.Read+r.Source.Unreadable) + " records " +
			numeral.Plural(left, "was", "were") + " left out."
		x.Detail = droppedWords(c, r.Source.Unreadable)
		if share > 0.05 {
			x.Level = Doubtful
		}
	}
	switch {
	case c.NoRequest == c.Kept && c.Kept > 0:
		x.Level = Doubtful
		x.Words += " No job has a requested time."
		x.Detail = strings.TrimSpace(x.Detail + " The run times stand for the requests, which no scheduler knows.")
	case c.NoRequest > 0:
		x.Detail = strings.TrimSpace(x.Detail + " The run time stands for the request of " + numeral.Count(c.NoRequest) +
			" jobs without one.")
	}
	return x
}

// droppedWords says why records were left out.
func droppedWords(c *job.Cleaning, unreadable int) string {
	var list []string
	if unreadable > 0 {
		list = append(list, numeral.Count(unreadable)+" unreadable")
	}
	for _, d := range c.Dropped {
		list = append(list, numeral.Count(d.N)+": "+d.Reason.Words())
	}
	return numeral.Capital(strings.Join(list, "; ")) + "."
}

// Condition is one of those that all must hold before a setting is advised.
type Condition struct {
	Key    string `json:"key"` // shown, halves, ways, nearness, size, weeks
	Level  Level  `json:"level"`
	Words  string `json:"words"`
	Detail string `json:"detail"`
}

// agreeing is the share of other assumptions under which a setting must be better.
const agreeing = 0.9

// judge finds the conditions, and whether the setting is advised.
func (r *Report) judge() {
	c := r.Answer()
	if c == nil {
		return
	}
	r.Conditions = []Condition{r.shown(c), r.halves(c), r.ways(c), r.nearly(), r.sized()}
	if x := r.Source.Cleaning; x != nil && x.Kept > 0 && x.NoRequest == x.Kept {
		r.Conditions = append(r.Conditions, Condition{"requests", Doubtful, "No requested times",
			"The run times stand for the requests, which no scheduler knows."})
	}
	r.Advice = true
	for _, x := range r.Conditions {
		r.Advice = r.Advice && x.Level == Good
	}
}

func (r *Report) shown(c *Card) Condition {
	among := numeral.Count(len(r.claimed)) + " settings"
	x := Condition{"shown", Good, "Shown among " + among, "The log has " + numeral.Weeks(r.Weeks) + "."}
	switch {
	case c.Verdict == report.Leaning:
		x.Level, x.Words = Doubtful, "Likely, not yet shown among "+among
	case c.Verdict != report.Shown || c.Change >= 0:
		x.Level, x.Words = FixFirst, "Not shown"
	}
	x.Detail = strings.TrimSpace(x.Detail + " " + settled(c))
	return x
}

func (r *Report) halves(c *Card) Condition {
	x := Condition{"halves", Open, "The log’s two halves", "There are too few weeks to cut them in two."}
	if r.Weeks < 2 {
		x.Level = Doubtful
		return x
	}
	first, second := r.Halves(c)
	x.Detail = "First half " + report.Signed(first) + ", second half " + report.Signed(second) + "."
	if at, later := r.Crossed(); at >= 0 {
		x.Detail += " The first half alone would choose " + r.Settings[at].Words() + ", which changes the second by " +
			report.Signed(later) + "."
		if later >= 0 {
			x.Level, x.Words = Doubtful, "What the first half chooses fails in the second"
			return x
		}
	}
	switch {
	case first < 0 && second < 0:
		x.Level, x.Words = Good, "Both halves agree"
	default:
		x.Level, x.Words = Doubtful, "The halves disagree"
	}
	return x
}

func (r *Report) ways(c *Card) Condition {
	x := Condition{"ways", Open, "Other assumptions", "They are not asked yet."}
	asked, agree := 0, 0
	for i := range r.Ways {
		asked++
		if r.Ways[i].Agrees() {
			agree++
		}
	}
	if asked == 0 {
		return x
	}
	x.Detail = numeral.Capital(small(agree)) + " of " + small(asked) + " other ways of asking agree."
	if x.Level, x.Words = Good, "Holds under other assumptions"; float64(agree) < agreeing*float64(asked) {
		x.Level, x.Words = Doubtful, "Changes with the assumptions"
	}
	return x
}

func (r *Report) nearly() Condition {
	c := r.nearCheck()
	x := Condition{"nearness", c.Level, "Replay near the machine", c.Words}
	if c.Level == Doubtful {
		x.Words = "Replay not near the machine"
		if r.Recorded == nil {
			x.Words = "No recorded waits to compare with"
		}
	}
	return x
}

func (r *Report) sized() Condition {
	x := Condition{"size", Good, "Machine size known", ""}
	for _, c := range r.Checks {
		if c.Key == "size" {
			x.Level, x.Detail = c.Level, c.Detail
		}
	}
	if x.Level != Good {
		x.Words = "The machine’s size is a guess"
	}
	return x
}

// small writes numbers up to twelve in words.
func small(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return numeral.Count(n)
}

// enough says whether the log has as many weeks as have a range.
func (r *Report) enough() bool { return r.Weeks >= stats.LeastWeeks }
