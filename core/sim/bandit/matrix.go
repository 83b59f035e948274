package bandit

// matrix is a symmetric positive definite matrix of which the inverse is kept:
// all that LinUCB needs of linear algebra.
type matrix struct {
	n       int
	inverse []float64 // row by row
	column  []float64
}

func newMatrix(n int) matrix {
	return matrix{n: n, inverse: make([]float64, n*n), column: make([]float64, n)}
}

// identity sets the matrix to I.
func (m *matrix) identity() {
	clear(m.inverse)
	for i := range m.n {
		m.inverse[i*m.n+i] = 1
	}
}

// add adds v vᵀ to the matrix, which is its inverse less u uᵀ / (1 + vᵀu) with u
// the inverse times v (Sherman and Morrison 1950).
func (m *matrix) add(v []float64) {
	below := 1.0
	for i := range m.column {
		m.column[i] = dot(m.inverse[i*m.n:(i+1)*m.n], v)
		below += float64(v[i] * m.column[i])
	}
	for i := range m.n {
		for j := range m.n {
			m.inverse[i*m.n+j] -= float64(m.column[i] * m.column[j] / below)
		}
	}
}

// between is vᵀ times the inverse times w.
func (m *matrix) between(v, w []float64) float64 {
	sum := 0.0
	for i := range m.n {
		sum += float64(v[i] * dot(m.inverse[i*m.n:(i+1)*m.n], w))
	}
	return sum
}

// form is vᵀ times the inverse times v.
func (m *matrix) form(v []float64) float64 { return m.between(v, v) }

func dot(v, w []float64) float64 {
	sum := 0.0
	for i := range v {
		sum += float64(v[i] * w[i])
	}
	return sum
}
