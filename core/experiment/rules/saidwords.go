package rules

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
)

// Bearing is what a log makes of a line of the site's files.
type Bearing uint8

// The bearings.
const (
	Binding      Bearing = iota // it holds, and explains some waiting
	Idle                        // it holds, and explains no waiting
	Contradicted                // too many starts go against it: it is not in force
	Unjudged                    // it is no rule here
	Absent                      // it concerns no job of the log
)

func (b Bearing) String() string {
	return [...]string{"holds", "holds, explains nothing", "contradicted, not in force", "no rule here",
		NoJob}[b]
}

var bearings = [...]string{"holds", "idle", "contradicted", "no-rule", "no-job"}

// SaidRule is a line of the site's files, and what the log makes of it. What is no rule has neither text nor figures.
type SaidRule struct {
	By       string        `json:"by"`
	Text     *string       `json:"text"`
	Words    string        `json:"words"`
	Log      string        `json:"log"`
	Starts   *int          `json:"starts"`  // that it concerns,
	Against  *int          `json:"against"` // and of them those that it forbids
	Explains *report.Float `json:"explains"`
	Seconds  *int64        `json:"explainsSeconds"`
	Edge     *EdgeOf       `json:"edge"`
}

// bearing is what the log makes of the rule.
func (f *SaidFinding) bearing() Bearing {
	switch {
	case f.Finding.Absent:
		return Absent
	case !f.Holds:
		return Contradicted
	case f.Explains > 0:
		return Binding
	}
	return Idle
}

// tellSaid takes over what the site's files say.
func (r *Report) tellSaid(c *job.Calendar) {
	f := r.found
	all := float64(max(1, f.Under.Sum()))
	for _, line := range f.saidLines(r.Plan.Said) {
		x := SaidRule{By: line.by, Log: bearings[line.bearing()]}
		if one := line.rule; one != nil {
			told := r.ruleOf(&one.Rule, c)
			explains := share(float64(one.Explains) / all)
			x.Text, x.Words, x.Starts, x.Against = told.Text, told.Words, &one.Starts, &one.Against
			x.Explains, x.Seconds = &explains, &one.Explains
			x.Edge = &EdgeOf{one.Edge.Text(), one.EdgeBroken, one.Sure()}
		}
		r.Said = append(r.Said, x)
	}
}

// bySaid says which line of the site's files a rule stands in; "": in none.
func (r *Report) bySaid(x *rule.Rule) string {
	for _, line := range r.Plan.Said {
		if line.Text == x.Text() {
			return line.By
		}
	}
	return ""
}

// SaidSentence says how many rules the site's files say, and what the log makes of them; "" where none were given.
func (r *Report) SaidSentence() string { return r.found.SaidSentence(r.Plan.Said) }

// SaidTable are the lines of the site's files, their head first; nil where none were given.
func (r *Report) SaidTable() [][]string { return r.found.SaidTable(r.Plan.Said, &r.terms) }

// saidLine is a line of the site's files, and its rule as the log has it; nil: it is none.
type saidLine struct {
	by   string
	rule *SaidFinding
}

// bearing is what the log makes of the line.
func (x *saidLine) bearing() Bearing {
	if x.rule == nil {
		return Unjudged
	}
	return x.rule.bearing()
}

// saidLines are the lines that were given to a search.
func (f *Found) saidLines(said []Said) []saidLine {
	var list []saidLine
	n := 0
	for _, line := range said {
		x := saidLine{by: line.By}
		if line.Text != "" && n < len(f.Said) {
			x.rule = &f.Said[n]
			n++
		}
		list = append(list, x)
	}
	return list
}

// SaidSentence is that of what was given to a search.
func (f *Found) SaidSentence(said []Said) string {
	if f == nil || len(said) == 0 {
		return ""
	}
	var n [len(bearings)]int
	for _, x := range f.saidLines(said) {
		n[x.bearing()]++
	}
	rules := n[Binding] + n[Idle] + n[Contradicted] + n[Absent]
	if rules == 0 {
		return "The site’s files say no rule that can be judged here."
	}
	text := "The site’s files say " + numeral.Count(rules) + numeral.Plural(rules, " rule", " rules") + ". "
	var list []string
	for _, x := range []struct {
		n         int
		one, many string
	}{{n[Binding], "holds in the log and explains some of the waiting", "hold in the log and explain some of the waiting"},
		{n[Idle], "holds and explains nothing", "hold and explain nothing"},
		{n[Absent], "concerns no job of the log", "concern no job of the log"},
		{n[Contradicted], "is contradicted by the log, so it is not in force", "are contradicted by the log, so they are not in force"}} {
		if x.n > 0 {
			list = append(list, numeral.Count(x.n)+" "+numeral.Plural(x.n, x.one, x.many))
		}
	}
	text += numeral.Listed(list) + "."
	if n[Contradicted] > 0 {
		text += " Files say what holds now. A rule may be newer than the log."
	}
	return text
}

// SaidTable is that of what was given to a search.
func (f *Found) SaidTable(said []Said, t *rule.Terms) [][]string {
	if f == nil || len(said) == 0 {
		return nil
	}
	u := unitOf(f.Under)
	rows := [][]string{{"said by", "rule", "broken, of starts", "explains", "knife edge", "in the log"}}
	for _, x := range f.saidLines(said) {
		if x.rule == nil {
			rows = append(rows, []string{x.by, "", "", "", "", x.bearing().String()})
			continue
		}
		sharper, _ := x.rule.edgeWords(t)
		rows = append(rows, []string{x.by, t.Words(&x.rule.Rule, false), numeral.Count(x.rule.Against) + " of " +
			numeral.Count(x.rule.Starts), u.seconds(max(0, x.rule.Explains)), sharper, x.bearing().String()})
	}
	return rows
}
