package report

import (
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Own are the sums of a log's own replay by choice and whole week, for Weighing, and how
// many whole weeks they are. Sums are by week of the replayed trace, from its first, the
// last entry being what came after all of them. Weeks that a warm-up or a drain leaves out
// are no weeks; one that is cut is part of the week before; and at another load there are
// no more weeks than the log has.
func Own(w *study.Workload, sums [][]int64) (own [][]int64, weeks int) {
	for _, v := range sums {
		list := ownSums(w, v)
		own, weeks = append(own, list), len(list)
	}
	if len(sums) > 0 && w.Variant == resample.Whole && len(sums[0]) <= 2 {
		weeks = 0 // the one there is was cut
	}
	return own, weeks
}

func ownSums(w *study.Workload, v []int64) []int64 {
	n := len(v) - 1
	from, to := min(w.Warmup/7, n), max(n-w.Drain/7, 0)
	if from >= to {
		return nil
	}
	scale, into := 1.0, to-from
	cut := w.Variant == resample.Whole
	if w.LoadBy == resample.Arrivals && w.Load != 1 {
		cut = cut || w.Load > 1
		scale = min(scale, w.Load)
	}
	if cut {
		into--
	}
	into = max(1, int(float64(into)*scale+1e-9))
	list := make([]int64, into)
	for k, x := range v[from:] {
		list[min(int(float64(k)*scale), into-1)] += x
	}
	return list
}
