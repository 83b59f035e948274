package comparison

import (
	"shadowtime/core/compare"
	"shadowtime/core/paired"
	"shadowtime/core/report"
)

func beats(rows []compare.Row, i, n int) []report.Float {
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
// with the intervals of a change at 95 %, each pair by itself: against the
// baseline they are those of the table.
func apart(wait [][]int64, weeks paired.Weeks) [][]report.Bounds {
	list := make([][]report.Bounds, len(wait))
	for i := range wait {
		list[i] = make([]report.Bounds, len(wait))
	}
	for i := range wait {
		for j := range wait {
			if i == j {
				continue
			}
			all, sim := weeks.Difference(wait[i], wait[j], wait[0], report.Level), paired.Difference(wait[i], wait[j], wait[0], report.Level)
			list[i][j] = report.BoundsOf(all, sim)
		}
	}
	return list
}
