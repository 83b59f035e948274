package tune

import (
	"encoding/binary"
	"math"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Row is the result of one task: what every choice did on week K of the
// training half and on week K of the testing half, each drawn from a stream of
// its own. Row study.Logged is of the halves themselves, all their whole weeks as
// they were.
type Row struct {
	K     int
	Train Half
	Test  Half
}

// Half is one week, or a whole half of the log, under every choice. Choices that behaved alike share their
// Result, so that hundreds of rows of a thousand choices fit in a page.
type Half struct {
	Weeks    int // 1, or the whole weeks of the half, 0: it has none
	Jobs     int64
	Baseline Result

	thresholds int     // of the plan
	shared     []byte  // by pair: so many of its first thresholds have the same result,
	first      []int32 // the one with this number; the others follow it
	wait, max  []int64
	bsld       []float64
	// Of a half as it was alone, the baseline's sums by week, then those of each result:
	// what claims are made of. Rows of files written before have none.
	weekly []Sums
}

// Sums are those of a half's jobs by week of submit, the last entry holding what came after
// all whole weeks. Bounded slowdowns are in thousandths, so that they add up exactly.
type Sums struct{ Wait, Bsld []int64 }

// Result sums up one replay of a week, in seconds.
type Result struct {
	Wait int64   // summed waits
	Max  int64   // the longest wait
	Bsld float64 // summed bounded slowdowns, as package metric defines them
}

// Result is that of a choice, as Plan.Choice numbers them.
func (h *Half) Result(choice int) Result {
	i := h.number(choice)
	return Result{h.wait[i], h.max[i], h.bsld[i]}
}

// number is where the result of a choice is kept.
func (h *Half) number(choice int) int {
	pair, threshold := choice/h.thresholds, choice%h.thresholds
	return int(h.first[pair]) + max(0, threshold+1-int(h.shared[pair]))
}

// Choices is how many there are.
func (h *Half) Choices() int { return len(h.shared) * h.thresholds }

// Replays is how many replays the half took beside the baseline's.
func (h *Half) Replays() int { return len(h.wait) }

// Weekly says whether the sums by week are known.
func (h *Half) Weekly() bool { return len(h.weekly) > 0 }

// Sums are those of a choice by week, of the baseline with -1.
func (h *Half) Sums(choice int) Sums {
	if choice < 0 {
		return h.weekly[0]
	}
	return h.weekly[1+h.number(choice)]
}

// begin says that the results to be added are those of the next pair.
func (h *Half) begin() {
	h.shared = append(h.shared, 0)
	h.first = append(h.first, int32(len(h.wait)))
}

func (h *Half) add(r Result) {
	h.wait, h.max, h.bsld = append(h.wait, r.Wait), append(h.max, r.Max), append(h.bsld, r.Bsld)
}

// measure sums up a replay whose jobs began at starts. Sums run in the order of
// the trace, so that they are the same on every platform.
func measure(t *job.Trace, starts []int64, tau int64) (r Result) {
	submit, run := t.Submit[:len(starts)], t.Run[:len(starts)]
	for i, start := range starts {
		wait, p := start-submit[i], run[i]
		r.Wait += wait
		r.Max = max(r.Max, wait)
		if wait == 0 && p >= tau {
			r.Bsld++ // p/p
			continue
		}
		r.Bsld += max(1, float64(wait+p)/float64(max(p, tau)))
	}
	return r
}

// byWeek sums up the same by week of submit, of so many weeks.
func byWeek(t *job.Trace, starts []int64, tau int64, weeks int) Sums {
	s, sums := Sums{make([]int64, weeks+1), make([]int64, weeks+1)}, make([]float64, weeks+1)
	for i, start := range starts {
		w := min(int(t.Submit[i]/job.Week), weeks)
		wait, p := start-t.Submit[i], t.Run[i]
		s.Wait[w] += wait
		sums[w] += max(1, float64(wait+p)/float64(max(p, tau)))
	}
	for w, x := range sums {
		s.Bsld[w] = thousandths(x)
	}
	return s
}

// thousandths is a sum of slowdowns as a whole number.
func thousandths(sum float64) int64 { return int64(math.Round(1000 * sum)) }

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.All(&r.K, &r.Train, &r.Test)
	b.Check(r.Train.Choices() == r.Test.Choices())
	weekly := r.Train.Weekly() || r.Test.Weekly()
	if b.Take != nil {
		weekly = b.Take.Left() > 0 // rows of single weeks, and those of files written before, end here
	}
	if weekly {
		r.Train.wireWeekly(b)
		r.Test.wireWeekly(b)
	}
}

