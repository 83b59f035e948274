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

	hostOnlineVerdict = "online-verdict"
	hostOnlineForest  = "online-forest"
	hostOnlineTable   = "online-table"
	hostOnlineCaution = "online-caution"
	hostOnlineSide    = "online-side"
	hostStory         = "story"
	hostStoryHead     = "story-head"
	hostStoryReading  = "story-reading"

	hostTuneOrders  = "tune-orders"
	hostTuneVerdict = "tune-verdict"
	hostTuneSetting = "tune-setting"
	hostTunePair    = "tune-pair"
	hostTuneReading = "tune-reading"
	hostTuneSweep   = "tune-sweep"
	hostTuneSlider  = "tune-slider"
	hostTunePairs   = "tune-pairs"
	hostTuneCaution = "tune-caution"
	hostTuneSide    = "tune-side"
)

func esc(s string) string { return html.EscapeString(s) }

// share is n of total as a fraction, 0 of nothing.
func share(n, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(n) / float64(total)
}
