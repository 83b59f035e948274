package choose

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
)

// Title says which features were chosen, and what they are worth beside orders that
// never saw the log.
func (r *Report) Title() string {
	if r.Chosen < 0 {
		if len(r.Candidates) == 0 {
			return "No set of features could be fitted."
		}
		return "No window chooses: in none any job counts. Give fewer days, or fewer first jobs that do not count."
	}
	s := "Of " + numeral.Count(len(r.Candidates)) + " sets of features " + r.Candidates[r.Chosen].Name() + " does best on the " +
		numeral.Plural(r.Choosing, "one window", numeral.Count(r.Choosing)+" windows") + " to choose by."
	if r.Judging == 0 {
		return s + " There is no window to judge it by."
	}
	return s + " On " + numeral.Count(r.Judging) + " later " + numeral.Plural(r.Judging, "window", "windows") + r.worth() + "."
}

// worth is what the chosen order gains beside the first order, and beside the best of
// the others.
func (r *Report) worth() string {
	base := order.Label(r.Plan.Windows.Orders[0])
	s := ""
	if d := r.Beside(base); d != nil {
		s = " its mean bounded slowdown is " + times(1/d.Ratio) + " times " + base + "’s" + inverse(d)
		if d.Low.Known() && !d.Sure() {
			s += " (this may be chance)"
		}
	}
	if r.Rival == base {
		return s + ". None of the other orders did better than " + base + " before"
	}
	d := r.Beside(r.Rival)
	if d == nil {
		return s
	}
	s += ". It is " + times(1/d.Ratio) + " times that of " + r.Rival + inverse(d) + ", the best of the other orders before. "
	switch {
	case !d.Low.Known():
		return s + "So few windows prove nothing"
	case !d.Sure() && (d.Low > 1 || d.High < 1):
		return s + "This may be chance, among so many orders" + r.equals()
	case !d.Sure():
		return s + r.Rival + " is as good, as far as these windows tell" + r.equals()
	case d.Ratio > 1:
		return s + "What was learned is better"
	}
	return s + r.Rival + " is better"
}

// equals are further orders, the first left out, that were not shown to do worse.
func (r *Report) equals() string {
	var names []string
	for _, name := range order.Labels(r.Plan.Windows.Orders[1:]) {
		if d := r.Beside(name); d != nil && name != r.Rival && !(d.Sure() && d.Ratio > 1) {
			names = append(names, name)
		}
	}
	if names == nil {
		return ""
	}
	return ". " + numeral.Listed(names) + numeral.Plural(len(names), " was", " were") + " not shown to do worse either"
}

// times writes a ratio, so that those beside each other compare.
func times(x report.Float) string { return numeral.Grouped(float64(x), 2) }

// Agreement writes a rank correlation.
func Agreement(x report.Float) string { return numeral.Grouped(float64(x), 2) }

// Over is a difference as people read it: the ratio with its interval.
func Over(d *windows.Difference) string { return times(d.Ratio) + Interval(d) }

// Times is the chosen order's slowdown as a multiple of another's, with its interval.
func (r *Report) Times(name string) string {
	d := r.Beside(name)
	if d == nil {
		return ""
	}
	return times(1/d.Ratio) + inverse(d)
}

// inverse is the interval of the chosen order's slowdown as a multiple of another's.
func inverse(d *windows.Difference) string {
	if !d.Low.Known() {
		return ""
	}
	return " [" + times(1/d.High) + ", " + times(1/d.Low) + "]"
}

// Misled says what scores alone would have chosen, and how their ranks of the sets
// agree with those of windows.
func (r *Report) Misled() string {
	if r.Chosen < 0 {
		return ""
	}
	s := ""
	for i := range r.Scored {
		x := &r.Scored[i]
		if x.Chosen < 0 || r.firstBy(x.Chosen)[0] != by[i].words {
			continue // said before
		}
		s += "The set with the " + numeral.Listed(r.firstBy(x.Chosen)) + ", " + r.Candidates[x.Chosen].Name() + ", "
		switch d := r.Beside(x.Order); {
		case x.Order == "":
			s += "is the chosen one. "
		case d == nil:
			s += "has " + times(r.Candidates[x.Chosen].Choosing/r.Candidates[r.Chosen].Choosing) +
				" times its slowdown on the windows to choose by. "
		default:
			s += "has " + times(d.Ratio) + " times its slowdown" + Interval(d) + ". "
		}
	}
	if !r.Kept.Known() {
		return strings.TrimSpace(s)
	}
	var words []string
	for i, x := range r.Scored {
		words = append(words, [...]string{"errors", "R²", "rank correlations"}[i]+" "+Agreement(x.Later))
	}
	return s + "Rank correlations of all " + numeral.Count(len(r.Candidates)) + " sets with the later windows: by " +
		numeral.Listed(words) +
		", by the windows to choose by " + Agreement(r.Kept) + "."
}

// firstBy names the measures by which windows put a candidate, a set of features, first.
func (r *Report) firstBy(candidate int) (words []string) {
	for i, x := range r.Scored {
		if x.Chosen == candidate {
			words = append(words, by[i].words)
		}
	}
	return words
}

// Interval is that of a difference, behind it.
func Interval(d *windows.Difference) string {
	if !d.Low.Known() {
		return ""
	}
	return " [" + times(d.Low) + ", " + times(d.High) + "]"
}

