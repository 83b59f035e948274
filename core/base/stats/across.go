package stats

import "math"

// Across sums up one policy's changes on several logs, each log one block: the
// mean of such logs' changes, and what another log of the kind would show.
type Across struct {
	Logs              int
	Mean, Low, High   float64 // with its interval
	NextLow, NextHigh float64 // prediction interval of another log's change
	Between           float64 // standard deviation between logs, beyond what each leaves open
}

// AcrossLogs is a random-effects summary of changes and their standard errors,
// one a log: weights 1/(se^2 + tau^2) with tau^2 by the method of moments
// (DerSimonian and Laird, Controlled Clinical Trials 7, 1986), the interval of
// the mean by Hartung and Knapp (Stat. Med. 20, 2001) with k - 1 degrees of
// freedom, and the prediction interval with k - 2 (Higgins, Thompson and
// Spiegelhalter, JRSS A 172, 2009). Logs without a figure are left out; the
// intervals are NaN of fewer than two logs, the prediction of fewer than three.
func AcrossLogs(changes, errors []float64, level float64) Across {
	var y, v []float64
	for i, x := range changes {
		if e := errors[i]; x == x && e > 0 && !math.IsInf(e, 0) {
			y, v = append(y, x), append(v, e*e)
		}
	}
	nan := math.NaN()
	a := Across{Logs: len(y), Mean: nan, Low: nan, High: nan, NextLow: nan, NextHigh: nan, Between: nan}
	k := float64(len(y))
	if len(y) < 2 {
		if len(y) == 1 {
			a.Mean = y[0]
		}
		return a
	}
	mean := func(tau2 float64) (m, weight float64) {
		for i := range y {
			w := 1 / (v[i] + tau2)
			weight += w
			m += float64(w * y[i])
		}
		return m / weight, weight
	}
	fixed, weight := mean(0)
	var q, squares float64
	for i := range y {
		d := y[i] - fixed
		q += float64(d*d) / v[i]
		squares += 1 / float64(v[i]*v[i])
	}
	tau2 := max(0, (q-(k-1))/(weight-squares/weight))
	m, weight := mean(tau2)
	spread := 0.0
	for i := range y {
		d := y[i] - m
		spread += float64(d*d) / (v[i] + tau2)
	}
	// never narrower than without Hartung and Knapp's factor
	variance := max(1, spread/(k-1)) / weight
	half := tQuantile(k-1, level) * math.Sqrt(variance)
	a.Mean, a.Low, a.High, a.Between = round9(m), round9(m-half), round9(m+half), round9(math.Sqrt(tau2))
	if len(y) > 2 {
		next := tQuantile(k-2, level) * math.Sqrt(tau2+variance)
		a.NextLow, a.NextHigh = round9(m-next), round9(m+next)
	}
	return a
}
