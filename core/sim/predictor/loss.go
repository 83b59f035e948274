package predictor

import (
	"errors"
	"math"
	"strconv"
	"strings"
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

// The weights, with those of the study's program.
const (
	Unit       Weight = iota // 1
	ShortWide                // 5 + ln(q/p)
	LongNarrow               // 5 + ln(p/q)
	SmallArea                // 11 + ln(1/(q p))
	Area                     // 1 + ln(q p)
)

var weightNames = [...]string{"unit", "short-wide", "long-narrow", "small-area", "area"}

func (w Weight) String() string { return weightNames[w] }

// Value is the weight of a job, which counts as having run a second at least.
func (w Weight) Value(size int32, run int64) float64 {
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
