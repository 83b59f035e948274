package model

// Main makes one pass of the main loop; full: without its depth.
func (e *Engine) Main(now int64, full bool) {
	e.begin(now)
	clear(e.failed)
	clear(e.depth)
	e.barred.clear()
	tested := int64(0)
	for _, k := range e.waiting {
		j := &e.Jobs[k]
		if e.taken(j) {
			continue
		}
		if e.failed[j.Partition] {
			e.tells(k, Priority)
			continue
		}
		if most := e.set.PartitionDepth; most > 0 {
			if e.depth[j.Partition]++; int64(e.depth[j.Partition]) > most {
				continue
			}
		}
		if tested++; !full && tested > e.set.QueueDepth+1 {
			break
		}
		if e.limited(j) || short(e.left, j.Licences) {
			e.tells(k, Limited)
			if e.set.AssocLimitStop && e.breaks(j, true) {
				e.bar(j)
			}
			continue
		}
		e.candidates(j)
		copy(e.free, e.wanted)
		if j.Feature >= 0 {
			e.free.and(e.machine.Features[j.Feature])
		}
		if !e.enough(j) && len(e.machine.Outages) > 0 {
			e.tells(k, Down)
			continue
		}
		had := e.enough(j)
		e.closed(e.free, j.Inside, now, now, now+j.Limit)
		if had && !e.enough(j) {
			e.tells(k, Reserved)
			continue
		}
		e.free.less(e.barred)
		copy(e.open, e.free)
		e.free.less(e.closing)
		e.withhold(j)
		fits := e.fits(j)
		if !fits {
			if _, atOnce := e.stop(j, now); atOnce {
				copy(e.free, e.open)
				e.free.less(e.closing)
				fits = e.fits(j)
			}
		}
		e.restore()
		if fits {
			e.start(k, now)
			if reached(int32(len(e.Started)), e.set.MainJobStart) {
				break
			}
			continue
		}
		e.tells(k, Resources)
		if j.Priority < e.set.MinPrioReserve || e.set.MinAgeReserve > 0 && now-j.Eligible < e.set.MinAgeReserve {
			continue
		}
		e.bar(j)
	}
	e.sweep()
}

// bar ends the pass for a job's partition, and takes its nodes from all others.
func (e *Engine) bar(j *Job) {
	e.failed[j.Partition] = true
	e.barred.Join(e.machine.Partitions[j.Partition].Nodes)
}
