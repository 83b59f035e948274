package foresight

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/foresee"
	"shadowtime/core/report"
	"shadowtime/core/resample"
	"shadowtime/core/triple"
)

// what is to be small, in words.
func (r *Report) what() string {
	if r.Plan.Objective == foresee.AvgWait {
		return "average wait"
	}
	return "mean bounded slowdown"
}

// Doing says what a way does in a few words, as the subject of a sentence.
func Doing(x triple.Triple) string {
	switch p := x.Predictor; {
	case p == triple.Requested && x.Backfill == triple.SJBF:
		return "backfilling the shortest request first"
	case p == triple.Requested:
		return "backfilling by " + x.Backfill
	case p == triple.Clairvoyant:
		return "knowing run times exactly"
	case p == triple.Learned:
		return "learning them"
	case strings.HasPrefix(p, "quantile@"):
		return "learning their " + strings.TrimPrefix(p, "quantile@") + " quantile"
	case strings.HasPrefix(p, "ave"):
		return "the average of a user's last " + count(strings.TrimPrefix(p, "ave"))
	case strings.HasPrefix(p, "history"):
		return "the last runs of the same application"
	}
	return x.Name()
}

func count(digits string) string {
	switch digits {
	case "1":
		return "job"
	case "2":
		return "two"
	case "3":
		return "three"
	}
	return digits
}

// Sentence says what the report found, in a few sentences, with its uncertainty,
// and says so when nothing can be concluded. What is called shown holds for all ways
// together.
func (r *Report) Sentence() string {
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	bound := r.Bound()
	switch {
	case !bound.Change.Known() || r.EASY().AvgWait == 0:
		return "Under EASY with requests no job waits at all in these resamples: there is nothing that predictions could improve."
	case r.Plan.Variant == resample.Original:
		return "On the log's own last weeks " + r.did() + "; one trace alone proves nothing: resamples of it show what is chance."
	case r.Done == 1:
		return "In the first resample " + r.did() + "; one resample alone proves nothing."
	}
	s := r.claim()
	if r.Done < report.Few {
		s += " So few resamples can't tell much: ask for 60."
	}
	return s
}

// did is what happened, where nothing is concluded.
func (r *Report) did() string {
	s := "knowing run times exactly changes the " + r.what() + " by " + report.Signed(r.Bound().Change)
	if r.Plan.Asked() != r.Plan.Bound() && r.Plan.Asked() != 0 {
		s += ", " + Doing(r.asked()) + " by " + report.Signed(r.Asked().Change)
	}
	return s
}

func (r *Report) asked() triple.Triple { return r.Plan.Ways()[r.Plan.Asked()] }

// claim is what is shown of knowing run times, and of what predictions get of it.
func (r *Report) claim() string {
	b, in := r.Bound(), r.in()
	share := figure.Share(math.Abs(float64(b.Change)))
	var s string
	switch b.Shown {
	case report.Less:
		s = in + "knowing run times exactly would be worth " + share + " of the " + r.what() + cut(&b.Bounds)
	case report.More:
		s = in + "even knowing run times exactly makes the " + r.what() + " " + share + " larger" + rise(&b.Bounds)
	default:
		s = in + "knowing run times exactly was not shown to be worth anything: it changes the " + r.what() + " by " + report.Signed(b.Change) + r.doubt(b)
	}
	var gets []string
	for _, i := range []int{r.Plan.Asked(), r.Plan.Pair()} {
		x := r.Plan.Ways()[i]
		if !x.Predicts() || x.Predictor == triple.Requested || i == r.Plan.Pair() && len(gets) > 0 && r.Plan.Asked() == i {
			continue
		}
		gets = append(gets, r.gets(x, &r.Ways[i], len(gets) == 0))
	}
	if len(gets) > 0 {
		s += "; " + strings.Join(gets, ", ")
	}
	s = figure.Capital(s) + "."
	if a := r.asked(); a.Predicts() && r.Plan.Asked() > 0 {
		s += " Then " + report.Longest(float64(r.Asked().MaxWait), float64(r.EASY().MaxWait)) + " in the mean resample"
		if r.Asked().Extreme > 0 || r.EASY().Extreme > 0 {
			s += ", and " + share3(r.Asked().Extreme) + " of the jobs are slowed down more than a thousandfold (" + share3(r.EASY().Extreme) + " with requests)"
		}
		s += "."
	}
	if n := r.Named; n != nil {
		s += r.named(n)
	}
	return s + r.against()
}

