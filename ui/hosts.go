package ui

// Hosts: elements of the shell whose content is drawn as one string.
const (
	hostShared   = "shared"
	hostKept     = "kept" // beyond what Vugu draws
	hostQueue    = "questions"
	hostContinue = "continue"
	hostDoor     = "door"
	hostMethods  = "methods"
	hostPalette  = "palette-list"
	hostLesson   = "lesson"
	hostSpark    = "spark"
	hostLoad     = "load"
	hostHours    = "hours"
	hostSizes    = "sizes"
	hostRuns     = "runs"
	hostRequests = "requests"
	hostImport   = "import"
	hostRetry    = "retry"
	hostUsage    = "usage"
	hostRules    = "rules"
	hostReport   = "report"
)

// portion is n of total as a fraction, 0 of nothing.
func portion(n, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(n) / float64(total)
}
