package sim

import "math/bits"

// Size classes cut the sizes of a trace's jobs into a few ranges holding
// comparable numbers of jobs, for the summaries of an index.

// brief is what an index needs to know of a job.
type brief struct {
	p     int32 // requested time, cut to longest
	class uint8
}

// buckets number sizes finely: four to an octave, exact below 8.
const buckets = 4 * 33

func bucket(q uint64) int {
	if q < 4 {
		return int(q)
	}
	n := bits.Len64(q)
	return 4*(n-2) + int(q>>(n-3)&3)
}

// class is the size class that q belongs to, of any positive number.
func (e *Engine) class(q int64) int {
	if q >= 1<<31 {
		return classes - 1
	}
	return int(e.classOf[bucket(uint64(q))])
}

// classify chooses the classes of a trace's sizes: neighbouring buckets with
// the fewest jobs are joined until few enough are left.
func (e *Engine) classify() {
	var count [buckets]int
	for _, q := range e.size {
		count[bucket(uint64(q))]++
	}
	var first, jobs [buckets]int // of each class: its first bucket, its jobs
	n := 0
	for b, c := range count {
		if c > 0 {
			first[n], jobs[n] = b, c
			n++
		}
	}
	for n > classes {
		least := 0
		for i := 1; i < n-1; i++ {
			if jobs[i]+jobs[i+1] < jobs[least]+jobs[least+1] {
				least = i
			}
		}
		jobs[least] += jobs[least+1]
		n--
		copy(first[least+1:n], first[least+2:n+1])
		copy(jobs[least+1:n], jobs[least+2:n+1])
	}
	c := 0
	for b := range e.classOf {
		for c+1 < n && first[c+1] <= b {
			c++
		}
		e.classOf[b] = uint8(c)
	}
}
