package decide

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// Ranked are the settings that were judged, the greatest cut first.
func (r *Report) Ranked() []Setting {
	var list []Setting
	for _, at := range r.claimed {
		list = append(list, r.Settings[at])
	}
	sorted.Stable(list, func(a, b Setting) int { return report.Ascending(a.Change, b.Change) })
	return list
}

// RowAct is what a press on a row of Forest asks for: Said of the setting at that place.
const RowAct = "decide-row"

// Said are the figures of a setting in place; "" where there is none there.
func (r *Report) Said(at int) string {
	if at < 0 || at >= len(r.Settings) {
		return ""
	}
	s := &r.Settings[at]
	change := s.Change
	text := numeral.Capital(s.name()) + ": " + r.what() + " " + report.Signed(change) + report.Plausible(change, s.Low, s.High) + ". "
	if r.Plan.Measure == MeanWait {
		text += moves("The mean wait", float64(r.Now.AvgWait), float64(r.Now.AvgWait*(1+change))) + " "
	}
	text += moves("The longest wait", float64(r.Now.MaxWait), float64(s.MaxWait))
	if !s.Balanced {
		text += " That is not held to the bound."
	}
	return text + " Can Slurm do this? " + numeral.Capital(s.Slurm.Words()) + "."
}

// manners are the names of the cards that have a setting.
func (r *Report) manners(s Candidate) (names []string) {
	for i := range r.Cards {
		if r.Cards[i].Candidate == s && !r.Cards[i].Kept() {
			names = append(names, string(r.Cards[i].Manner))
		}
	}
	return names
}

// Forest is the chart of the settings that the answer was chosen among, with what is run now
// and the other cards, of a log of that name.
func (r *Report) Forest(log string) plot.Forest {
	f := plot.Forest{Axis: "change of " + r.what() + ", corrected for choosing"}
	f.Title, f.Subtitle = r.Finding(), log
	add := func(s *Setting) {
		if s.Low.Known() && f.Subtitle == log {
			f.Subtitle += "; whiskers are the plausible ranges that the verdict uses"
			if r.alone() {
				f.Subtitle += ", for a likely setting its own range"
			}
		}
		c, label := r.Answer(), s.Words()
		if names := r.manners(s.Candidate); len(names) > 0 {
			label += " (" + numeral.Listed(names) + ")"
		}
		f.Rows = append(f.Rows, plot.ForestRow{Label: label, Name: order.Label(s.Backfill), Mid: float64(s.Change), Low: float64(s.Low),
			High: float64(s.High), Undefined: !s.Own.Known(), Best: c != nil && c.At == s.at, Act: RowAct, Arg: strconv.Itoa(s.at)})
	}
	of := map[bool][]Setting{}
	for _, s := range r.Ranked() {
		if len(r.manners(s.Candidate)) > 0 || slices.Contains(r.within, s.Candidate) {
			of[s.Balanced] = append(of[s.Balanced], s)
		}
	}
	for _, s := range of[true] {
		add(&s)
	}
	sorted.Stable(f.Rows, func(a, b plot.ForestRow) int { return report.Ascending(a.Mid, b.Mid) })
	f.Rows = append(f.Rows, plot.ForestRow{Label: r.Plan.now().Words() + " (now)", Name: order.Label(r.Plan.Order), Baseline: true})
	for _, s := range of[false] {
		add(&s)
	}
	return f
}

// Finding is the title of that chart.
func (r *Report) Finding() string {
	var less []Setting
	for _, s := range r.Ranked() {
		if s.Balanced && s.Shown == report.Less {
			less = append(less, s)
		}
	}
	within := "within " + numeral.Plain(r.Plan.Longest) + " times that of now"
	switch n := len(less); {
	case !r.enough():
		return "Too short to claim anything: " + r.Source.Span(r.Weeks)
	case n == 0:
		return "No setting that keeps the longest wait " + within + " is certain to lower " + r.what()
	case n == 1:
		return "Only " + less[0].Words() + " lowers " + r.what() + " and keeps the longest wait " + within
	default:
		return numeral.Capital(small(n)) + " settings lower " + r.what() + " and keep the longest wait " + within
	}
}

// Table are the cards in words, their head first; those that are the same setting are one row.
func (r *Report) Table() [][]string {
	rows := [][]string{{"", "set", r.measure(), "raw", "corrected", "plausible", "longest wait", "evidence", "who loses most", "Slurm"}}
	mean, longest := r.Durations()
	now := []string{mean(r.Mean(&r.Now)), "", "", "", longest(float64(r.Now.MaxWait)), "", "", ""}
	rows = append(rows, append([]string{"now", r.Plan.now().Words()}, now...))
	for _, c := range r.Choices() {
		if c.Kept() {
			rows = append(rows, append([]string{strings.ToLower(c.Names()), "keep " + r.Plan.now().Words()}, now...))
			continue
		}
		rows = append(rows, []string{strings.ToLower(c.Names()), c.Words(), mean(r.Expected(c.Card)), numeral.Change(c.Own),
			numeral.Change(c.Change), numeral.Interval(c.Low, c.High),
			longest(float64(c.MaxWait)), string(c.Verdict), c.LoserWords(), c.Slurm.Settable.Words()})
	}
	return rows
}

// measure is what is to be made better, as the head of a column.
func (r *Report) measure() string { return strings.TrimPrefix(r.what(), "the ") }

