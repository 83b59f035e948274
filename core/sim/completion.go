package sim

// completion is the end of a running job.
type completion struct {
	end int64
	job int32
	seq int32 // counts starts
}

// push adds a completion to the heap of running jobs (four children a node).
func (e *Engine) push(c completion) {
	e.running = append(e.running, c)
	h := e.running
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) >> 2
		if c.end >= h[up].end {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = c
}

// pop takes the earliest completion off the heap. Which one of equal ends it
// is depends on the starts alone.
func (e *Engine) pop() completion {
	h := e.running
	top := h[0]
	n := len(h) - 1
	last := h[n]
	h = h[:n]
	e.running = h
	if n == 0 {
		return top
	}
	i := 0
	for {
		c := 4*i + 1
		if c+3 >= n {
			break
		}
		// The earliest of four children, without a jump.
		k := h[c : c+4 : c+4]
		a, x := k[0].end, 0
		if b := k[1].end; b < a {
			a, x = b, 1
		}
		d, y := k[2].end, 2
		if b := k[3].end; b < d {
			d, y = b, 3
		}
		if d < a {
			a, x = d, y
		}
		if last.end <= a {
			h[i] = last
			return top
		}
		h[i] = k[x]
		i = c + x
	}
	// The last node has fewer.
	if c := 4*i + 1; c < n {
		best := c
		for k := c + 1; k < n; k++ {
			if h[k].end < h[best].end {
				best = k
			}
		}
		if h[best].end < last.end {
			h[i] = h[best]
			i = best
		}
	}
	h[i] = last
	return top
}

// ending is a completion of the instant, when each is handled by itself.
type ending struct{ job, seq int32 }

// sortStarted puts them in start order.
func sortStarted(l []ending) {
	gap := 1
	for gap < len(l)/9 {
		gap = 3*gap + 1
	}
	for ; gap > 0; gap /= 3 {
		for i := gap; i < len(l); i++ {
			c, h := l[i], i
			for h >= gap && l[h-gap].seq > c.seq {
				l[h] = l[h-gap]
				h -= gap
			}
			l[h] = c
		}
	}
}
