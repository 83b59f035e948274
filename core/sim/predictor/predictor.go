package predictor

import "shadowtime/core/job"

// Predictor foretells the run times of one trace's jobs while it is replayed. Its
// methods are called in the order of time; what happens at one instant in that of the
// simulator: as the study's does, and along a trace, submissions, ends, starts;
// otherwise ends, submissions, starts.
type Predictor interface {
	// Load begins with a trace, whose run times are looked at when jobs end.
	Load(t *job.Trace)
	// Submit predicts job j, which is submitted now: 1 s at least, its request at
	// most where that is more.
	Submit(j int32, now int64) int64
	// Start says that it starts, End that it has ended, both now.
	Start(j int32, now int64)
	End(j int32, now int64)
}

// within brings a prediction between a second and the request.
func within(p, request int64) int64 { return max(1, min(p, request)) }

// Requested predicts what users request: what EASY plans with anyway.
type Requested struct{ trace *job.Trace }

// Load, Submit, Start and End are those of a Predictor.
func (p *Requested) Load(t *job.Trace) { p.trace = t }
func (p *Requested) Submit(j int32, now int64) int64 {
	return within(p.trace.Request[j], p.trace.Request[j])
}
func (p *Requested) Start(j int32, now int64) {}
func (p *Requested) End(j int32, now int64)   {}

// Clairvoyant knows run times before jobs run: the most that predicting them could
// be worth.
type Clairvoyant struct{ trace *job.Trace }

// Load, Submit, Start and End are those of a Predictor.
func (p *Clairvoyant) Load(t *job.Trace)               { p.trace = t }
func (p *Clairvoyant) Submit(j int32, now int64) int64 { return max(1, p.trace.Run[j]) }
func (p *Clairvoyant) Start(j int32, now int64)        {}
func (p *Clairvoyant) End(j int32, now int64)          {}

// MostAveraged bounds the number of jobs that an Average or a History looks back.
const MostAveraged = 64

// Average predicts the mean run time of the user's last K jobs that have ended,
// rounded down; the request until there are so many (AVE2: Tsafrir, Etsion,
// Feitelson: Backfilling using system-generated predictions rather than user
// runtime estimates, 2007).
type Average struct {
	K     int // 1 to MostAveraged
	trace *job.Trace
	users means
}

// Load, Submit, Start and End are those of a Predictor.
func (p *Average) Load(t *job.Trace) {
	p.trace = withUsers(t)
	p.users.load(p.trace.User, len(p.trace.Users), p.K)
}

// Submit is the mean.
func (p *Average) Submit(j int32, now int64) int64 {
	request := p.trace.Request[j]
	if mean, ok := p.users.of(j); ok {
		return within(mean, request)
	}
	return within(request, request)
}

// Start changes nothing.
func (p *Average) Start(j int32, now int64) {}

// End takes the run time in.
func (p *Average) End(j int32, now int64) { p.users.end(j, p.trace.Run[j]) }

// withUsers is a trace that names its jobs' users: all are one where it does not.
func withUsers(t *job.Trace) *job.Trace {
	if len(t.User) == t.Len() {
		return t
	}
	one := *t
	one.Users, one.User = []int64{-1}, make([]int32, t.Len())
	return &one
}

// cleared is a slice of n zeros, in the room of another where that suffices.
func cleared[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n)
	}
	v = v[:n]
	clear(v)
	return v
}
