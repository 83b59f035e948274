package sim

// release is what the scheduler expects of a running job: that it frees its
// processors at its projected end, start + p̃. The list of releases is sorted
// by that instant, ties in start order.
type release struct {
	at   int64
	size int32
	job  int32
}

// few is how many releases are better walked than halved.
const few = 16

// expect adds a release to the list.
func (e *Engine) expect(r release) {
	e.releases = append(e.releases, r)
	l := e.releases
	i := len(l) - 1
	if i > few {
		lo := e.after(r.at, i)
		copy(l[lo+1:], l[lo:i])
		l[lo] = r
		return
	}
	for i > 0 && l[i-1].at > r.at {
		l[i] = l[i-1]
		i--
	}
	l[i] = r
}

// after is the position behind the last of the first n releases that are not
// later than an instant.
func (e *Engine) after(at int64, n int) int {
	lo, hi := 0, n
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); e.releases[mid].at <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// forget takes the release of a job off the list.
func (e *Engine) forget(j int32) {
	l := e.releases
	i := 0
	if len(l) > few {
		i = e.after(e.starts[j]+e.request[j]-1, len(l))
	}
	for l[i].job != j {
		i++
	}
	copy(l[i:], l[i+1:])
	e.releases = l[:len(l)-1]
}
