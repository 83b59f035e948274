package predictor

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/job"
)

// Loss is what a prediction that is off by e = f - p costs: one side for
// predictions that are too long, another for those too short, both weighted by what
// job it was (Reis 2018, table 4.3).
type Loss struct {
	Over, Under Side
	Weight      Weight
	Shift       int64 // seconds that a prediction may be too long before it counts as such
	// Quantile q, between 0 and 1, is another loss instead: q for each second too
	// short, 1 - q for each too long. Predictions tend to what a share q of such
	// jobs do not exceed (Koenker, Bassett: Regression quantiles, 1978). 0: none.
	Quantile float64
}

// ELoss is the study's choice: too long costs the square, too short as much as it
// is short, by the job's area.
var ELoss = Loss{Over: Square, Under: Linear, Weight: Area}

// Side is how a side's cost grows.
type Side uint8

// The sides.
const (
	Square Side = iota
	Linear
)

var sideNames = [...]string{"square", "linear"}

func (s Side) String() string { return sideNames[s] }

// Weight says which jobs' errors cost most; q is processors, p the run time.
type Weight uint8

// The weights.
const (
	Unit       Weight = iota // 1
	ShortWide                // 5 + log(q/p)
	LongNarrow               // 5 + log(p/q)
	SmallArea                // 11 - log(q p)
	Area                     // 1 + ln(q p)
)

var weightNames = [...]string{"unit", "short-wide", "long-narrow", "small-area", "area"}

func (w Weight) String() string { return weightNames[w] }

// leastWeight is what no job weighs less than.
const leastWeight = 0.1

// Value is the weight of a job, which counts as having run a second at least: above 0 for every job, as the study says of
// its own. That holds of decimal logarithms, which are taken but for Area, up to days of run time, and leastWeight does the
// rest. A loss of a weight below 0 is least far away from the run time.
func (w Weight) Value(size int32, run int64) float64 {
	q, p := float64(size), float64(max(1, run))
	switch w {
	case ShortWide:
		return max(leastWeight, 5+math.Log10(q/p))
	case LongNarrow:
		return max(leastWeight, 5+math.Log10(p/q))
	case SmallArea:
		return max(leastWeight, 11-math.Log10(q*p))
	}
	return w.AsRun(size, run)
}

// AsRun is the weight that the study's program gave a job, by natural logarithms: below 0 for many.
func (w Weight) AsRun(size int32, run int64) float64 {
	q, p := float64(size), float64(max(1, run))
	switch w {
	case ShortWide:
		return 5 + math.Log(q/p)
	case LongNarrow:
		return 5 + math.Log(p/q)
	case SmallArea:
		return 11 + math.Log(1/(q*p))
	case Area:
		return 1 + math.Log(q*p)
	}
	return 1
}

// Repels says whether AsRun is below 0 for some jobs.
func (w Weight) Repels() bool { return w != Unit && w != Area }

// Repelled is the share of a trace's jobs that AsRun weighs below 0: the learner of the study's program steps away from
// their run times.
func (w Weight) Repelled(t *job.Trace) float64 {
	n := 0
	for j, run := range t.Run {
		if w.AsRun(t.Size[j], run) < 0 {
			n++
		}
	}
	return float64(n) / float64(max(1, t.Len()))
}

// MaxShift bounds Loss.Shift, seconds.
const MaxShift = 86_400

// String is what ParseLoss reads: "square,linear,area", with the shift where there
// is one.
func (l Loss) String() string {
	text := l.Over.String() + "," + l.Under.String() + "," + l.Weight.String()
	if l.Shift > 0 {
		text += "," + strconv.FormatInt(l.Shift, 10)
	}
	return text
}

// ParseLoss reads OVER,UNDER,WEIGHT and, if wanted, the shift in seconds.
func ParseLoss(text string) (l Loss, err error) {
	parts := strings.Split(text, ",")
	if len(parts) < 3 || len(parts) > 4 {
		return l, errors.New("loss " + strconv.Quote(text) + ": write OVER,UNDER,WEIGHT, as in square,linear,area, and a shift in " +
			"seconds behind them if wanted")
	}
	for i, at := range []*Side{&l.Over, &l.Under} {
		n, err := named(parts[i], sideNames[:])
		if err != nil {
			return l, errors.New("loss " + strconv.Quote(text) + ": " + err.Error())
		}
		*at = Side(n)
	}
	n, err := named(parts[2], weightNames[:])
	if err != nil {
		return l, errors.New("loss " + strconv.Quote(text) + ": " + err.Error())
	}
	l.Weight = Weight(n)
	if len(parts) == 4 {
		if l.Shift, err = strconv.ParseInt(strings.TrimSpace(parts[3]), 10, 64); err != nil || l.Shift < 0 || l.Shift > MaxShift {
			return l, errors.New("loss " + strconv.Quote(text) + ": give a shift from 0 to " + strconv.Itoa(MaxShift) + " s")
		}
	}
	return l, nil
}

func named(text string, names []string) (int, error) {
	for i, n := range names {
		if strings.TrimSpace(text) == n {
			return i, nil
		}
	}
	last := len(names) - 1
	return 0, errors.New("use " + strings.Join(names[:last], ", ") + " or " + names[last] + " instead of " + strconv.Quote(text))
}

// Losses are the study's twenty: both sides, every weight, no shift.
func Losses() (list []Loss) {
	for _, over := range []Side{Square, Linear} {
		for _, under := range []Side{Square, Linear} {
			for w := Unit; w <= Area; w++ {
				list = append(list, Loss{Over: over, Under: under, Weight: w})
			}
		}
	}
	return list
}

// factor is what a quantile makes of a side.
func (l *Loss) factor(sign float64) float64 {
	switch {
	case l.Quantile == 0:
		return 1
	case sign > 0:
		return 1 - l.Quantile
	}
	return l.Quantile
}

// slope is the side the loss is on at an error, and how far along: its derivative
// is gamma times sign, times twice by on a square side.
func (l *Loss) slope(e float64) (side Side, sign, by float64) {
	if e -= float64(l.Shift); e > 0 {
		return l.Over, 1, e
	}
	return l.Under, -1, -e
}

// Value is the loss of a prediction for a job.
func (l *Loss) Value(predicted, run int64, size int32) float64 {
	side, sign, by := l.slope(float64(predicted - run))
	if side == Square {
		by *= by
	}
	return l.Weight.Value(size, run) * l.factor(sign) * by
}
