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

// apart is how the waits of any two orders relate, row against column, with the ranges of a
// change at 95 %: against the baseline they are those of the table. Sure are those that
// differ by more than chance when all pairs are looked at together (Bonferroni): whose range
// of the log's weeks, at that level, excludes zero.
func apart(w *report.Weighing, n int) (list [][]report.Bounds, sure [][]bool) {
	list, sure = make([][]report.Bounds, n), make([][]bool, n)
	together := stats.Among(report.Level, 1+n*(n-1)/2)
	for i := range n {
		list[i], sure[i] = make([]report.Bounds, n), make([]bool, n)
		for j := range n {
			if i == j {
				continue
			}
			list[i][j] = w.Against(i, j, report.Level)
			if list[i][j].Standing() == report.Sure { // at a higher level it is wider
				all := w.Against(i, j, together)
				sure[i][j] = all.Standing() == report.Sure
			}
		}
	}
	return list, sure
}
