package replay

import "math"

// Density is how many jobs have which wait under A, to the right, and under B,
// upwards: Cells[y*N+x]. A cell is as wide as high, in the logarithm of the wait
// and a minute; the diagonal is where both are the same.
type Density struct {
	N     int
	Most  int64 // the longest wait there is room for, seconds
	Cells []int32
}

// minute is what is added to a wait before its logarithm is taken: nobody minds a
// second more or less.
const minute = 60

// Density counts the jobs in n times n cells.
func (r *Report) Density(n int) *Density {
	d := &Density{N: n, Most: max(r.A.MaxWait, r.B.MaxWait, minute), Cells: make([]int32, n*n)}
	for _, j := range r.Order {
		d.Cells[d.cell(r, int(j))]++
	}
	return d
}

func (d *Density) cell(r *Report, j int) int {
	s := r.trace.Submit[j]
	return d.Bin(r.b[j]-s)*d.N + d.Bin(r.a[j]-s)
}

// Bin is the column, or row, of a wait.
func (d *Density) Bin(wait int64) int {
	full := math.Log2(float64(d.Most+minute) / minute)
	at := math.Log2(float64(max(wait, 0)+minute) / minute)
	return min(int(at/full*float64(d.N)), d.N-1)
}

// In lists the jobs of a cell, at most so many, the greatest gain first: indices.
func (d *Density) In(r *Report, x, y, most int) (list []int32) {
	for _, j := range r.Order {
		if len(list) < most && d.cell(r, int(j)) == y*d.N+x {
			list = append(list, j)
		}
	}
	return list
}
