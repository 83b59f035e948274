package rules

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
)

// Sentence says what users waited for, and what of it the rules explain.
func (r *Report) Sentence() string {
	if r.account == nil {
		return "The log is being looked through."
	}
	text := Waited(r.account).Text()
	if r.found != nil {
		if stays := r.found.Stays(); stays != "" {
			text += " " + stays
		}
	}
	return text
}

// Finding says the strongest rule, and how much was found; "" where nothing was.
func (r *Report) Finding() string {
	if r.found == nil || !r.found.Any() {
		return ""
	}
	return r.found.Headline(&r.terms).Text()
}

// Lines are the bars in words: what they are, and their parts.
func (r *Report) Lines() [][]string {
	if r.account == nil || r.account.Sum() == 0 {
		return nil
	}
	lines := [][]string{lineOf("from the log alone", Bar(r.account))}
	if r.found != nil && r.found.Any() {
		lines = append(lines, lineOf("with the rules found", r.found.Bar()))
	}
	return lines
}

func lineOf(name string, pieces []Piece) []string {
	line := []string{name}
	for _, p := range pieces {
		line = append(line, p.Mean+" "+p.Legend)
	}
	return line
}

// Table are the rules in words, their head first.
func (r *Report) Table() [][]string {
	return r.table(func(x *Told) string { return x.Edge.String() + ": " + x.EdgeWords })
}

// Narrow is Table in less width.
func (r *Report) Narrow() [][]string {
	return r.table(func(x *Told) string {
		if x.Sharper == "" {
			return x.Edge.String()
		}
		return x.Edge.String() + ", " + x.Sharper
	})
}

func (r *Report) table(edge func(x *Told) string) [][]string {
	if r.found == nil || !r.found.Any() {
		return nil
	}
	rows := [][]string{{"rule", "period", "explains", "of the waiting", "broken, of concerned", "knife edge"}}
	if !r.found.usual() {
		rows = append(rows, []string{r.found.queue(), "the whole log", "", "", "", ""})
	}
	for _, x := range r.found.Told(&r.terms) {
		rows = append(rows, []string{x.Words, x.Period, x.Explains, x.Share, x.Broken, edge(&x)})
	}
	return rows
}

// Shared says why rules explain less one by one than together.
const Shared = "Rules that hold the same jobs add up to less than they explain together."

// Note says what the table's figures are.
func (r *Report) Note() string {
	return "What a rule explains is what jobs would wait in vain more without it, beside the others, as a mean over all jobs. " + Shared +
		" Broken are " +
		"recorded starts that it forbids, of so many jobs that it concerns. An edge is sure where the next sharper value would be broken " +
		"ten times as often. Constants come from one half of the weeks, the proof from the other."
}

