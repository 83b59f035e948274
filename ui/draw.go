package ui

import (
	"html"
)

// Hosts: elements of the page whose content is drawn as one string.
const (
	hostLesson   = "lesson"
	hostSpark    = "spark"
	hostLoad     = "load"
	hostHours    = "hours"
	hostSizes    = "sizes"
	hostRuns     = "runs"
	hostRequests = "requests"
	hostReport   = "report"
	hostVerdict  = "verdict"
	hostForest   = "forest"
	hostTable    = "table"
	hostCaution  = "caution"
	hostSide     = "side"
	hostFigure   = "figure"
	hostNumbers  = "numbers"
)

func esc(s string) string { return html.EscapeString(s) }

// share is n of total as a fraction, 0 of nothing.
func share(n, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(n) / float64(total)
}
