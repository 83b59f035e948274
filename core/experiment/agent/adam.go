package agent

import "math"

// Adam's constants (Kingma and Ba, 2015).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// adam changes weights against their gradients, each by about the rate.
type adam struct {
	first, second  []float64 // running means of gradients and of their squares
	steps          int
	power1, power2 float64 // decay1 and decay2 to the steps
}

func newAdam(n int) adam {
	return adam{first: make([]float64, n), second: make([]float64, n), power1: 1, power2: 1}
}

// at brings the powers to a number of steps, by the multiplications of a run that
// never stopped. Those near 0 come to a halt, power2 last, at some 740,000.
func (a *adam) at(steps int) {
	a.steps, a.power1, a.power2 = 0, 1, 1
	for before := 0.0; a.steps < steps && a.power2 != before; {
		before = a.power2
		a.count()
	}
	a.steps = steps
}

func (a *adam) count() {
	a.steps++
	a.power1 *= decay1
	a.power2 *= decay2
}

// step moves w and clears g.
func (a *adam) step(rate float64, w, g []float64) {
	a.count()
	rate /= 1 - a.power1
	root := math.Sqrt(1 - a.power2)
	for i, x := range g {
		m := float64(decay1*a.first[i]) + float64((1-decay1)*x)
		v := float64(decay2*a.second[i]) + float64((1-decay2)*float64(x*x))
		a.first[i], a.second[i] = m, v
		w[i] -= rate * m / (math.Sqrt(v)/root + epsilon)
		g[i] = 0
	}
}