// Left says what stays unexplained, its likely cause, who waits most of it, and what would settle it.
func (r *Report) Left() string {
	if r.found == nil || r.found.Foreign || r.found.Under.Sum() == 0 {
		return ""
	}
	text := r.found.Left().Text()
	settles := Settles(r.found.Under)
	if cause := Likely(r.found.Under); settles != "" && (cause == OfUsers || cause == Unseen) {
		if settles += " Give what Slurm says of them behind the log."; len(r.Said) > 0 {
			settles = "The site’s files do not say what it is."
		}
	}
	for _, more := range []string{r.found.HeaviestWords(), settles} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

// PatternTable are the patterns of what is left, their head first; nil where hardly anything is.
func (r *Report) PatternTable() [][]string {
	if r.found == nil || StandingOf(r.found.Under) != Wasted {
		return nil
	}
	rows := [][]string{{"starts of jobs that waited in vain", "seen", "by chance", "would point to", "sign"}}
	for _, p := range Pointers(r.found.Under) {
		rows = append(rows, []string{p.Starts, p.Seen, p.Chance, p.To, p.Sign.String()})
	}
	return rows
}

// Nearness says how near a replay under the rules comes to the recorded waits, beside one without them.
func (r *Report) Nearness() string {
	if r.Likeness == nil {
		return ""
	}
	open, ruled := &r.Likeness.Open, &r.Likeness.Ruled
	if !r.found.Any() {
		return "Replayed, the mean wait is " + percent(float64(open.Ratio)) + " of the recorded one. Rank correlation with the recorded " +
			"waits: " + rank(open.Rank) + "." + typical(open)
	}
	return "Replayed under these rules, the mean wait is " + percent(float64(ruled.Ratio)) + " of the recorded one. Rank correlation " +
		"with the recorded waits: " + rank(ruled.Rank) + ". Without the rules: " + percent(float64(open.Ratio)) + " and " +
		rank(open.Rank) + "." + typical(ruled) + without(open)
}

// typical says how far waits are off, as a sentence behind others; "" where that is not known.
func typical(x *Near) string {
	if !x.Distance.Known() {
		return ""
	}
	return " Replayed waits are " + report.Off(x.Distance) + "."
}

// without says the same of a replay without rules, behind typical.
func without(x *Near) string {
	if !x.Distance.Known() {
		return ""
	}
	return " Without the rules they are " + report.Off(x.Distance) + "."
}

func rank(x share) string {
	if !x.Known() {
		return numeral.Unknown
	}
	return numeral.Grouped(float64(x), 2)
}

// Forwards says what the rules of the first half of the jobs are worth in the second; "" where that was not asked.
func (r *Report) Forwards() string {
	f := r.Forward
	if f == nil {
		return ""
	}
	n := len(f.Rules)
	if n == 0 && r.forward.Found.usual() {
		return "No rule of the first half of the jobs goes on into the second. There, " + percent(float64(f.Open.Held)) +
			" of the waiting was in vain, and a replay has a rank correlation of " + rank(f.Open.Rank) + " with the recorded waits."
	}
	what := numeral.Count(n) + numeral.Plural(n, " rule", " rules")
	if !r.forward.Found.usual() {
		what += " and the order of the queue"
	}
	return "Read from the first half of the jobs alone, " + what + " went on into the second half. There, the waiting in vain falls from " +
		percent(float64(f.Open.Held)) + " to " + percent(float64(f.Ruled.Held)) + ". The replayed mean wait moves from " +
		percent(float64(f.Open.Ratio)) + " to " + percent(float64(f.Ruled.Ratio)) + " of the recorded one, and the rank correlation from " +
		rank(f.Open.Rank) + " to " + rank(f.Ruled.Rank) + "." + typical(&f.Ruled) + without(&f.Open)
}

// Cautions say which lines of the gate fail.
func (r *Report) Cautions() []string {
	if r.Gate == nil {
		return nil
	}
	g := r.Gate
	words := map[string]string{
		"held": percent(float64(g.Held)) + " of the waiting stays unexplained. The limit is " + numeral.Percent(MostHeld, 0) + ".",
		"broken": percent(float64(g.Broken)) + " of the contested starts contradict the rules and the order found. The limit is " +
			numeral.Percent(MostBroken, 0) + ".",
		"ratio": "The replayed mean wait is " + percent(float64(g.Ratio)) + " of the recorded one. It must lie between " +
			numeral.BarePercent(LeastRatio, 0) + " and " + numeral.Percent(MostRatio, 0) + ".",
		"rank": "Replayed and recorded waits have a rank correlation of " + rank(g.Rank) + ". It must be at least " + rank(LeastRank) + ".",
	}
	var list []string
	for _, name := range g.Why {
		list = append(list, words[name])
	}
	if len(list) > 0 {
		list[0] = "This machine is not known well enough to say what a change would do to it. " + list[0]
	}
	return list
}

// Methods is a paragraph with every setting, for a report.
func (r *Report) Methods() string {
	text := "Nothing is replayed to tell what jobs waited for: at every instant the state of the machine is that of the record. Each " +
		"second of a wait has one cause: too few processors were free; there was room, but by the requests a start would have delayed " +
		"the first job ahead that had none (first come, first served, EASY backfilling); a rule forbade the start; or there was room, " +
		"no rule forbade it, and nobody would have been delayed. A job that waits in vain takes no processors and keeps none. Rules are " +
		"searched for in that last part. One is taken where it is read from one half and explains enough in both, 1 % of the " +
		"waiting in their mean, halves being the even and the odd weeks, and where hardly any recorded start breaks it: up to " +
		percent(r.Plan.Exempt) + " of the jobs that it concerns, and twice that in the other half. Last come stretches in which " +
		"nothing started though jobs of several users could have. They explain the past and are never replayed. "
	if r.Source.Cleaning != nil {
		text += r.Source.Cleaned("looked at", 0)
	}
	if r.account != nil && r.account.Left > 0 {
		text += numeral.Count(r.account.Left) + numeral.Plural(r.account.Left, " job has", " jobs have") +
			" no recorded wait or did not run. "
	}
	return strings.TrimSpace(text)
}

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	s, p, usual, proposed := &r.Source, &r.Plan, Default(), Default()
	x := &paper.Paper{
		Kind: "What users waited for", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(),
		Logged: r.Finding(), Figures: r.figures(), Table: r.Table(), Note: r.Note(),
		Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), s.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	for _, text := range append([]string{r.SaidSentence(), r.Left(), r.Nearness(), r.Forwards()}, r.Cautions()...) {
		if text != "" {
			x.Cautions = append(x.Cautions, text)
		}
	}
	return x
}

// Text are the rules found as --rules reads them, a line each.
func (r *Report) Text() string {
	if r.found == nil || len(r.found.Findings) == 0 {
		return rule.None
	}
	var lines []string
	for i := range r.found.Findings {
		lines = append(lines, r.found.Findings[i].Rule.Text())
	}
	return strings.Join(lines, "\n")
}
