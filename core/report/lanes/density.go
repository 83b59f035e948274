package lanes

// Density is how many processors the jobs of each class hold on average between two
// instants, cut into as many columns as there is room for: shares[column*n+class] of n
// classes, of all processors that are in use at a time.
func (l *Layout) Density(from, to int64, classes []uint8, n int, shares []float64) {
	clear(shares)
	columns := len(shares) / max(n, 1)
	if from >= to || columns == 0 {
		return
	}
	wide := float64(to-from) / float64(columns)
	whole := make([]float64, len(shares)+n) // what begins, or ends, to fill whole columns
	for _, j := range l.order {
		start := l.Starts[j]
		if start >= to {
			break
		}
		if end := l.end(j); end > from {
			q, c := float64(l.Trace.Size[j]), int(classes[j])
			a, b := float64(max(start, from)-from)/wide, float64(min(end, to)-from)/wide
			x, y := min(int(a), columns-1), min(int(b), columns-1)
			if x == y {
				shares[x*n+c] += q * (b - a)
				continue
			}
			shares[x*n+c] += q * (float64(x+1) - a)
			shares[y*n+c] += q * (b - float64(y))
			whole[(x+1)*n+c] += q
			whole[y*n+c] -= q
		}
	}
	for c := range n {
		held := 0.0
		for x := range columns {
			held += whole[x*n+c]
			shares[x*n+c] += held
		}
	}
}
