package compare

import (
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
)

func beats(rows []Row, i, n int) []report.Float {
	share := make([]report.Float, n)
	for j := range share {
		won := 0.0
		for k := range rows {
			a, b := rows[k].Runs[i].SumWait, rows[k].Runs[j].SumWait
			switch {
			case a < b:
				won++
			case a == b:
				won += 0.5
			}
		}
		share[j] = report.Float(won / float64(len(rows)))
	}
	return share
}

// apart is how far the changes of any two orders lie apart,
//
//	sum_k (W_k(row) - W_k(column)) / sum_k W_k(baseline),
//
// with the intervals of a change at 95 %: against the baseline they are those of
// the table. Sure are those that differ by more than chance when all pairs are
// looked at together (Bonferroni): whose interval that leads, at that level,
// excludes zero.
func apart(wait [][]int64, weeks stats.Weeks) (list [][]report.Bounds, sure [][]bool) {
	n := len(wait)
	list, sure = make([][]report.Bounds, n), make([][]bool, n)
	for i := range wait {
		list[i], sure[i] = make([]report.Bounds, n), make([]bool, n)
	}
	together := stats.Among(report.Level, 1+n*(n-1)/2)
	at := func(i, j int, level float64) report.Bounds {
		return report.BoundsOf(weeks.Difference(wait[i], wait[j], wait[0], level), stats.Difference(wait[i], wait[j], wait[0], level))
	}
	for i := range wait {
		for j := range wait {
			if i == j {
				continue
			}
			list[i][j] = at(i, j, report.Level)
			if list[i][j].Standing() == report.Sure { // at a higher level it is wider
				all := at(i, j, together)
				sure[i][j] = all.Standing() == report.Sure
			}
		}
	}
	return list, sure
}
