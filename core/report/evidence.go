package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"shadowtime/core/job"
	"shadowtime/core/metric"
	"shadowtime/core/paired"
	"shadowtime/core/study"
)

// Evidence is what stands behind a Report, for its views: figures per order,
// in the order of Plan.Orders, the baseline first.
type Evidence struct {
	Orders   []string         `json:"orders"`
	Users    []int64          `json:"users"`  // ids of the log, as in Groups.User
	Beats    [][]Float        `json:"beats"`  // [row][column]: share of resamples in which row's total wait is below column's, ties one half
	Curves   []Band           `json:"curves"` // by week: cumulative change in waiting, see curve
	Points   []Point          `json:"points"` // average against longest wait
	Waits    []Curve          `json:"waits"`  // cumulative distribution of waits
	Weeks    []Spread         `json:"weeks"`  // average wait of single weeks, seconds
	Groups   Groups           `json:"groups"` // who gains and who loses
	Paired   []Paired         `json:"paired"` // what the pairing says of each order
	Warnings []paired.Warning `json:"warnings"`
}

// Paired is what the paired comparison says of an order besides its interval.
type Paired struct {
	Won         Float `json:"won"` // share of resamples won against the baseline, ties one half,
	WonLow      Float `json:"wonLow"`
	WonHigh     Float `json:"wonHigh"`     // with its exact 95 % interval
	Correlation Float `json:"correlation"` // of its total waits with the baseline's over resamples
	Reduction   Float `json:"reduction"`   // how many times fewer resamples the pairing needs than unpaired ones
	Near        bool  `json:"near"`        // not to be told from the best at the 5 % level, after Holm's correction
	Adjusted    Float `json:"adjusted"`    // p-value against the best, adjusted
	Needed      int   `json:"needed"`      // resamples for an interval of one percentage point to each side, 0 when not known
}

// OnePoint is the half-width that Paired.Needed is for.
const OnePoint = 0.01

// Band is a mean with its 10th and 90th percentile over resamples.
type Band struct {
	Mean []Float `json:"mean"`
	Low  []Float `json:"p10"`
	High []Float `json:"p90"`
}

// Point is an order's average and longest wait relative to the baseline on the
// same resample (1: the same), mean with first and last decile over resamples.
type Point struct {
	Avg     Float `json:"avg"`
	AvgLow  Float `json:"avgP10"`
	AvgHigh Float `json:"avgP90"`
	Max     Float `json:"max"`
	MaxLow  Float `json:"maxP10"`
	MaxHigh Float `json:"maxP90"`
}

// Curve is a cumulative distribution: Share[i] of the jobs wait at most At[i]
// seconds.
type Curve struct {
	At    []int64 `json:"at"`
	Share []Float `json:"share"`
}

// Spread is a distribution by its deciles and quartiles, with its values.
type Spread struct {
	P10    Float     `json:"p10"`
	P25    Float     `json:"p25"`
	Median Float     `json:"median"`
	P75    Float     `json:"p75"`
	P90    Float     `json:"p90"`
	Values []float64 `json:"-"`
}

// Groups are pooled changes of waiting by kind of job.
type Groups struct {
	Size []Group `json:"size"`
	Run  []Group `json:"run"`
	Hour []Group `json:"hour"`
	User []Group `json:"user"`
}

// Group is one kind of job: how many there were, how long they waited under
// the baseline, and the change of their summed wait under each order.
type Group struct {
	Key     int64   `json:"key"`     // class, hour of week, or user id
	Jobs    int64   `json:"jobs"`    // over all resamples
	AvgWait Float   `json:"avgWait"` // under the baseline, seconds
	Change  []Float `json:"change"`  // by order
}

