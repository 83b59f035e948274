package agent

import (
	"math"

	"shadowtime/core/sim/bandit"
)

// slope of LeakyReLU below zero.
const slope = 0.01

// layer is dense: sums of what comes in, each with weights and a bias of its own,
// then LeakyReLU if it is leaky.
type layer struct {
	in, out int
	leaky   bool
	w, g    []float64 // a row of weights for each sum, then the biases; gradients likewise
	x, y    []float64 // what came in last, and what went out
	d       []float64 // gradient of the loss by y
}

// parameters is how many weights and biases a layer has.
func parameters(in, out int) int { return (in + 1) * out }

// cut makes a layer of the first parameters of w and g, and gives the rest.
func (l *layer) cut(in, out int, leaky bool, w, g []float64) (restW, restG []float64) {
	n := parameters(in, out)
	*l = layer{in: in, out: out, leaky: leaky, w: w[:n:n], g: g[:n:n], y: make([]float64, out), d: make([]float64, out)}
	return w[n:], g[n:]
}

// draw gives the layer weights and biases uniform within 1/sqrt(in).
func (l *layer) draw(s *bandit.Stream) {
	bound := 1 / math.Sqrt(float64(l.in))
	for i := range l.w {
		l.w[i] = s.Between(-bound, bound)
	}
}

// forward computes y of x, which must stay as it is until backward. Four sums go
// side by side: each has its own order of terms, and the processor need not wait
// for one before it adds to the next.
func (l *layer) forward(x []float64) []float64 {
	x = x[:l.in]
	l.x = x
	bias := l.w[l.in*l.out:]
	o := 0
	for ; o+4 <= l.out; o += 4 {
		rows := l.w[o*l.in:]
		a, b, c, d := rows[:len(x)], rows[l.in:][:len(x)], rows[2*l.in:][:len(x)], rows[3*l.in:][:len(x)]
		s, t, u, v := bias[o], bias[o+1], bias[o+2], bias[o+3]
		for i, xi := range x {
			s += float64(a[i] * xi)
			t += float64(b[i] * xi)
			u += float64(c[i] * xi)
			v += float64(d[i] * xi)
		}
		l.y[o], l.y[o+1], l.y[o+2], l.y[o+3] = s, t, u, v
	}
	for ; o < l.out; o++ {
		row := l.w[o*l.in:][:len(x)]
		s := bias[o]
		for i, xi := range x {
			s += float64(row[i] * xi)
		}
		l.y[o] = s
	}
	if l.leaky {
		for o, s := range l.y {
			if !(s > 0) { // so that what is not a number stays so
				l.y[o] = slope * s
			}
		}
	}
	return l.y
}

// backward adds the gradients by weights and biases to g, with d the gradient by
// y; and, unless into is nil, those by x to it.
func (l *layer) backward(into []float64) {
	bias := l.g[l.in*l.out:]
	for o, d := range l.d {
		if l.leaky && !(l.y[o] > 0) {
			d *= slope
		}
		bias[o] += d
		g := l.g[o*l.in:][:len(l.x)]
		for i, xi := range l.x {
			g[i] += float64(d * xi)
		}
		if into == nil {
			continue
		}
		into, w := into[:l.in], l.w[o*l.in:][:l.in]
		for i := range into {
			into[i] += float64(d * w[i])
		}
	}
}

// head is three hidden layers and an output.
type head [4]layer

func (h *head) cut(hidden, out int, w, g []float64) (restW, restG []float64) {
	for i := range 3 {
		w, g = h[i].cut(hidden, hidden, true, w, g)
	}
	return h[3].cut(hidden, out, false, w, g)
}

func (h *head) forward(x []float64) []float64 {
	for i := range h {
		x = h[i].forward(x)
	}
	return x
}

// backward takes the gradient by the output from h[3].d and adds that by the
// input to into.
func (h *head) backward(into []float64) {
	for i := 3; i > 0; i-- {
		clear(h[i-1].d)
		h[i].backward(h[i-1].d)
	}
	h[0].backward(into)
}
