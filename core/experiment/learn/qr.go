package learn

import "math"

// qr is a matrix as the product of an orthogonal and an upper triangular one, by
// Householder's reflections. Columns are slices.
type qr struct {
	columns  [][]float64 // below and on the diagonal the reflections, above it R
	diagonal []float64   // of R
	scale    []float64   // of each reflection, 0: none
}

// factor makes it in the place of columns, each no shorter than they are many.
func factor(columns [][]float64) *qr {
	f := &qr{columns, make([]float64, len(columns)), make([]float64, len(columns))}
	for j, v := range columns {
		f.diagonal[j], f.scale[j] = reflection(v[j:])
		for _, x := range columns[j+1:] {
			reflect(v[j:], f.scale[j], x[j:])
		}
	}
	return f
}

// reflection makes of v the vector whose reflection sends v to (head, 0, 0...).
func reflection(v []float64) (head, scale float64) {
	length := norm(v)
	if length == 0 {
		return 0, 0
	}
	if v[0] > 0 {
		length = -length // so that nothing cancels
	}
	v[0] -= length
	return length, -1 / (length * v[0])
}

// reflect applies I - scale v v' to x.
func reflect(v []float64, scale float64, x []float64) {
	if scale == 0 {
		return
	}
	s := scale * dot(v, x)
	for i, a := range v {
		x[i] -= s * a
	}
}

// transposed makes x its product with the orthogonal matrix transposed.
func (f *qr) transposed(x []float64) {
	for j, v := range f.columns {
		reflect(v[j:], f.scale[j], x[j:])
	}
}

// back solves R x = b in place of b, a column for each row of R.
func (f *qr) back(b []float64) {
	for j := len(f.columns) - 1; j >= 0; j-- {
		b[j] /= f.diagonal[j]
		for i, a := range f.columns[j][:j] {
			b[i] -= a * b[j]
		}
	}
}

// forth solves R' x = b in place of b.
func (f *qr) forth(b []float64) {
	for j := range f.columns {
		b[j] -= dot(f.columns[j][:j], b[:j])
		b[j] /= f.diagonal[j]
	}
}

// inverse is that of the matrix transposed times itself.
func (f *qr) inverse() [][]float64 {
	k := len(f.columns)
	rows := make([][]float64, k)
	for j := range rows {
		rows[j] = make([]float64, k)
		rows[j][j] = 1
		f.forth(rows[j])
		f.back(rows[j])
	}
	return rows
}

// dependent is the first column that is a combination of those before it, as far
// as numbers tell, -1 where there is none. Columns had length 1.
func (f *qr) dependent() int {
	for j, d := range f.diagonal {
		if !(math.Abs(d) > 1e-11) {
			return j
		}
	}
	return -1
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// norm is a vector's length, which neither overflows nor vanishes on the way.
func norm(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	if most == 0 || math.IsInf(most, 1) || most != most {
		return most
	}
	sum := 0.0
	for _, x := range v {
		sum += (x / most) * (x / most)
	}
	return most * math.Sqrt(sum)
}
