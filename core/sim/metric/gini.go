package metric

// Gini is the Gini coefficient of waits that were counted in classes
// (Breakdown.Waits), each taken to be the middle of its class: 0 when all wait
// as long, towards 1 when a few wait for all (Gini 1912). Classes are a fifth of
// their value wide at most, which moves it by less than 0.01; NaN when nobody
// waits.
//
// With the n jobs in order of their waits x, it is (2 sum i x_i)/(n sum x) -
// (n+1)/n; classes take their jobs' mean place i.
func Gini(waits []int64) float64 {
	var jobs, sum, placed float64
	for b, n := range waits {
		x := middle(b)
		k := float64(n)
		placed += float64(float64(k*x) * (jobs + (k+1)/2))
		sum += float64(k * x)
		jobs += k
	}
	return 2*placed/(jobs*sum) - (jobs+1)/jobs
}

// middle is the middle of a class of waits, seconds.
func middle(b int) float64 {
	if b == 0 {
		return 0
	}
	return (float64(WaitBound(b-1)+1) + float64(WaitBound(b))) / 2
}
