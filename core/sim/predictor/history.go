package predictor

import (
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// History predicts the mean run time of the last K jobs like it that have ended,
// rounded down: those of the same application, that is the user's with the same
// executable and queue; where there are not so many, those of the user with the same
// request; then all of the user; then it is the request. Jobs that have such things
// in common run alike: templates, tried one after the other (Gibbons: A historical
// application profiler for use by parallel schedulers, JSSPP 1997) or searched for
// on each machine (Smith, Foster, Taylor: Predicting application run times using
// historical information, JSSPP 1998).
type History struct {
	K     int // 1 to MostAveraged
	trace *job.Trace
	kinds [3]means // the narrowest first
	from  int      // 1 where the trace names no applications

	keys, distinct []int64 // of users with their requests
	asked          []int32 // by job, the number of its own
}

// Load, Submit, Start and End make History a Predictor.
func (p *History) Load(t *job.Trace) {
	t = withUsers(t)
	p.trace, p.from = t, 1
	if len(t.App) == t.Len() {
		p.from = 0
		p.kinds[0].load(t.App, int(t.Apps), p.K)
	}
	p.pair()
	p.kinds[1].load(p.asked, len(p.distinct), p.K)
	p.kinds[2].load(t.User, len(t.Users), p.K)
}

// requestBits hold every request: see job.MaxTime.
const requestBits = 34

// pair numbers jobs by user and request.
func (p *History) pair() {
	t := p.trace
	p.keys, p.asked = cleared(p.keys, t.Len()), cleared(p.asked, t.Len())
	for j, request := range t.Request {
		p.keys[j] = int64(t.User[j])<<requestBits | min(request, 1<<requestBits-1)
	}
	p.distinct = sorted.Number(p.keys, p.distinct)
	for j, key := range p.keys {
		p.asked[j] = int32(key)
	}
}

// Submit is the mean of the narrowest kind of jobs that has one.
func (p *History) Submit(j int32, now int64) int64 {
	request := p.trace.Request[j]
	for i := p.from; i < len(p.kinds); i++ {
		if mean, ok := p.kinds[i].of(j); ok {
			return within(mean, request)
		}
	}
	return within(request, request)
}

// Start changes nothing.
func (p *History) Start(j int32, now int64) {}

// End takes the run time in.
func (p *History) End(j int32, now int64) {
	for i := p.from; i < len(p.kinds); i++ {
		p.kinds[i].end(j, p.trace.Run[j])
	}
}
