package sim

// reserve makes the reservation of the head, which does not fit now: the
// shadow time is the earliest at which it does if every running job ends at
// its projected end, extra the processors free then beyond the head's own. A
// job past its projected end counts as ending now.
func (e *Engine) reserve(head int32) {
	e.listReleases()
	need := int64(e.size[head])
	sum := e.free
	i := 0
	if rest := e.trace.Procs - need; rest >= need-sum {
		for sum < need {
			sum += int64(e.releases[i].size)
			i++
		}
	} else {
		// The shorter way: from the last, who may stay when the head starts.
		for i = len(e.releases); int64(e.releases[i-1].size) <= rest; i-- {
			rest -= int64(e.releases[i-1].size)
		}
		sum = need + rest
	}
	e.shadow = max(e.releases[i-1].at, e.now)
	if !e.rules.SparingExtra {
		for i < len(e.releases) && e.releases[i].at <= e.shadow {
			sum += int64(e.releases[i].size)
			i++
		}
	}
	e.extra = sum - need
	e.reserved = true
	if o := e.cfg.Observer; o != nil {
		o.Reserve(e.now, int(head), e.shadow, e.extra)
	}
}
