package compare

import (
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// Agreement is one thing that resamples should keep of the log: what it is in the
// log itself, its mean over resamples (of waits the mean over all their jobs, as
// in the table), and the deciles of single ones.
type Agreement struct {
	What string       `json:"what"`
	Log  report.Float `json:"log"`
	Mean report.Float `json:"mean"`
	Low  report.Float `json:"p10"`
	High report.Float `json:"p90"`
}

// Ratio says whether the figure is one that ratios can be made of: all but the
// autocorrelation, which has a sign.
func (k Agreement) Ratio() bool { return k.What != dayLag }

const dayLag = "autocorrelation of the load of days"

// kept compares the log with its resamples; nil while the log's row is not
// known.
func kept(r *Report, log *Row, rows []Row) []Agreement {
	if log == nil {
		return nil
	}
	var list []Agreement
	add := func(what string, of func(*Row) float64) {
		var v []float64
		for k := range rows {
			v = append(v, of(&rows[k]))
		}
		x := Agreement{What: what, Log: report.Float(of(log)), Mean: report.Mean(v)}
		x.Low, x.High = report.Deciles(v)
		list = append(list, x)
	}
	pooled := func(x report.Float) { list[len(list)-1].Mean = x }
	shape := func(of func(*metric.Shape) float64) func(*Row) float64 {
		return func(row *Row) float64 { return of(&row.Shape) }
	}
	add("average wait under "+r.Baseline().Order, func(row *Row) float64 { return row.Runs[0].AvgWait() })
	pooled(r.Orders[0].AvgWait)
	add("offered load", shape(func(s *metric.Shape) float64 { return s.Load }))
	add("spread of the load of weeks", shape(func(s *metric.Shape) float64 { return s.Spread }))
	add("compensation between users", shape(func(s *metric.Shape) float64 { return s.Compensation }))
	add("users who come again the next week", shape(func(s *metric.Shape) float64 { return s.Again }))
	add(dayLag, shape(func(s *metric.Shape) float64 { return s.DayLag }))
	return list
}