// wireWeekly sends or takes how many weeks there are, and each result's sums as how far they are
// from the baseline's: a few bytes each.
func (h *Half) wireWeekly(b wire.Both) {
	weeks, packed := 0, []byte(nil)
	if h.Weekly() {
		weeks, packed = len(h.weekly[0].Wait), h.packWeekly()
	}
	if b.Int(&weeks); weeks == 0 {
		return
	}
	b.All(&packed)
	if b.Taking() {
		b.Check(h.takeWeekly(int64(weeks), packed))
	}
}

// packWeekly are the sums as they are sent.
func (h *Half) packWeekly() (b []byte) {
	for i := range h.weekly {
		for _, of := range []func(*Sums) []int64{waits, slowdowns} {
			sums, base := of(&h.weekly[i]), of(&h.weekly[0])
			for k, x := range sums {
				if i > 0 {
					x -= base[k]
				}
				b = binary.AppendVarint(b, x)
			}
		}
	}
	return b
}

func waits(s *Sums) []int64     { return s.Wait }
func slowdowns(s *Sums) []int64 { return s.Bsld }

// takeWeekly takes the sums of n weeks; false: they are not what packWeekly wrote.
func (h *Half) takeWeekly(n int64, b []byte) bool {
	results := 1 + len(h.wait)
	if n < 0 || n > int64(len(b)) || int64(results) > int64(len(b))/(2*n) {
		return false
	}
	all := make([]int64, 0, 2*n*int64(results))
	for len(b) > 0 && len(all) < cap(all) {
		x, size := binary.Varint(b)
		if size <= 0 {
			return false
		}
		all, b = append(all, x), b[size:]
	}
	if len(b) > 0 || len(all) < cap(all) {
		return false
	}
	h.weekly = make([]Sums, results)
	for i := range h.weekly {
		at := all[2*int64(i)*n:]
		h.weekly[i] = Sums{at[:n:n], at[n : 2*n : 2*n]}
		if i == 0 {
			continue
		}
		for k := range n {
			h.weekly[i].Wait[k] += h.weekly[0].Wait[k]
			h.weekly[i].Bsld[k] += h.weekly[0].Bsld[k]
		}
	}
	return true
}

// Wire sends or takes the half.
func (h *Half) Wire(b wire.Both) {
	b.All(&h.Weeks, &h.Jobs, &h.Baseline.Wait, &h.Baseline.Max, &h.Baseline.Bsld, &h.thresholds, &h.shared, &h.wait, &h.max, &h.bsld)
	if b.Taking() {
		b.Check(h.fits())
	}
}

// fits finds where each pair's results are; false: the lengths do not agree.
func (h *Half) fits() bool {
	if h.thresholds < 1 || h.thresholds > MaxThresholds || h.Weeks < 0 || h.Weeks > math.MaxInt32 {
		return false
	}
	n := 0
	for _, s := range h.shared {
		if s < 1 || int(s) > h.thresholds || n >= len(h.wait) {
			return false
		}
		h.first = append(h.first, int32(n))
		n += h.thresholds - int(s) + 1
	}
	return n == len(h.wait) && len(h.max) == n && len(h.bsld) == n
}
