package stats

import (
	"math"
	"math/rand/v2"
	"sort"

	"shadowtime/core/base/exp"
)

// The constants of Range. They were chosen on made-up logs whose truth is known and held
// on others (evidence.html has both, and the spread of the logs at hand); nothing of them
// is fitted to the log in question.
const (
	// PriorSpread is the standard deviation of a week's part in the logarithm of a
	// ratio that a log is supposed to have, PriorWeeks how many weeks that counts as.
	PriorSpread = 0.50
	PriorWeeks  = 2
	// RuleSpread is the same of a change of rules. A machine near what its rules let it do has queues that few weeks show: with
	// PriorSpread, ranges of rules taken off held 88 % on the 672 logs of made-up machines behind the gate that it was chosen on.
	RuleSpread = 1.25
	// LeastSpread is what no length of log removes, as a logarithm of the ratio: a
	// machine is not the same from one year to the next.
	LeastSpread = 0.05
	// busyWeeks: what a log's quiet weeks leave out grows with its length, up to here.
	busyWeeks = 20
	// LeastWeeks is how many whole weeks have a range at all.
	LeastWeeks = 4
	// supposed is the spread of changes among the choices that are looked at, as a
	// logarithm: it says how far a figure is believed that was chosen.
	supposed = 0.3
	// choices are drawn so many times to see what choosing alone makes of a figure.
	choices = 400
)

// Range is a change over a log's own whole weeks, with how far the machine's change may
// lie from it if its weeks go on as these did. Nothing of it is drawn. With B_w and P_w
// the sums of week w under the baseline and the policy,
//
//	R   = sum P / sum B
//	e_w = (P_w - R B_w) / mean B
//	s^2 = sum e_w^2 / (N-1) / R^2               a week's part in the variance of log R
//	s'^2 = ((N-1) s^2 + 2 x 0.50^2) / (N+1)     with the spread that logs have
//	V   = (1 + 0.5 min(1, N/20)) s'^2 / N + 0.05^2
//
// and the interval at any level is R exp(-+ t(N+1) sqrt V) - 1: one shape, so that a wider
// level holds a narrower one, and never below -100 %. Weeks as units with t(N-1) alone
// cover 77 to 91 % of six weeks at a level of 95, because a log without busy weeks has too
// small a spread just where its change is too good; see evidence.html for what this covers.
type Range struct {
	Weeks     int
	ratio     float64
	spread    float64 // s', a week's part as a logarithm
	residual  []float64
	level     []float64 // waiting of each week under the baseline, in units of its mean
	error     float64   // variance of the logarithm that the sums have of themselves, see Erring
	undefined bool
}

// RangeOf is the change of a policy's weekly sums against the baseline's.
func RangeOf(policy, base []int64) Range { return RangeSupposing(PriorSpread, policy, base) }

// RangeSupposing is RangeOf with another spread that logs are supposed to have, in place of PriorSpread.
func RangeSupposing(spread float64, policy, base []int64) Range {
	r := Range{Weeks: len(base), ratio: 1 + pooled(sum(policy), sum(base))}
	if r.undefined = !(r.ratio > 0) || math.IsInf(r.ratio, 0); r.undefined {
		return r
	}
	n := float64(len(base))
	mean, squares := float64(sum(base))/n, 0.0
	r.residual, r.level = make([]float64, len(base)), make([]float64, len(base))
	for w := range base {
		e := (float64(policy[w]) - float64(r.ratio*float64(base[w]))) / mean
		squares += float64(e * e)
		r.residual[w], r.level[w] = e, float64(base[w])/mean
	}
	relative := squares / float64(r.ratio*r.ratio) // (N-1) s^2
	r.spread = math.Sqrt((relative + float64(PriorWeeks*spread*spread)) / (n + PriorWeeks - 1))
	return r
}

// Erring is the same of sums that were simulated with an error: a standard error of the
// ratio, as a share of it, whose square adds to V.
func (r Range) Erring(by float64) Range {
	r.error += float64(by * by)
	return r
}

// Mid is the change itself: NaN where nobody waits under the baseline.
func (r *Range) Mid() float64 { return r.ratio - 1 }

// freedom of the spread.
func (r *Range) freedom() float64 { return float64(r.Weeks + PriorWeeks - 1) }

// widening is how many times larger the variance of a mean of weeks is than that of weeks
// apart.
func (r *Range) widening() float64 { return 1 + 0.5*min(1, float64(r.Weeks)/busyWeeks) }

// variance of the logarithm over so many weeks.
func (r *Range) variance(weeks float64) float64 {
	return float64(r.widening()*r.spread*r.spread)/weeks + LeastSpread*LeastSpread + r.error
}

// Known says whether there is an interval.
func (r *Range) Known() bool { return !r.undefined && r.Weeks >= LeastWeeks }

