package predictor

import (
	"math"

	"shadowtime/core/job"
)

// Accuracy says how good predictions were, over all jobs.
type Accuracy struct {
	Jobs      int
	MAE       float64 // mean absolute error, seconds
	MeanELoss float64 // mean E-Loss: squared seconds where too long, seconds where too short, times ln(q p)
	Under     float64 // share of jobs predicted shorter than they ran
}

// Measure compares predictions with run times (Reis 2018, table 4.8). The weight of
// the E-Loss is ln(q p) as printed in equation 4.3, where the learner's own has 1
// added; p counts 1 s at least.
func Measure(t *job.Trace, predicted []int64) Accuracy {
	a := Accuracy{Jobs: t.Len()}
	if a.Jobs == 0 {
		return a
	}
	plain := ELoss
	plain.Weight = Unit
	under := 0
	for j, p := range predicted {
		run := t.Run[j]
		a.MAE += math.Abs(float64(p - run))
		a.MeanELoss += float64(math.Log(float64(t.Size[j])*float64(max(1, run))) * plain.Value(p, run, t.Size[j]))
		if p < run {
			under++
		}
	}
	n := float64(a.Jobs)
	a.MAE, a.MeanELoss, a.Under = a.MAE/n, a.MeanELoss/n, float64(under)/n
	return a
}
