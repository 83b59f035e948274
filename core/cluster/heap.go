package cluster

// heap is jobs by a time that may change while they are in it.
type heap struct {
	time []float64 // of every job
	jobs []int32
	at   []int32 // of every job: its place in jobs, -1 outside
}

func newHeap(jobs, most int) heap {
	h := heap{make([]float64, jobs), make([]int32, 0, most), make([]int32, jobs)}
	for i := range h.at {
		h.at[i] = -1
	}
	return h
}

func (h *heap) clear() {
	for _, j := range h.jobs {
		h.at[j] = -1
	}
	h.jobs = h.jobs[:0]
}

// set puts a job in, or changes its time.
func (h *heap) set(j int32, time float64) {
	h.time[j] = time
	i := h.at[j]
	if i < 0 {
		i = int32(len(h.jobs))
		h.jobs = append(h.jobs, j)
	}
	h.up(j, i)
	h.down(j, h.at[j])
}

func (h *heap) up(j, i int32) {
	for i > 0 {
		parent := (i - 1) / 2
		if h.time[h.jobs[parent]] <= h.time[j] {
			break
		}
		h.put(h.jobs[parent], i)
		i = parent
	}
	h.put(j, i)
}

func (h *heap) down(j, i int32) {
	n := int32(len(h.jobs))
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && h.time[h.jobs[child+1]] < h.time[h.jobs[child]] {
			child++
		}
		if h.time[j] <= h.time[h.jobs[child]] {
			break
		}
		h.put(h.jobs[child], i)
		i = child
	}
	h.put(j, i)
}

func (h *heap) put(j, i int32) { h.jobs[i], h.at[j] = j, i }

// pop takes out the job of the least time.
func (h *heap) pop() int32 {
	j, last := h.jobs[0], len(h.jobs)-1
	moved := h.jobs[last]
	h.jobs = h.jobs[:last]
	h.at[j] = -1
	if last > 0 {
		h.down(moved, 0)
	}
	return j
}

// order makes a heap of jobs that were appended with their times.
func (h *heap) order() {
	for i, j := range h.jobs {
		h.at[j] = int32(i)
	}
	for i := len(h.jobs)/2 - 1; i >= 0; i-- {
		h.down(h.jobs[i], int32(i))
	}
}