// Explain computes the evidence behind a report from the rows it was merged
// from, which must not be empty; users are the trace's, facts say what the rows
// were made from.
func Explain(r *Report, users []int64, rows []study.Row, facts Source) *Evidence {
	p := r.Plan
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b study.Row) int { return a.K - b.K })
	e := &Evidence{Orders: p.Orders, Users: users}
	e.Paired, e.Warnings = pairing(r, rows, facts)
	for i := range p.Orders {
		e.Beats = append(e.Beats, beats(rows, i, len(p.Orders)))
		e.Curves = append(e.Curves, curve(rows, i))
		e.Points = append(e.Points, point(rows, i))
		e.Waits = append(e.Waits, distribution(rows, i))
		e.Weeks = append(e.Weeks, weekly(rows, i))
	}
	e.Groups = Groups{
		Size: groups(rows, func(c *metric.Counts) []int64 { return c.Size }, func(d *metric.Detail) []int64 { return d.Size }, nil),
		Run:  groups(rows, func(c *metric.Counts) []int64 { return c.Run }, func(d *metric.Detail) []int64 { return d.Run }, nil),
		Hour: groups(rows, func(c *metric.Counts) []int64 { return c.Hour }, func(d *metric.Detail) []int64 { return d.Hour }, nil),
		User: groups(rows, func(c *metric.Counts) []int64 { return c.User }, func(d *metric.Detail) []int64 { return d.User }, users),
	}
	return e
}

// pairing computes what the pairs say of each order, and what must be known
// before the figures are believed.
func pairing(r *Report, rows []study.Row, facts Source) ([]Paired, []paired.Warning) {
	p := r.Plan
	wait := waits(p, rows)
	_, rivals := paired.NearBest(wait, Level, p.Seed)
	var list []Paired
	dominance := 0.0
	for i := range p.Orders {
		won := paired.WonShare(wait[i], wait[0], Level)
		pair := paired.Pair(wait[i], wait[0])
		x := Paired{Won: Float(won.Mid), WonLow: Float(won.Low), WonHigh: Float(won.High),
			Correlation: Float(pair.Correlation), Reduction: Float(pair.Factor),
			Near: rivals[i].Near, Adjusted: Float(rivals[i].Adjusted)}
		if i > 0 {
			change := paired.Change{Low: float64(r.Orders[i].Low), High: float64(r.Orders[i].High)}
			if n, ok := paired.Needed(len(rows), change.HalfWidth(), OnePoint); ok {
				x.Needed = n
			}
			dominance = max(dominance, zeroNaN(paired.Dominance(wait[i], wait[0])))
		}
		list = append(list, x)
	}
	var area, span float64
	var zero, jobs int64
	for k := range rows {
		run := &rows[k].Runs[0]
		area += run.Area
		span += float64(p.Weeks) * job.Week
		zero += rows[k].Details[0].Waits[0]
		jobs += run.Jobs
	}
	return list, paired.Warnings(paired.Facts{
		Weeks: facts.WholeWeeks, Users: facts.Users, Resamples: len(rows),
		Load:      area / (float64(facts.Cleaning.Machine.Procs) * span),
		ZeroWaits: float64(zero) / float64(jobs), Dominance: dominance,
	})
}

