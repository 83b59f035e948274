package sim

import "math"

// Size classes cut the sizes of a trace's jobs into a few ranges: each begins
// with the commonest size of its part of the logarithm of sizes, or, where a
// part has none, with a size whose jobs have the most processors of those left.
// So a job of a class most often is as small as the class may be, and one look
// at a summary is most often right.

// brief is what an index needs to know of a job: its requested time, cut to
// longest, its size class and its size, in 28, 4 and 32 bits.
type brief uint64

func (b brief) p() int32   { return int32(b >> 36) }
func (b brief) class() int { return int(b >> 32 & (classes - 1)) }
func (b brief) q() int32   { return int32(b) }

func (e *Engine) briefOf(request int64, size int32) brief {
	return brief(min(request, longest))<<36 | brief(e.class(int64(size)))<<32 | brief(size)
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

// classify chooses the classes of a trace.
func (e *Engine) classify() {
	n := len(e.size)
	keys, sorted, list := e.keys[:n], e.primaryAt[:n], e.primaryRank[:n]
	for j, q := range e.size {
		keys[j] = uint64(q)
		list[j] = int32(j)
	}
	e.sort(keys, list, sorted)
	sizes, jobs := e.backfillRank[:0], e.primaryRank[:0]
	for i := 0; i < n; {
		q, from := keys[sorted[i]], i
		for i < n && keys[sorted[i]] == q {
			i++
		}
		sizes, jobs = append(sizes, int32(q)), append(jobs, int32(i-from))
	}
	var chosen [classes]int // 1 + index of the size that a class begins with
	scale := (classes - 1) / math.Log2(float64(e.trace.Procs)+1)
	for i, q := range sizes {
		c := 1 + min(int(scale*math.Log2(float64(q))), classes-2)
		if chosen[c] == 0 || jobs[i] > jobs[chosen[c]-1] {
			chosen[c] = i + 1
		}
	}
	for _, i := range chosen {
		if i > 0 {
			jobs[i-1] = 0
		}
	}
	e.bounds = [classes]int64{}
	for c := 1; c < classes; c++ {
		most := chosen[c] - 1
		for i := 0; chosen[c] == 0 && i < len(jobs); i++ {
			if jobs[i] > 0 && (most < 0 || int64(jobs[i])*int64(sizes[i]) > int64(jobs[most])*int64(sizes[most])) {
				most = i
			}
		}
		q := int64(1) << 62 // a class without jobs
		if most >= 0 {
			q, jobs[most] = int64(sizes[most]), 0
		}
		k := c
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
