package compare

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// ---- who pays

// drawFair shows who pays for an order's gains: how many users lose, and how
// much of the work is theirs.
func drawFair(v *look, f plot.Frame) string {
	s := plot.Scatter{Frame: f, XUnit: plot.Percent, YUnit: plot.Percent,
		X: "users whose jobs wait over a tenth longer than under " + v.base(), Y: "their share of the work", NoFront: true}
	for i, o := range v.evidence.Orders {
		x := v.evidence.Fair[i]
		s.Points = append(s.Points, plot.ScatterPoint{Name: o, X: float64(x.Users.Mean), Y: float64(x.Work.Mean),
			XLow: bounded(x.Users.Low, x.Users.Mean), XHigh: bounded(x.Users.High, x.Users.Mean), YLow: bounded(x.Work.Low, x.Work.Mean),
			YHigh:    bounded(x.Work.High, x.Work.Mean),
			Baseline: i == 0, Note: "Gini of waits " + numeral.Number(x.Gini.Mean)})
		if x.Users.Low.Known() {
			s.Bars = plot.RangeName
		}
	}
	x, base := v.evidence.Fair[v.index(v.best().Order)], v.evidence.Fair[0]
	digits := numeral.DigitsOf(x.Users.Mean, x.Work.Mean)
	s.Title = "Under " + v.best().Order + " " + numeral.Percent(x.Users.Mean, digits) + " of the users, with " +
		numeral.Percent(x.Work.Mean, digits) +
		" of the work, wait more than a tenth longer " + v.where()
	s.Subtitle = "means over " + v.resamples() + "; Gini coefficient of the jobs’ waits " + numeral.Number(x.Gini.Mean) + ", under " +
		v.base() + " " + numeral.Number(base.Gini.Mean)
	return s.SVG()
}

// bounded keeps a bar where shares are; the mean where it is not known.
func bounded[F ~float64](end, mean F) float64 {
	if end != end {
		return float64(mean)
	}
	return min(1, max(0, float64(end)))
}

func fairTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InShares, "users who lose", "users low", "users high",
		"their share of the work", "work low", "work high").
		Add(lab.InNumbers, "Gini of waits", "Gini low", "Gini high")
	for i, o := range v.evidence.Orders {
		x := v.evidence.Fair[i]
		n.Line(o, x.Users.Mean, x.Users.Low, x.Users.High, x.Work.Mean, x.Work.Low, x.Work.High, x.Gini.Mean, x.Gini.Low, x.Gini.High)
	}
	return n
}
