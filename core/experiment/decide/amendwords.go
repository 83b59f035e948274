package decide

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
)

// terms are what rules are said in.
func (r *Report) terms() *rule.Terms {
	if r.Source.Cleaning == nil {
		return &rule.Terms{}
	}
	return &rule.Terms{Procs: r.procs()}
}

// orders to a site, and what is said of them, by what is done and to what.
var (
	amendings = [...][2]string{Doubled: {"Double the limit", "doubling the limit"}, Halved: {"Halve the limit", "halving the limit"}}
	liftings  = [...][2]string{rule.Limit: {"Lift the limit", "lifting the limit"},
		rule.Hours:   {"Lift the closed hours", "lifting the closed hours"},
		rule.EndBy:   {"Lift the hour to end by", "lifting the hour to end by"},
		rule.Missing: {"Give the missing processors back", "giving the missing processors back"},
		rule.Share:   {"Give fair share up", "giving fair share up"},
		rule.First:   {"Let no class go first", "letting no class go first"}}
)

func doing(how Amending, kind rule.Kind) [2]string {
	if how == Lifted {
		return liftings[kind]
	}
	return amendings[how]
}

// words are it as a heading: "Lift the limit: at most 4 running jobs a user".
func (a *amendment) words(t *rule.Terms) string {
	return doing(a.how, a.rule.Kind)[0] + ": " + a.clause(t)
}

// clause is the rule that is lifted, or the one in its place.
func (a *amendment) clause(t *rule.Terms) string {
	x := &a.rule
	if a.how != Lifted {
		x = &a.then
	}
	text := t.Clause(x)
	if x.Since != rule.Always {
		text += ", " + t.Period(x)
	}
	return text
}

// slurm are the lines that set it; none where Slurm has no such rule.
func (a *amendment) slurm(t *rule.Terms) []string {
	lines, ok := t.SlurmLifted(&a.rule)
	if a.how != Lifted {
		lines, ok = t.Slurm(&a.then)
	}
	if !ok {
		return []string{}
	}
	return strings.Split(lines, "\n")
}

// Lacking says why Slurm has no lines for a changed rule; "" where it has some.
func (r *Report) Lacking(a *Amended) string { return r.terms().Lacking(&a.rule) }

// AmendedSentence is what is said of the rules beside the answer; "" where there are none that could be changed.
func (r *Report) AmendedSentence() string {
	if len(r.Amended) == 0 || !r.Answered() || r.idle() {
		return ""
	}
	a := r.BestAmended()
	if a == nil {
		return "No change of a rule that keeps to the bound on the longest wait shortens " + r.what() + "."
	}
	size := " by " + numeral.Share(-a.Change) + report.Plausible(a.Change, a.Low, a.High) + "."
	as := doing(a.How, a.rule.Kind)
	what := " (" + a.clause + ")"
	switch {
	case a.Advice:
		return as[0] + what + ". It cuts " + r.what() + size
	case a.Verdict == report.Shown:
		text := numeral.Capital(as[1]) + what + " would cut " + r.what() + size
		if list := r.failing(append(r.machine(), r.halvesOfAmended(a))); len(list) > 0 {
			text += " Don’t set this yet, because " + numeral.Listed(list) + "."
		}
		return text
	case a.Verdict == report.Leaning:
		return numeral.Capital(as[1]) + what + " is likely to cut " + r.what() + size + " This is not yet sure."
	}
	return "This log does not show that a change of a rule lowers " + r.what() + ". Best guess: " + as[1] + what + ", " +
		report.Signed(a.Change) + report.Plausible(a.Change, a.Low, a.High) + "."
}

// OpenWords are what a machine without its rules would have been told, beside what this one is; "" of a plan without
// rules, or while it is not known.
func (r *Report) OpenWords() string {
	c, w := r.Answer(), r.Open
	if c == nil || w == nil || r.idle() {
		return ""
	}
	text := "Without the rules, the replay would say " + report.Signed(w.Change) + " for " + c.Words() + ". Under them it says " +
		report.Signed(c.Change) + "."
	switch {
	case w.alone:
	case w.Named == nil:
		text += " Without them, no card keeps to the bound on the longest wait."
	case *w.Named != c.Candidate:
		text += " Without them, it would name " + w.Named.Words() + ", " + report.Signed(w.Best) + "."
	}
	return text
}

// AmendedNote says what the figures of changed rules are.
const AmendedNote = "Each rule in force is taken off, limits are doubled and halved, and the order stays that of now. The replay does " +
	"not know why a rule was made, nor that users who wait less may submit more. On made-up machines the range of a halved " +
	"limit held the truth in 91 % of logs, beside 93 % for rules taken off and 97 % for doubled limits. Where jobs would hold 85 % of a " +
	"halved limit or more if none waited, no range is given."

// words say why a change is not replayed.
func (o *Offered) words() string {
	who := "its jobs"
	if o.User >= 0 {
		who = "the jobs of user " + strconv.FormatInt(o.User, 10)
	}
	text := "without waiting, " + who + " would hold " + numeral.Percent(o.Share, 0) + " of this limit in the mean"
	if o.Share >= 1 {
		return text + ", so they would wait ever longer"
	}
	return text + ", too much for this log to tell how long they would wait"
}