// Cautions are what must be known before the choice is believed.
func (r *Report) Cautions() (list []string) {
	if r.Chosen < 0 {
		return nil
	}
	if n := min(r.Choosing, r.Judging); n >= 6 && r.Open > 0 {
		list = append(list, "The windows to choose by do not tell "+numeral.Count(r.Open)+" of the other "+
			numeral.Count(len(r.Candidates)-1)+" sets from the chosen one (signed ranks, each set by itself). Which of these is taken is "+
			"chance.")
	}
	if n := min(r.Choosing, r.Judging); n < 6 {
		list = append(list, "With "+numeral.Count(n)+numeral.Plural(n, " window", " windows")+
			" in a quarter nothing can be shown. Ask for shorter ones than "+strconv.Itoa(r.Plan.Windows.Days)+
			" days, or take a longer log.")
	}
	return list
}

// Methods says in a paragraph how the choice came about.
func (r *Report) Methods() string {
	p := &r.Plan
	choosing, judging := p.Parts()
	s := "Scores of " + numeral.Count(r.Scores) + " jobs of the log’s " + p.Learn.Part.String() + " half (" + numeral.Count(p.Learn.Pairs) +
		" pairs, " + p.Learn.Trials.String() + " trials each, seed " + strconv.FormatUint(p.Learn.Seed, 10) +
		") were regressed on " + numeral.Count(len(r.Candidates)) + " sets of features: " + p.Learn.Features + ", with ridges " +
		ridgesText(p.Ridges)
	if len(p.Terms) > 0 {
		s += ", and all sets of at most " + strconv.Itoa(p.Most) + " of " + termsText(p.Terms)
	}
	return s + ". Each formula was replayed in windows of " + numeral.Count(p.Windows.Days) + numeral.Plural(p.Windows.Days, " day",
		" days") + " of the " + quarter(choosing.String()) + " (scenario " + p.Windows.Scenario +
		"); taken is the one with the least mean bounded slowdown in the typical window, as a multiple of " + p.Windows.Orders[0] +
		"’s (Hodges-Lehmann, of logarithms). Windows of the " + quarter(judging.String()) +
		" judge it, of which nothing was used before: ratios in the same windows, exact 95 % intervals, Wilcoxon’s signed ranks adjusted " +
		"after Holm for all orders beside it."
}

func quarter(part string) string { return strings.ReplaceAll(part, "-", " ") }

// Paper is the report as the command prints it, with so many of the sets that did best.
func (r *Report) Paper(few int) *paper.Paper {
	x := &paper.Paper{Answer: r.Title(), Logged: r.Misled(), Table: r.Columns().Sheet(r.Best(few)), Cautions: r.Cautions(),
		Methods: r.Methods()}
	if n := len(r.Candidates) - few; n > 0 {
		x.Note = "There are " + numeral.Count(n) + " more sets, which --csv has."
	}
	for _, why := range r.Refused {
		x.Cautions = append(x.Cautions, "Left out: "+why+".")
	}
	return x
}

// JudgedTable sets the chosen order beside others on the windows that judge, their head first.
func (r *Report) JudgedTable() [][]string {
	return r.Judged.Columns().Sheet(r.Judged.Rows(), "order", "median", "times", "interval", "p", "holm", "less")
}

// Columns are those of the table of sets of features.
func (r *Report) Columns() *report.Table[*Candidate] {
	base := "times " + order.Label(r.Plan.Windows.Orders[0])
	figure := func(key, head, unit, paper, file string, of func(c *Candidate) report.Float) report.Column[*Candidate] {
		return report.Column[*Candidate]{Key: key, Head: head, Unit: unit, Paper: paper, File: file, Value: of,
			Fixed: numeral.Number[report.Float], Write: report.Each(numeral.Number[report.Float])}
	}
	list := []report.Column[*Candidate]{
		{Key: "features", Head: "Features", Paper: "features", Words: (*Candidate).Name},
		report.Word("features", func(c *Candidate) string { return c.Features }),
		report.Word("ridge", func(c *Candidate) string { return numeral.Plain(c.Ridge) }),
		report.Word("terms", func(c *Candidate) string { return strconv.Itoa(c.Terms) }),
		figure("mae", "Error", "of the fit", "MAE", "mae", func(c *Candidate) report.Float { return c.MAE }),
		figure("", "", "", "R²", "r2", func(c *Candidate) report.Float { return c.R2 }),
		figure("ranks", "Ranks", "of the fit", "of ranks", "rank_correlation", func(c *Candidate) report.Float { return c.Rank }),
		figure("choosing", "Chosen by", base+"’s", base+", chosen by", "choosing", func(c *Candidate) report.Float { return c.Choosing }),
		figure("judging", "Judged by", base+"’s", "judged by", "judging", func(c *Candidate) report.Float { return c.Judging }),
		report.Word("chosen", func(c *Candidate) string { return strconv.FormatBool(r.Chosen >= 0 && c == &r.Candidates[r.Chosen]) }),
		report.Word("formula", func(c *Candidate) string { return c.Formula }),
	}
	list[4].Fixed = learn.Power
	return &report.Table[*Candidate]{Columns: list}
}

// CSV writes a line a candidate.
func (r *Report) CSV() string { return r.Columns().CSV(report.Rows(r.Candidates)) }

// Best are the candidates from the least slowdown on the windows to choose by to the
// most, the first n.
func (r *Report) Best(n int) []*Candidate {
	list := report.Rows(r.Candidates)
	sorted.Stable(list, func(a, b *Candidate) int { return report.Ascending(a.Choosing, b.Choosing) })
	return list[:min(n, len(list))]
}
