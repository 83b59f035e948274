package sim

// release is what the scheduler expects of a running job: that it frees its
// processors at its projected end, start + p̃. The list of releases is sorted
// by that instant, ties in start order. It lies in the middle of a buffer, so
// that the shorter side makes room.
//
// It is read when a reservation or a profile is made, and most jobs of a machine that
// is seldom full end before: so a job that starts is noted in recent alone, as it
// comes, and those of them that still run go into the list when it is read.
type release struct {
	at   int64
	size int32
	job  int32
}

// over is the job of a note whose job has ended.
const over = -1

// recently is how many starts are noted at most.
const recently = 1 << 10

// note has the release of a job that starts go into the list when it is read.
func (e *Engine) note(r release) {
	if e.noted == len(e.recent) {
		e.listReleases()
	}
	e.recent[e.noted] = r
	e.noted++
}

// listReleases brings the list up to date. What is noted started after all that is in it,
// and in its order, so ties stay in start order.
func (e *Engine) listReleases() {
	for _, r := range e.recent[:e.noted] {
		if r.job != over {
			e.expect(r)
		}
	}
	e.noted, e.firstNoted = 0, e.seq
}

// few is how many releases are better walked than halved.
const few = 12

// expect adds a release to the list.
func (e *Engine) expect(r release) {
	if e.lastRelease == len(e.releaseBuffer) {
		copy(e.releaseBuffer, e.releases)
		e.firstRelease, e.lastRelease = 0, len(e.releases)
		e.releases = e.releaseBuffer[:e.lastRelease]
	}
	first, last := e.firstRelease, e.lastRelease
	b := e.releaseBuffer
	i := last - first // where it goes in the list
	if i > few {
		i = after(e.releases, r.at)
		if first > 0 && i < (last-first)/2 {
			first--
			copy(b[first:], b[first+1:first+1+i])
			b[first+i] = r
			e.firstRelease = first
			e.releases = b[first:last]
			return
		}
		copy(b[first+i+1:last+1], b[first+i:last])
		b[first+i] = r
	} else {
		l := b[first : last+1]
		for i > 0 && l[i-1].at > r.at {
			l[i] = l[i-1]
			i--
		}
		l[i] = r
	}
	e.lastRelease = last + 1
	e.releases = b[first : last+1]
}

// after is the position behind the last release that is not later than an
// instant. It halves the list without a jump.
func after(l []release, at int64) int {
	base, n := 0, len(l)
	for n > 1 {
		half := n >> 1
		next := base + half
		if l[next-1].at <= at {
			base = next
		}
		n -= half
	}
	if n == 1 && l[base].at <= at {
		base++
	}
	return base
}

// forget takes the release of a job that ends, the seq-th that started, off the list.
func (e *Engine) forget(j, seq int32) {
	if e.cfg.Backfilling == Conservative {
		e.vacate(j)
		return
	}
	if seq >= e.firstNoted {
		e.recent[seq-e.firstNoted].job = over
		return
	}
	l := e.releases
	i := 0
	if len(l) > few {
		i = after(l, e.starts[j]+e.request[j]-1)
	}
	for l[i].job != j {
		i++
	}
	if i < len(l)/2 {
		for k := i; k > 0 && i < few; k-- {
			l[k] = l[k-1]
		}
		if i >= few {
			copy(l[1:i+1], l[:i])
		}
		e.firstRelease++
		e.releases = l[1:]
		return
	}
	copy(l[i:], l[i+1:])
	e.lastRelease--
	e.releases = l[:len(l)-1]
}
