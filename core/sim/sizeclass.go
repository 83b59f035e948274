package sim

// Size classes cut the sizes of a trace's jobs into a few ranges. Each begins
// with one of the commonest sizes, so that a job of a class most often is as
// small as the class may be, and one look at a summary is most often right.

// brief is what an index needs to know of a job.
type brief struct {
	p     int32 // requested time, cut to longest
	q     int32
	class uint8
}

// class is the size class that q, which is positive, belongs to.
func (e *Engine) class(q int64) int {
	if q < int64(len(e.classOf)) {
		return int(e.classOf[q])
	}
	return e.bound(q)
}

// bound finds the class by its bounds.
func (e *Engine) bound(q int64) int {
	c := 1
	for _, b := range e.bounds[2:] {
		if q >= b {
			c++
		}
	}
	return c
}

// classify chooses the classes of a trace: the smallest size and the commonest
// ones begin one each.
func (e *Engine) classify() {
	n := len(e.size)
	keys, sorted, list := e.keys[:n], e.primaryAt[:n], e.primaryRank[:n]
	for j, q := range e.size {
		keys[j] = uint64(q)
		list[j] = int32(j)
	}
	e.sort(keys, list, sorted)
	var size, jobs [classes - 1]int64 // the commonest, commonest first
	for i := range size {
		size[i] = 1 << 62
	}
	for i := 0; i < n; {
		q, from := keys[sorted[i]], i
		for i < n && keys[sorted[i]] == q {
			i++
		}
		count := int64(i - from)
		if from == 0 {
			count = 1 << 62 // the smallest comes first in any case
		}
		if count <= jobs[len(jobs)-1] {
			continue
		}
		k := len(jobs) - 1
		for k > 0 && jobs[k-1] < count {
			size[k], jobs[k] = size[k-1], jobs[k-1]
			k--
		}
		size[k], jobs[k] = int64(q), count
	}
	for i, q := range size { // by size
		k := i + 1
		for k > 1 && e.bounds[k-1] > q {
			e.bounds[k] = e.bounds[k-1]
			k--
		}
		e.bounds[k] = q
	}
	for q := range e.classOf {
		e.classOf[q] = uint8(e.bound(int64(q)))
	}
}