func zeroNaN(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

func beats(rows []study.Row, i, n int) []Float {
	share := make([]Float, n)
	for j := range share {
		won := 0.0
		for k := range rows {
			a, b := rows[k].Runs[i].SumWait, rows[k].Runs[j].SumWait
			switch {
			case a < b:
				won++
			case a == b:
				won += 0.5
			}
		}
		share[j] = Float(won / float64(len(rows)))
	}
	return share
}

// curve is, by week, the cumulative difference in waiting to the baseline, a
// job counted when it ends, as a fraction of the baseline's mean total wait:
// the mean ends at the pooled change (Reis 2018, figure 6.4).
func curve(rows []study.Row, i int) Band {
	total := 0.0
	for k := range rows {
		total += float64(rows[k].Runs[0].SumWait)
	}
	total /= float64(len(rows))
	weeks := len(rows[0].Details[i].Ended)
	sum := make([]int64, len(rows))
	at := make([]float64, len(rows))
	var b Band
	for w := range weeks {
		mean := 0.0
		for k := range rows {
			sum[k] += rows[k].Details[i].Ended[w] - rows[k].Details[0].Ended[w]
			at[k] = float64(sum[k]) / total
			mean += at[k]
		}
		b.Mean = append(b.Mean, Float(mean/float64(len(rows))))
		low, high := deciles(at)
		b.Low, b.High = append(b.Low, low), append(b.High, high)
	}
	return b
}

// deciles are the 10th and the 90th percentile.
func deciles(values []float64) (low, high Float) {
	return quantile(values, 0.1), quantile(values, 0.9)
}

// quantile leaves values as they are; without any, or with an undefined one,
// it is not defined.
func quantile(values []float64, p float64) Float {
	v := slices.Clone(values)
	for _, x := range v {
		if math.IsNaN(x) {
			return Float(math.NaN())
		}
	}
	if len(v) == 0 {
		return Float(math.NaN())
	}
	slices.Sort(v)
	return Float(stat.Quantile(p, stat.LinInterp, v, nil))
}

func point(rows []study.Row, i int) Point {
	var avg, most []float64
	for k := range rows {
		a, b := &rows[k].Runs[i], &rows[k].Runs[0]
		avg = append(avg, float64(a.SumWait)/float64(b.SumWait))
		most = append(most, float64(a.MaxWait)/float64(b.MaxWait))
	}
	p := Point{Avg: mean(avg), Max: mean(most)}
	p.AvgLow, p.AvgHigh = deciles(avg)
	p.MaxLow, p.MaxHigh = deciles(most)
	return p
}

func mean(v []float64) Float {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return Float(s / float64(len(v)))
}

// distribution pools the waits of all resamples; classes at the end in which
// no job waits are left out.
func distribution(rows []study.Row, i int) Curve {
	var c Curve
	total, seen := int64(0), int64(0)
	for k := range rows {
		total += rows[k].Runs[i].Jobs
	}
	for b := range metric.WaitBins {
		n := int64(0)
		for k := range rows {
			n += rows[k].Details[i].Waits[b]
		}
		if n == 0 && b > 0 {
			continue
		}
		seen += n
		c.At = append(c.At, metric.WaitBound(b))
		c.Share = append(c.Share, Float(float64(seen)/float64(total)))
	}
	return c
}

// weekly spreads the average waits of single weeks, by week of submit, over
// all resamples.
func weekly(rows []study.Row, i int) Spread {
	var avg []float64
	for k := range rows {
		d := &rows[k].Details[i]
		for w, n := range rows[k].Counts.Week {
			if n > 0 {
				avg = append(avg, float64(d.Week[w])/float64(n))
			}
		}
	}
	s := Spread{P10: quantile(avg, 0.1), P25: quantile(avg, 0.25), Median: quantile(avg, 0.5), P75: quantile(avg, 0.75), P90: quantile(avg, 0.9)}
	s.Values = avg
	return s
}

func groups(rows []study.Row, jobs func(*metric.Counts) []int64, waits func(*metric.Detail) []int64, keys []int64) []Group {
	var list []Group
	for g := range jobs(&rows[0].Counts) {
		x := Group{Key: int64(g)}
		if keys != nil {
			x.Key = keys[g]
		}
		base := int64(0)
		for k := range rows {
			x.Jobs += jobs(&rows[k].Counts)[g]
			base += waits(&rows[k].Details[0])[g]
		}
		x.AvgWait = Float(float64(base) / float64(x.Jobs))
		for i := range rows[0].Details {
			sum := int64(0)
			for k := range rows {
				sum += waits(&rows[k].Details[i])[g]
			}
			x.Change = append(x.Change, Float(float64(sum-base)/float64(base)))
		}
		if x.Jobs > 0 {
			list = append(list, x)
		}
	}
	return list
}

// SizeClassName and RunClassName name the classes of groups.
func SizeClassName(class int64) string {
	low := int64(1) << class
	if class == 0 {
		return "1 processor"
	}
	return Count(low) + "–" + Count(2*low-1) + " processors"
}

// RunClassName is the name of a class of run times.
func RunClassName(class int64) string {
	low, high := job.RunEdges[class], job.RunEdges[class+1]
	switch {
	case low == 0:
		return "0 s"
	case high > 1<<60:
		return Duration(float64(low)) + " and more"
	}
	return Duration(float64(low)) + " to " + Duration(float64(high))
}