// UnsettledWords say of each change that is not replayed why; none where all are.
func (r *Report) UnsettledWords() (list []string) {
	for i := range r.Unsettled {
		x := &r.Unsettled[i]
		list = append(list, x.Words+". Not tried: "+x.Because+".")
	}
	return list
}

// Heading is what is done, and the rule that is lifted or the one in its place.
func (a *Amended) Heading() (title, rule string) {
	return doing(a.How, a.rule.Kind)[0], numeral.Capital(a.clause)
}

// Gain says who gains most by a changed rule, Pay who pays: users by a limit of users, else jobs of a size.
func (a *Amended) Gain() string {
	if a.rule.Per != rule.All && a.Users.Gains.Jobs > 0 {
		return a.Users.Gains.words()
	}
	return classWords(a.Gainers)
}

// Pay is the other side of Gain.
func (a *Amended) Pay() string {
	if a.rule.Per != rule.All && a.Users.Pays.Jobs > 0 {
		return a.Users.Pays.words()
	}
	return classWords(a.Losers)
}

// VerdictWords are the verdict; of a change that is shown to raise what is to be made better, that.
func (a *Amended) VerdictWords() string {
	if a.Verdict == report.Shown && a.Kept() {
		return "shown to be worse"
	}
	return string(a.Verdict)
}

func classWords(list []Loser) string {
	if len(list) == 0 {
		return "nobody by size"
	}
	return list[0].Class() + ": " + report.Signed(list[0].Change)
}

// words are the mean waits of a user.
func (u *UserWait) words() string {
	from, to := float64(u.From)/float64(u.Jobs), float64(u.To)/float64(u.Jobs)
	words := Durations(from, to)
	return "user " + strconv.FormatInt(u.ID, 10) + ": " + words(from) + " → " + words(to)
}

// UsersWords say how many users wait less, and how many longer: "12 users wait less, 201 longer".
func (a *Amended) UsersWords() string {
	if a.Users.Less+a.Users.More == 0 {
		return "no user’s mean wait changes by a minute"
	}
	return numeral.Count(a.Users.Less) + numeral.Plural(a.Users.Less, " user waits", " users wait") + " less, " +
		numeral.Count(a.Users.More) + " longer"
}

// ExpectedAmended is the measure under a changed rule, see Expected.
func (r *Report) ExpectedAmended(a *Amended) float64 { return r.expected(&a.Outcome, a.Change) }

// AmendedTable are the changes of rules in words, their head first; nil of none.
func (r *Report) AmendedTable() [][]string {
	if len(r.Amended) == 0 {
		return nil
	}
	mean, most := r.Durations()
	rows := [][]string{{"change of a rule", r.measure(), "raw", "corrected", "plausible", "longest wait", "verdict", "who gains most",
		"who pays most"},
		{"as it is", mean(r.Mean(&r.Now)), "", "", "", most(float64(r.Now.MaxWait)), "", "", ""}}
	for i := range r.Amended {
		a := &r.Amended[i]
		rows = append(rows, []string{a.Words, mean(r.ExpectedAmended(a)), numeral.Change(a.Own), numeral.Change(a.Change),
			numeral.Interval(a.Low, a.High), most(float64(a.MaxWait)), a.VerdictWords(), a.Gain(), a.Pay()})
	}
	for i := range r.Unsettled {
		x := &r.Unsettled[i]
		rows = append(rows, []string{x.Words, "", "", "", "", "", "not tried: " + x.Because, "", ""})
	}
	return rows
}

// onPaper is how many changes of rules a printed report has room for.
const onPaper = 6

// amendedRows are the changes of rules as rows of Table, the best first.
func (r *Report) amendedRows() (rows [][]string) {
	list := slices.Clone(r.Amended)
	sorted.Stable(list, func(a, b Amended) int { return better(&a, &b) })
	mean, longest := r.Durations()
	for i := range list[:min(onPaper, len(list))] {
		a := &list[i]
		slurm := "no"
		if len(a.Lines) > 0 {
			slurm = "yes"
		}
		rows = append(rows, []string{"a rule", a.Words, mean(r.ExpectedAmended(a)), numeral.Change(a.Own), numeral.Change(a.Change),
			numeral.Interval(a.Low, a.High), longest(float64(a.MaxWait)), a.VerdictWords(), a.Pay(), slurm})
	}
	return rows
}

// Term are its lines, under what they do.
func (a *Amended) Term() paper.Term {
	return paper.Term{Lines: append([]string{"# " + a.Words}, a.Lines...)}
}

// trying says how far the replays are: "4 of 8 orders", with rules "4 of 11 orders and changes of rules".
func (r *Report) trying() string {
	what := " orders"
	if r.Plan.Answering() > r.Plan.Pairs() {
		what += " and changes of rules"
	}
	return numeral.Count(r.Done) + " of " + numeral.Count(r.Plan.Answering()) + what
}

// among says among how many the answer is shown: "22 settings", with rules "22 settings and 3 changes of rules".
func (r *Report) among() string {
	text := numeral.Count(len(r.claimed)) + " settings"
	if n := len(r.Amended); n > 0 {
		text += " and " + numeral.Count(n) + numeral.Plural(n, " change of a rule", " changes of rules")
	}
	return text
}
