package sim

// completion is the end of a running job.
type completion struct {
	end int64
	seq int32 // counts starts: among equal ends, who started first
	job int32
}

func (a completion) before(b completion) bool {
	return a.end < b.end || a.end == b.end && a.seq < b.seq
}

// push adds a completion to the heap of running jobs (four children a node).
func (e *Engine) push(c completion) {
	e.running = append(e.running, c)
	h := e.running
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !c.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = c
}

// pop takes the earliest completion off the heap.
func (e *Engine) pop() completion {
	h := e.running
	top := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	e.running = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		c := 4*i + 1
		if c >= len(h) {
			break
		}
		best := c
		for k := c + 1; k < c+4 && k < len(h); k++ {
			if h[k].before(h[best]) {
				best = k
			}
		}
		if !h[best].before(last) {
			break
		}
		h[i] = h[best]
		i = best
	}
	h[i] = last
	return top
}