// in is of what the figures are where they are not of other weeks.
func (r *Report) in() string {
	if r.ByWeeks() && r.against() == "" {
		return ""
	}
	return "in resamples of this log "
}

// gets says how many of the points that knowing is worth a way gets.
func (r *Report) gets(x triple.Triple, w *Way, first bool) string {
	of := ""
	if first && r.Bound().Shown == report.Less && w.Shown == report.Less {
		of = " of those " + points(r.Bound().Change)
	}
	switch {
	case w.Shown == report.Less:
		return Doing(x) + " gets " + points(w.Change) + of + unit(of) + cut(&w.Bounds)
	case w.Shown == report.More:
		return Doing(x) + " costs " + points(w.Change) + " points" + rise(&w.Bounds)
	}
	return Doing(x) + " was not shown to change it (" + report.Signed(w.Change) + r.doubt(w) + ")"
}

func unit(of string) string {
	if of != "" {
		return " points"
	}
	return ""
}

// points are the percentage points of a change, without its sign.
func points(change report.Float) string {
	x := math.Abs(float64(change))
	return figure.BarePercent(x, figure.Digits(x))
}

// doubt says why a change is not shown.
func (r *Report) doubt(w *Way) string {
	low, high, byWeeks := w.Interval()
	switch {
	case !low.Known():
		return ""
	case byWeeks && (w.SimHigh < 0 || w.SimLow > 0):
		return " in resamples; other weeks could show " + report.Anything(low, high)
	}
	return "; this may be chance"
}

func cut(b *report.Bounds) string {
	low, high, _ := b.Interval()
	return bracket(-float64(high), -float64(low), b)
}

func rise(b *report.Bounds) string {
	low, high, _ := b.Interval()
	return bracket(float64(low), float64(high), b)
}

func bracket(low, high float64, b *report.Bounds) string {
	if !report.Telling(report.Float(low), report.Float(high)) {
		return ""
	}
	return " " + figure.IntervalTo(low, high, figure.Digits(float64(b.Change)))
}

// share3 writes a small share.
func share3(x report.Float) string {
	switch {
	case x == 0:
		return "none"
	case x < 0.00005:
		return "hardly any"
	}
	return figure.Percent(x, 2)
}

// named says which further way is best.
func (r *Report) named(n *Named) string {
	s := " Of the " + strconv.Itoa(len(r.Ways)-1) + " ways tried the least " + r.what() + " without knowing is that of " + n.Way
	switch n.Shown() {
	case report.Less:
		low, high, _ := n.Interval()
		return s + ", " + figure.Share(math.Abs(float64(n.Change))) + " less" + n.Cut(low, high) + "."
	}
	return s + " with " + report.Signed(n.Change) + "; having been chosen by looking, it was not shown better than EASY."
}

// against says that the log itself does not have the sign of what is claimed of
// exact knowledge; "" where it has, or is not known.
func (r *Report) against() string {
	i, b := r.Plan.Bound(), r.Bound()
	if b.Shown == report.Nothing || r.AsLogged == nil {
		return ""
	}
	if logged := r.AsLogged.Changes[i]; logged.Known() && (logged < 0) != (b.Change < 0) {
		return " The log itself, replayed as it was, does not show that: there knowing run times changes it by " + report.Signed(logged) + "."
	}
	return ""
}

// Logged says what the log itself shows, beside what its resamples show; "" while
// it is not known.
func (r *Report) Logged() string {
	a := r.AsLogged
	if a == nil || !a.EASY.Known() {
		return ""
	}
	s := "As logged, " + r.what() + " is " + r.amount(a.EASY) + " under EASY with requests; knowing run times changes it by " + report.Signed(a.Changes[r.Plan.Bound()])
	if i := r.Plan.Asked(); i != r.Plan.Bound() && i != 0 {
		s += ", " + Doing(r.asked()) + " by " + report.Signed(a.Changes[i])
		if len(a.FirstHalf) > 0 && a.FirstHalf[i].Known() && a.SecondHalf[i].Known() {
			s += " (" + report.Signed(a.FirstHalf[i]) + " in the first half, " + report.Signed(a.SecondHalf[i]) + " in the second)"
		}
	}
	if r.Done > 0 {
		s += "; in " + report.Where(&r.Plan.Workload, r.Done) + " it is " + r.amount(r.Objective(r.EASY()))
	}
	return s + "."
}

// amount writes a mean of the objective.
func (r *Report) amount(x report.Float) string {
	if r.Plan.Objective == foresee.AvgWait {
		return figure.Duration(x)
	}
	return figure.Number(x)
}
