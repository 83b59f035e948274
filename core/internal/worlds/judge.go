package worlds

import (
	"math"
	"slices"

	"shadowtime/core/base/stats"
	"shadowtime/core/sim"
)

// level of what is said.
const level = 0.95

// A cut of a size at which power is asked for, as a change: from strong to weak.
const strong, weak = -0.30, -0.15

// Eleven is how many orders the page compares with FCFS where nothing else is chosen.
const eleven = 11

// Tally is what is found on logs of one length: counts of logs, but where another unit is
// said.
type Tally struct {
	Weeks  int // of a log
	Logs   int // that have a range for each order
	Blanks int // that have none: too few weeks, nobody waits

	Ranges, Hits    int     // ranges at 95 %, and those that hold the machine's change
	Nexts, NextHits int     // changes of the next log, and those within Range.Next
	widths          []width // of ranges

	False    int // at least one order of the three is shown to change more than it does
	Headline int // at least one is shown to wait less
	Claims   int // the headline where it is that of random orders

	Fifth, FifthHeadlines int // logs of a machine whose largest true cut is 20 to 25 %, and those with a headline

	Cuts              int // orders whose true cut is 15 to 30 %, by log,
	Alone, Three, All int // and those shown by themselves, among three and among eleven

	bias, remnant []float64 // the named order's change less its true one, as it is and after stats.Chosen
	Losses        int       // the truly best is not among stats.NearLeast
	Near          int       // orders that are, of all logs together
}

// width of the ranges of one order on one machine: their middle, and what it would be if
// the spread of estimates were known.
type width struct{ median, ideal float64 }

// Add puts another machine's to it.
func (y *Tally) Add(x Tally) {
	y.Weeks = x.Weeks
	to, from := y.counts(), x.counts()
	for i := range to {
		*to[i] += *from[i]
	}
	y.widths = append(y.widths, x.widths...)
	y.bias, y.remnant = append(y.bias, x.bias...), append(y.remnant, x.remnant...)
}

func (y *Tally) counts() []*int {
	return []*int{&y.Logs, &y.Blanks, &y.Ranges, &y.Hits, &y.Nexts, &y.NextHits, &y.False, &y.Headline, &y.Claims, &y.Fifth,
		&y.FifthHeadlines, &y.Cuts, &y.Alone, &y.Three, &y.All, &y.Losses, &y.Near}
}

func share(n, of int) float64 { return float64(n) / float64(of) }

// Cover is the share of ranges that hold the truth, and its standard error: the orders of a
// log are taken for one trial.
func (y *Tally) Cover() (p, error float64) {
	return share(y.Hits, y.Ranges), spreadOf(y.Hits, y.Ranges, y.Logs)
}

func spreadOf(n, of, trials int) float64 {
	p := share(n, of)
	return math.Sqrt(p * (1 - p) / float64(trials))
}

// Width is the median width of ranges, the mean over machines and orders, and how many
// times that which the spread of the estimates allows.
func (y *Tally) Width() (points, ratio float64) {
	for _, w := range y.widths {
		points += w.median / float64(len(y.widths))
		ratio += w.median / w.ideal / float64(len(y.widths))
	}
	return points, ratio
}

// Bias is how far the named order's figure is from the truth on average.
func (y *Tally) Bias() (raw, shrunk float64) { return mean(y.bias), mean(y.remnant) }

func mean(v []float64) (m float64) {
	for _, x := range v {
		m += x / float64(len(v))
	}
	return m
}

func deviation(v []float64) float64 {
	m, squares := mean(v), 0.0
	for _, x := range v {
		squares += float64((x - m) * (x - m))
	}
	return math.Sqrt(squares / float64(len(v)-1))
}

func total(v []int64) (s int64) {
	for _, x := range v {
		s += x
	}
	return s
}

// changes are those of each order against the first.
func changes(sums [][]int64) []float64 {
	list := make([]float64, len(sums))
	for i := range sums {
		list[i] = float64(total(sums[i]))/float64(total(sums[0])) - 1
	}
	return list
}

// Truth is what each order changes over all weeks of the machine.
func (m *Machine) Truth(e *sim.Engine, orders Orders) ([]float64, error) {
	sums, err := orders.Sums(e, m.Trace, m.Weeks)
	return changes(sums), err
}