// Change is the change with its interval at a level; without one of fewer than LeastWeeks
// weeks, or where nobody waits under either of the two.
func (r *Range) Change(level float64) Change {
	return r.around(r.variance(float64(r.Weeks)), level)
}

func (r *Range) around(variance, level float64) Change {
	if !r.Known() {
		return unknown(r.Mid())
	}
	up := exp.Exp(tQuantile(r.freedom(), level) * math.Sqrt(variance))
	return between(r.Mid(), r.ratio/up-1, float64(r.ratio*up)-1)
}

// Next is where the change of the machine's next weeks may lie, so many of them: a
// prediction of those, not of the long run.
func (r *Range) Next(weeks int, level float64) Change {
	return r.around(r.variance(float64(r.Weeks))+r.variance(float64(max(1, weeks))), level)
}

// More is how many weeks of log, beside those there are, would show a change at a level;
// false where no length of log would, as of one below some 11 %.
func (r *Range) More(change, level float64) (weeks int, ok bool) {
	if !r.Known() || !(change > -1) || r.Weeks >= most {
		return 0, false
	}
	size := math.Abs(math.Log(1 + change))
	shows := func(n int) bool {
		long := Range{Weeks: n, spread: r.spread, error: r.error}
		return float64(tQuantile(long.freedom(), level)*math.Sqrt(long.variance(float64(n)))) < size
	}
	if !shows(most) {
		return 0, false
	}
	return sort.Search(most-r.Weeks, func(n int) bool { return shows(r.Weeks + 1 + n) }) + 1, true
}

// most weeks that a log can be asked for: twenty years.
const most = 1040

// Follows is how far a week's part goes on into the next, from -1 to 1 (the lag-one
// correlation of residuals, which a mean of zero makes too small by about 1/N); NaN where
// weeks do not differ.
func (r *Range) Follows() float64 {
	if r.undefined {
		return math.NaN()
	}
	return lagOne(r.residual, 0)
}

// Peak is the busiest week's share of the baseline's waiting, from 0 to 1.
func (r *Range) Peak() float64 {
	peak := 0.0
	for _, x := range r.level {
		peak = max(peak, x/float64(r.Weeks))
	}
	return peak
}

// OneSpell says whether one busy spell decides a log: a short one whose weeks go on into
// each other, or whose busiest week has much of the waiting. Rho is the mean Follows of the
// choices.
func (r *Range) OneSpell(rho float64) bool {
	return r.Weeks < 8 && rho > 0.3 || r.Weeks < busyWeeks && r.Peak() > 0.3
}

// Chosen is what is left of a change that was chosen for being the least of several over the
// same weeks: at is which of them.
func Chosen(of []Range, at int, level float64) float64 { return of[at].Left(Choosing(of), level) }

// Left is what is left of a change that gained something by having been chosen: it is believed
// as far as its variance lets it, and never leaves its interval at the level.
func (r *Range) Left(gain, level float64) float64 {
	if !r.Known() {
		return r.Mid()
	}
	v := r.variance(float64(r.Weeks))
	believed := supposed * supposed / (supposed*supposed + v)
	x := exp.Exp(float64(believed*math.Log(r.ratio-gain))) - 1
	c := r.Change(level)
	return round9(min(max(x, c.Low), c.High))
}

// Choosing is what it gains by chance alone to choose the least of several changes over the same
// weeks: by how much the least of drawn ones lies below the change that its choice has in truth,
// 0 or less. The mean is over draws of weeks with the same multipliers for all.
func Choosing(of []Range) float64 {
	if len(of) < 2 {
		return 0
	}
	weeks := of[0].Weeks
	n := float64(weeks)
	scale := math.Sqrt(float64(of[0].widening()*n)/(n-1)) / n
	stream := rand.New(rand.NewPCG(1, uint64(weeks)))
	weight, total := make([]float64, weeks), 0.0
	for range choices {
		for w := range weight {
			weight[w] = nearlyNormal(stream)
		}
		least, by := math.Inf(1), 0.0
		for i := range of {
			if of[i].undefined {
				continue
			}
			d := 0.0
			for w, e := range of[i].residual {
				d += float64(weight[w] * e)
			}
			if d *= scale; of[i].ratio+d < least {
				least, by = of[i].ratio+d, d
			}
		}
		total += by
	}
	return total / choices
}

// NearLeast says which policies may have the least sum in the long run: all but those that
// another one's weeks show to have more, at the level Among them, one-sided. Sums are by
// policy and week. The truly least is left out with a chance of at most 1 - level.
func NearLeast(sums [][]int64, level float64) []bool {
	near := make([]bool, len(sums))
	at := 1 - 2*(1-Among(level, len(sums)))
	for i := range sums {
		near[i] = true
		for j := range sums {
			if i == j || !near[i] || sum(sums[j]) >= sum(sums[i]) {
				continue
			}
			r := RangeOf(sums[i], sums[j])
			near[i] = !(r.Change(at).Low > 0)
		}
	}
	return near
}
