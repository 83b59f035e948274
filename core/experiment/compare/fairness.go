package compare

import (
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// Fairness is what an order's gains cost those who lose, against the baseline on
// the same resample: means over resamples with the intervals of this log's weeks
// (unknown where those of changes are).
type Fairness struct {
	Users Figure `json:"users"` // share of users whose jobs wait more than a tenth longer, all together
	Work  Figure `json:"work"`  // the share of all work (processor-seconds) that is theirs
	Gini  Figure `json:"gini"`  // Gini coefficient of the jobs' waits under the order itself
}

// Figure is a figure with its 95 % interval.
type Figure struct {
	Mean report.Float `json:"mean"`
	Low  report.Float `json:"low"`
	High report.Float `json:"high"`
}

// loses is how much longer a user's jobs wait that loses.
const loses = 0.1

// fairness is that of every order.
func fairness(rows []Row, orders int, weeks stats.Weeks) []Fairness {
	list := make([]Fairness, orders)
	users, work, gini := make([]float64, len(rows)), make([]float64, len(rows)), make([]float64, len(rows))
	figure := func(v []float64) Figure {
		c := weeks.Mean(v, report.Level)
		return Figure{report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)}
	}
	for i := range list {
		for k := range rows {
			users[k], work[k] = losers(&rows[k], i)
			gini[k] = metric.Gini(rows[k].Breakdowns[i].Waits)
		}
		list[i] = Fairness{Users: figure(users), Work: figure(work), Gini: figure(gini)}
	}
	return list
}

// losers are the shares of users, and of work, that lose on a resample.
func losers(row *Row, i int) (users, work float64) {
	var lose, all, lost, total int64
	for u, jobs := range row.Counts.User {
		if jobs == 0 {
			continue
		}
		all++
		total += row.Counts.Work[u]
		if float64(row.Breakdowns[i].User[u]) > (1+loses)*float64(row.Breakdowns[0].User[u]) {
			lose++
			lost += row.Counts.Work[u]
		}
	}
	return float64(lose) / float64(all), float64(lost) / float64(total)
}
