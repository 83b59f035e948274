package cluster

import "shadowtime/core/cluster/platform"

// Own are the jobs that a built-in platform comes with, if any does: spread's are
// those of HDeepRM's first scenario (section 5.4), two of one core and five
// seconds that together ask for more bandwidth than a processor has.
func Own(name string, m *platform.Machine) (*Load, bool) {
	if name != "spread" {
		return nil, false
	}
	const seconds = 5
	work := seconds * m.Reference()
	return &Load{
		Submit: []float64{0, 0}, Request: []float64{seconds, seconds}, Size: []int32{1, 1}, Memory: []float64{8000, 8000},
		Bandwidth: []float64{24, 24},
		Work:      []float64{work, work}, Requested: []float64{work, work}, ID: []int64{0, 1}, Read: 2,
	}, true
}
