package model

// count is how much of what a job asks for can be had of the nodes of free: nodes that are
// idle, or CPUs not in use.
func (e *Engine) count(j *Job, free, idle Nodes, used []int32) int {
	if used == nil {
		return free.common(idle)
	}
	sum := 0
	for i := free.next(0); i >= 0; i = free.next(i + 1) {
		left := int(e.machine.CPUs[i] - used[i])
		if e.machine.Alone && left < int(j.CPUs) {
			continue
		}
		sum += left
	}
	return sum
}

// need is how much of that a job asks for.
func (e *Engine) need(j *Job) int {
	if e.used == nil {
		return int(j.Nodes)
	}
	return int(j.CPUs)
}

// choose picks nodes of free for a job, of which count is enough. Where planned is true
// it is for later, when bf_busy_nodes has its say.
func (e *Engine) choose(j *Job, free, idle Nodes, used []int32, planned bool) {
	if used != nil {
		e.share(j, free, used)
		return
	}
	n := int(j.Nodes)
	copy(e.other, free)
	e.other.and(idle)
	switch {
	case n == 1 && e.rules.lowest:
		e.pick.clear()
		e.pick.low(e.other, 1)
	case planned && e.set.BusyNodes:
		e.pick.clear()
		e.busy.clear()
		e.busy.Join(e.other)
		e.busy.less(e.idle)
		e.other.and(e.idle)
		more := 0
		if e.rules.extra {
			more = 1
		}
		put := e.pick.low(e.busy, n)
		e.pick.low(e.other, max(n-put, more))
	default:
		e.runs = e.pick.neighbours(e.other, n, e.runs)
	}
}

// Split says how many CPUs of each node a job would have on these nodes now, where nodes are shared; good
// until the next call.
func (e *Engine) Split(k int32, on Nodes) []int32 {
	e.share(&e.Jobs[k], on, e.used)
	return e.part
}

// share picks CPUs: on the node that has the fewest that are enough, or the first of them where jobs
// keep to one node. Where none has, of the runs of neighbours that have some the one with the fewest
// that are enough, else the one with the most; of it the lowest.
func (e *Engine) share(j *Job, free Nodes, used []int32) {
	e.pick.clear()
	clear(e.part)
	need := j.CPUs
	left := func(i int) int32 { return e.machine.CPUs[i] - used[i] - e.part[i] }
	alone := -1
	for i := free.next(0); i >= 0; i = free.next(i + 1) {
		if n := left(i); n >= need && (alone < 0 || !e.machine.Alone && n < left(alone)) {
			alone = i
		}
	}
	if alone >= 0 {
		e.pick.Add(alone, alone+1)
		e.part[alone] = need
		return
	}
	for need > 0 {
		best, most := -1, int32(0)
		for i := free.next(0); i >= 0; {
			from, sum := i, int32(0)
			for ; i < e.machine.Nodes && free.Has(i) && left(i) > 0; i++ {
				sum += left(i)
			}
			if enough, had := sum >= need, most >= need; sum > 0 && (best < 0 || enough && (!had || sum < most) ||
				!enough && !had && sum > most) {
				best, most = from, sum
			}
			i = free.next(max(i, from+1))
		}
		if best < 0 {
			return
		}
		for i := best; i < e.machine.Nodes && free.Has(i) && left(i) > 0 && need > 0; i++ {
			n := min(left(i), need)
			e.pick.Add(i, i+1)
			e.part[i] += n
			need -= n
		}
	}
}