// Durations write the measure and the longest waits of the cards, of changed rules and of now, each in one unit for all.
func (r *Report) Durations() (mean, longest func(float64) string) {
	a, b := []float64{r.Mean(&r.Now)}, []float64{float64(r.Now.MaxWait)}
	for i := range r.Cards {
		a, b = append(a, r.Expected(&r.Cards[i])), append(b, float64(r.Cards[i].MaxWait))
	}
	for i := range r.Amended {
		a, b = append(a, r.ExpectedAmended(&r.Amended[i])), append(b, float64(r.Amended[i].MaxWait))
	}
	if r.Plan.Measure == MeanSlowdown {
		return numeral.Numbers(a), numeral.DurationsTo(b, 1)
	}
	return numeral.DurationsTo(a, 1), numeral.DurationsTo(b, 1)
}

// alone says whether a card has the range for itself alone, which may lie on one side of zero though nothing is certain.
func (r *Report) alone() bool {
	return slices.ContainsFunc(r.Cards, func(c Card) bool {
		return c.Verdict == report.Leaning && c.Held == "" && c.Level == report.Level
	})
}

// Note says what the table's figures are.
func (r *Report) Note() string {
	of := "the log replayed as it was"
	if r.Plan.Draw > 0 {
		of = "the resample that was replayed"
	}
	text := "Longest waits are those of " + of + ". Raw is the change of " + r.what() + " as replayed, corrected is what " +
		"is left of it for having chosen the setting. " + numeral.Capital(r.what()) + " follows from the corrected change. The range " +
		"holds for all settings that were judged."
	if r.alone() {
		text += likelyAlone
	}
	for i := range r.Cards {
		if c := &r.Cards[i]; c.Kept() && c.Change > 0 {
			text += " " + r.KeepWords(c)
			break
		}
	}
	return text
}

// CSV has a line for each setting, and for each changed rule, in full precision.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b) // a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"front", "backfill", "threshold_s", "raw", "corrected", "low", "high", "shown", "avg_wait_s", "avg_bsld",
		"max_wait_s", "safe", "balanced", "slurm", "rules"})
	seconds := func(c Candidate) string {
		if c.Threshold < 0 {
			return ""
		}
		return strconv.FormatInt(int64(c.Threshold), 10)
	}
	now := r.Plan.now()
	_ = w.Write([]string{order.Label(now.Front), order.Label(now.Backfill), seconds(now), "", "", "", "", "", numeral.Exact(r.Now.AvgWait),
		numeral.Exact(r.Now.AvgBsld), strconv.FormatInt(r.Now.MaxWait, 10), "", "", "", r.Plan.Rules})
	for i := range r.Settings {
		s := &r.Settings[i]
		_ = w.Write([]string{order.Label(s.Front), order.Label(s.Backfill), seconds(s.Candidate), numeral.Exact(s.Own),
			numeral.Exact(s.Change), numeral.Exact(s.Low), numeral.Exact(s.High), s.Shown,
			numeral.Exact(s.AvgWait), numeral.Exact(s.AvgBsld), strconv.FormatInt(s.MaxWait, 10),
			strconv.FormatBool(s.Safe), strconv.FormatBool(s.Balanced), string(s.Slurm), r.Plan.Rules})
	}
	for i := range r.Amended {
		a := &r.Amended[i]
		_ = w.Write([]string{order.Label(now.Front), order.Label(now.Backfill), seconds(now), numeral.Exact(a.Own), numeral.Exact(a.Change),
			numeral.Exact(a.Low), numeral.Exact(a.High), "", numeral.Exact(a.AvgWait), numeral.Exact(a.AvgBsld),
			strconv.FormatInt(a.MaxWait, 10), "", strconv.FormatBool(a.Within), "", a.Rules})
	}
	w.Flush()
	return b.String()
}

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	s, p, usual, proposed := &r.Source, &r.Plan, Default(), Default()
	x := &paper.Paper{
		Kind: "What to set", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(),
		Logged:  strings.TrimSpace(r.Effect() + " " + r.Doubt()),
		Figures: []paper.Figure{paper.Forest(r.Forest(s.Name))},
		Table:   append(r.Table(), r.amendedRows()...), Note: r.Note(), Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), s.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	if rows := r.ObeyedTable(); rows != nil {
		x.Further = append(x.Further, paper.Table{Title: ObeyedTitle, Rows: rows, Note: ObeyedNote})
	}
	if rows := r.BothTable(); rows != nil {
		x.Further = append(x.Further, paper.Table{Title: BothTitle, Rows: rows})
	}
	for _, text := range append([]string{r.AmendedSentence(), r.OpenWords()}, r.UnsettledWords()...) {
		x.Logged = strings.TrimSpace(x.Logged + " " + text)
	}
	for _, f := range r.Fixes {
		x.Cautions = append(x.Cautions, f.Words())
	}
	for _, n := range r.StandsOut {
		x.Cautions = append(x.Cautions, "Stands out: "+n.Words)
	}
	var good []string // nothing to be careful of
	caution := func(level Level, words, stop, detail string) {
		if level == Good {
			good = append(good, strings.TrimSuffix(words, "."))
			return
		}
		x.Cautions = append(x.Cautions, numeral.Capital(string(level))+": "+strings.TrimSpace(words+stop+" "+detail))
	}
	for _, c := range r.Checks {
		caution(c.Level, c.Words, "", c.Detail)
	}
	for _, c := range r.Conditions {
		caution(c.Level, c.Words, ".", c.Detail)
	}
	if len(good) > 0 {
		x.Note += " Good: " + strings.Join(good, ". ") + "."
	}
	if c := r.Answer(); r.Advice {
		x.Terms = c.Slurm.Terms()
	}
	if a := r.BestAmended(); a != nil && r.Copied(a) {
		x.Terms = append(x.Terms, a.Term())
	}
	return x
}
