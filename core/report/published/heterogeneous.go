package published

import "strings"

// HeterogeneousSource says where the figures of heterogeneous clusters are printed.
const HeterogeneousSource = "Herrera 2019"

// HeterogeneousLog is whose log the study ran.
const HeterogeneousLog = "UniLu-Gaia"

// IsHeterogeneousLog says whether a file of that name is it.
func IsHeterogeneousLog(name string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(HeterogeneousLog))
}

// Scenario1 is what the study's learner did (section 5.4): one seed.
var Scenario1 = struct {
	Slow, Fast, Spread float64 // rewards: both jobs on the slow processor, on the fast one, on both
	Episodes           int
	Settled            int // the episode about which it settled
}{6, 6.6, 8.4, 350, 275}

// Scenario2 is what consolidating changed against spreading (section 5.3).
var Scenario2 = struct{ Energy, Makespan, Turnaround float64 }{-0.43, 0.20, 0.20}

// Experiment52 is what FCFS did against shortest first on the first 1,000 jobs
// (section 5.2), as ratios; makespan and energy were practically the same. Full is
// for about which part of the time all cores but a hundredth were busy.
var Experiment52 = struct{ MaxSlowdown, AvgSlowdown, Full float64 }{93, 33.5, 0.4}

// HeterogeneousJobs is what the study says of its log: cores, and MB a core.
var HeterogeneousJobs = struct {
	Jobs                                          int
	MedianSize, HighSize                          float64 // of the first 1,000; high: 95th percentile
	MedianMemory, HighMemory, MostMemory          float64 // likewise
	MedianMemoryAll, HighMemoryAll, MostMemoryAll float64
}{51_987, 6, 36, 11, 2000, 9500, 72, 829, 38_500}
