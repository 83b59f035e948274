package lab

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
)

// OverWeeks is a panel of changes over the weeks of resamples.
func OverWeeks(y string, series ...plot.Series) plot.Line {
	return plot.Line{Series: series, First: 1, X: "week", XUnit: plot.Whole, End: "later", Y: y, YUnit: plot.Percent,
		Band: "10th to 90th percentile of single resamples", Change: true}
}

// Band is the line of one of them, with all that ends after the last week as its
// last value: there it is the change of the table.
func Band(name, label string, b report.Band) plot.Series {
	return plot.Series{Label: label, Name: name, Values: report.Floats(b.Mean), Low: report.Floats(b.Low), High: report.Floats(b.High)}
}

// Pooled says how the lines of bands are made, for subtitles.
func Pooled(resamples int) string {
	if resamples == 1 {
		return "at the end as in the table"
	}
	return "pooled over " + numeral.Resamples(resamples) + ", at the end as in the table; bands: single ones, each against its own"
}
