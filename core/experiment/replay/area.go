package replay

import (
	"cmp"
	"errors"
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// Area is a stretch of time of a schedule in figures.
type Area struct {
	Ran, Started int   // jobs that ran within, and of these those that started within
	Used         int64 // processor-seconds of jobs within
	Waiting      int   // jobs that waited within
	Waited       int64 // seconds that they did
	// Parts are what they waited for, of the log's own schedule: the sum is at most Waited, as jobs that ran no time are in
	// no record. Of a replayed schedule all are 0.
	Parts held.Parts
	// Longest are the jobs that waited longest within, by index, at most ListedOfArea.
	Longest []int64
}

// ListedOfArea is how many jobs of an area are listed.
const ListedOfArea = 20

// AreaRequest asks for the figures of a schedule from an instant to before another; side is that of the plan's schedules,
// where the log's own is the second one. DecodeArea reads the answer.
func AreaRequest(k, side int, from, to int64) []byte { return request(askArea, k, side, from, to) }

// DecodeArea reads the answer to AreaRequest.
func DecodeArea(b []byte) (a *Area, err error) {
	a = new(Area)
	return a, wire.Decode(b, a)
}

// Wire sends or takes the area.
func (a *Area) Wire(b wire.Both) {
	b.All(&a.Ran, &a.Started, &a.Used, &a.Waiting, &a.Waited, &a.Parts, &a.Longest)
}

// area answers for one schedule.
func (r *Runner) area(side int, from, to int64) ([]byte, error) {
	if from >= to {
		return nil, errors.New("replay: an area ends after it begins")
	}
	var a *Area
	switch {
	case side < len(r.tapes):
		a = AreaOf(&r.trace, r.tapes[side].Starts, from, to)
	case side == len(r.tapes) && r.plan.Beside == AsItRan && r.k == study.Logged:
		starts, _ := why.Waited(&r.trace, r.trace.Wait)
		a = AreaOf(&r.trace, starts, from, to)
		if record, ok := held.RecordOf(&r.trace); ok {
			var err error
			if a.Parts, err = held.Within(record, &held.Machine{Rules: r.trace.Rules}, from, to); err != nil {
				return nil, err
			}
		}
	default:
		return nil, errRequest
	}
	return wire.Encode(a), nil
}

// AreaOf counts jobs, processor-seconds and waiting of a schedule from an instant to before another; a start may be
// why.Unknown: nothing is known of that job.
func AreaOf(t *job.Trace, starts []int64, from, to int64) *Area {
	a := &Area{}
	type wait struct{ job, seconds int64 }
	var waits []wait
	for j, start := range starts {
		if start == why.Unknown {
			continue
		}
		if seconds := min(start+t.Run[j], to) - max(start, from); seconds > 0 {
			a.Ran++
			a.Used += seconds * int64(t.Size[j])
			if start >= from {
				a.Started++
			}
		}
		if seconds := min(start, to) - max(t.Submit[j], from); seconds > 0 {
			a.Waiting++
			a.Waited += seconds
			waits = append(waits, wait{int64(j), seconds})
		}
	}
	slices.SortFunc(waits, func(x, y wait) int { return cmp.Or(cmp.Compare(y.seconds, x.seconds), cmp.Compare(x.job, y.job)) })
	for _, w := range waits[:min(len(waits), ListedOfArea)] {
		a.Longest = append(a.Longest, w.job)
	}
	return a
}