// logs are the weekly sums of logs of so many weeks, by log, order and week: none has a
// week of another, and one lies between.
func (m *Machine) logs(e *sim.Engine, orders Orders, weeks int) (list [][][]int64, err error) {
	for from := 0; from+weeks <= m.Weeks; from += weeks + 1 {
		sums, err := orders.Sums(e, m.Log(from, weeks), weeks)
		if err != nil {
			return nil, err
		}
		list = append(list, sums)
	}
	return list, nil
}

// Judge asks logs of so many weeks for what the machine does.
func (m *Machine) Judge(e *sim.Engine, orders Orders, truth []float64, weeks int) (Tally, error) {
	logs, err := m.logs(e, orders, weeks)
	if err != nil {
		return Tally{}, err
	}
	return judge(logs, truth, weeks), nil
}

func judge(logs [][][]int64, truth []float64, weeks int) Tally {
	y := Tally{Weeks: weeks}
	estimates, widths := make([][]float64, len(truth)), make([][]float64, len(truth))
	for k, sums := range logs {
		var ranges []stats.Range
		known := true
		for i := range sums[1:] {
			ranges = append(ranges, stats.RangeOf(sums[i+1], sums[0]))
			known = known && ranges[i].Known()
		}
		if !known {
			y.Blanks++
			continue
		}
		y.Logs++
		for i := range ranges {
			c := ranges[i].Change(level)
			y.Ranges++
			if c.Low <= truth[i+1] && truth[i+1] <= c.High {
				y.Hits++
			}
			estimates[i], widths[i] = append(estimates[i], c.Mid), append(widths[i], c.High-c.Low)
			if k+1 < len(logs) && total(logs[k+1][0]) > 0 {
				y.Nexts++
				if c, x := ranges[i].Next(weeks, level), changes(logs[k+1])[i+1]; c.Low <= x && x <= c.High {
					y.NextHits++
				}
			}
		}
		y.claims(ranges, truth)
		y.near(sums, truth)
	}
	for i := range truth[1:] {
		if len(widths[i]) > 1 {
			slices.Sort(widths[i])
			y.widths = append(y.widths, width{widths[i][len(widths[i])/2], 3.92 * deviation(estimates[i])})
		}
	}
	return y
}

// claims counts what a log's sentence says, and whether it is so. A claim that an order cuts
// waiting is one of an order that does not where the true change is taken away: then the end
// of its range lies below the truth.
func (y *Tally) claims(ranges []stats.Range, truth []float64) {
	among := stats.Among(level, len(truth))
	named, least, shown, wrong := 0, math.Inf(1), false, false
	for i := range ranges {
		high := ranges[i].Change(among).High
		shown, wrong = shown || high < 0, wrong || high < truth[i+1]
		if high < least {
			named, least = i, high
		}
		if truth[i+1] < strong || truth[i+1] > weak {
			continue
		}
		y.Cuts++
		y.Alone += one(ranges[i].Change(level).High < 0)
		y.Three += one(high < 0)
		y.All += one(ranges[i].Change(stats.Among(level, eleven+1)).High < 0)
	}
	y.Headline += one(shown)
	if most := slices.Min(truth); -0.25 <= most && most <= -0.20 {
		y.Fifth++
		y.FifthHeadlines += one(shown)
	}
	y.False += one(wrong)
	y.bias = append(y.bias, ranges[named].Mid()-truth[named+1])
	y.remnant = append(y.remnant, stats.Chosen(ranges, named, among)-truth[named+1])
}

func (y *Tally) near(sums [][]int64, truth []float64) {
	best := 0
	for i := range truth {
		if truth[i] < truth[best] {
			best = i
		}
	}
	for i, in := range stats.NearLeast(sums, level) {
		y.Near += one(in)
		y.Losses += one(i == best && !in)
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Claim asks logs of so many weeks whether one of several orders is better than the first,
// of which none is.
func (m *Machine) Claim(e *sim.Engine, orders Orders, weeks int) (Tally, error) {
	y := Tally{Weeks: weeks}
	logs, err := m.logs(e, orders, weeks)
	for _, sums := range logs {
		claim, known := false, true
		for i := range sums[1:] {
			r := stats.RangeOf(sums[i+1], sums[0])
			known = known && r.Known()
			claim = claim || r.Change(stats.Among(level, len(sums))).High < 0
		}
		y.Logs += one(known)
		y.Blanks += one(!known)
		y.Claims += one(known && claim)
	}
	return y, err
}
