package predict

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/sim/predictor"
)

// Parts is into how many equal parts distributions are cut: a distribution is its
// Parts+1 quantiles, the least value first and the greatest last.
const Parts = 200

// Behind is what is behind the figures of a way on the log itself.
type Behind struct {
	Name string `json:"name"` // of the way
	Did  Did    `json:"-"`
	// Quantiles, seconds: of first prediction less run time, of first predictions, of
	// run times, of requests.
	Error     []int64  `json:"error"`
	Predicted []int64  `json:"predicted"`
	Ran       []int64  `json:"ran"`
	Requested []int64  `json:"requested"`
	Users     []Group  `json:"users"`    // those with most jobs, at most MostGroups
	Requests  []Group  `json:"requests"` // by requested time, see job.RunEdges: Key is the class
	Weeks     []Week   `json:"weeks"`
	Weights   []Weight `json:"weights"` // of a learner, falling
	Worst     []Story  `json:"worst"`   // the jobs that are slowed down most, worst first, without their corrections
}

// mostGroups and MostWorst bound lists.
const (
	mostGroups = 20
	mostWorst  = 10
)

// Group is a share of the jobs.
type Group struct {
	Key   int64   `json:"key"` // the user's id, or a class
	Jobs  int64   `json:"jobs"`
	Under int64   `json:"under"` // predicted shorter than they ran
	MAE   float64 `json:"mae"`   // of first predictions, seconds
	Asked float64 `json:"asked"` // the same of requests
	Bias  float64 `json:"bias"`  // mean of first prediction less run time
}

// Week is one of the log's by submit, from its first job on.
type Week struct {
	Jobs  int64   `json:"jobs"`
	MAE   float64 `json:"mae"`   // of first predictions, seconds, 0 without jobs
	Asked float64 `json:"asked"` // the same of requests
}

// Weight is how much a feature has in predictions: the mean absolute value of what
// its terms add, as a share of all.
type Weight struct {
	Feature string  `json:"feature"`
	Share   float64 `json:"share"`
}

// Behind replays a way on the log itself.
func (r *Runner) Behind(way int) (*Behind, error) {
	t, x := r.log(), r.ways[way]
	c, err := r.stage.Play(x, t, r.under)
	if err != nil {
		return nil, err
	}
	starts, first := r.stage.Starts(), r.stage.First()
	b := &Behind{Name: x.Label(), Did: did(t, starts, first, r.stage.Corrections(), r.plan.Tau)}
	off := make([]int64, t.Len())
	for j, p := range first {
		off[j] = p - t.Run[j]
	}
	b.Error, b.Predicted, b.Ran, b.Requested = quantiles(off), quantiles(first), quantiles(t.Run), quantiles(t.Request)
	b.groups(t, first)
	b.weeks(t, first)
	for _, j := range worst(t, starts, r.plan.Tau) {
		b.Worst = append(b.Worst, r.told(t, x, j))
	}
	if l, ok := c.Foreteller.(*predictor.Learned); ok {
		b.Weights, err = weights(t, slices.Clone(starts), l)
	}
	return b, err
}

// quantiles are those of a list of one or more, each a value of it.
func quantiles(values []int64) []int64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	list := make([]int64, Parts+1)
	for i := range list {
		list[i] = sorted[i*(len(sorted)-1)/Parts]
	}
	return list
}

// tally sums up a group.
type tally struct {
	jobs, under      int64
	off, asked, bias float64
}

func (y *tally) add(t *job.Trace, j int, predicted int64) {
	y.jobs++
	if predicted < t.Run[j] {
		y.under++
	}
	y.off += math.Abs(float64(predicted - t.Run[j]))
	y.asked += math.Abs(float64(t.Request[j] - t.Run[j]))
	y.bias += float64(predicted - t.Run[j])
}

func (y *tally) group(key int64) Group {
	n := float64(y.jobs)
	return Group{key, y.jobs, y.under, y.off / n, y.asked / n, y.bias / n}
}

func (b *Behind) groups(t *job.Trace, first []int64) {
	users, classes := make([]tally, len(t.Users)), make([]tally, job.RunClasses)
	for j, p := range first {
		users[t.User[j]].add(t, j, p)
		classes[job.RunClass(t.Request[j])].add(t, j, p)
	}
	for u := range users {
		if users[u].jobs > 0 {
			b.Users = append(b.Users, users[u].group(t.Users[u]))
		}
	}
	sorted.Stable(b.Users, func(x, y Group) int { return int(y.Jobs - x.Jobs) })
	b.Users = b.Users[:min(len(b.Users), mostGroups)]
	for c := range classes {
		if classes[c].jobs > 0 {
			b.Requests = append(b.Requests, classes[c].group(int64(c)))
		}
	}
}

func (b *Behind) weeks(t *job.Trace, first []int64) {
	list := make([]tally, (t.Submit[t.Len()-1]-t.Submit[0])/job.Week+1)
	for j, p := range first {
		list[(t.Submit[j]-t.Submit[0])/job.Week].add(t, j, p)
	}
	for i := range list {
		var w Week
		if list[i].jobs > 0 {
			g := list[i].group(0)
			w = Week{g.Jobs, g.MAE, g.Asked}
		}
		b.Weeks = append(b.Weeks, w)
	}
}

// worst are the jobs that are slowed down most.
func worst(t *job.Trace, starts []int64, tau int64) []int {
	list := make([]int, 0, mostWorst+1)
	for j, start := range starts {
		s, at := bsld(t, j, start, tau), len(list)
		for at > 0 && bsld(t, list[at-1], starts[list[at-1]], tau) < s {
			at--
		}
		if at < mostWorst {
			list = slices.Insert(list, at, j)
			list = list[:min(len(list), mostWorst)]
		}
	}
	return list
}

// weigher is a learner whose predictions are looked into.
type weigher struct {
	*predictor.Learned
	sum []float64
}

func (p *weigher) Submit(j int32, now int64) int64 {
	at := p.Learned.Submit(j, now)
	p.Learned.Influence(p.sum)
	return at
}

// weights runs a learner along a schedule once more, and looks what features have
// in its predictions.
func weights(t *job.Trace, starts []int64, l *predictor.Learned) ([]Weight, error) {
	p := &weigher{l, make([]float64, l.Basis.Terms())}
	if _, err := predictor.Along(t, starts, p); err != nil {
		return nil, err
	}
	of, all, names := l.Basis.Fold(p.sum), 0.0, l.Basis.Features()
	for _, x := range of {
		all += x
	}
	var list []Weight
	for i, x := range of {
		if x > 0 && all > 0 {
			list = append(list, Weight{names[i], x / all})
		}
	}
	sorted.Stable(list, func(a, b Weight) int {
		switch {
		case a.Share > b.Share:
			return -1
		case a.Share < b.Share:
			return 1
		}
		return 0
	})
	return list, nil
}

// told is a job's story of the replay at hand, without its corrections.
func (r *Runner) told(t *job.Trace, x triples.Triple, j int) Story {
	s := Story{Name: x.Label(), Submit: t.Submit[j], Run: t.Run[j], Request: t.Request[j], Size: int64(t.Size[j]), User: t.Users[t.User[j]],
		Start: r.stage.Starts()[j], First: r.stage.First()[j], Origin: t.Submit[0]}
	if t.ID != nil {
		s.ID = t.ID[j]
	}
	s.Bsld = bsld(t, j, s.Start, r.plan.Tau)
	return s
}

// Wire sends or takes what is behind a way.
func (b *Behind) Wire(x wire.Both) {
	x.All(&b.Name, &b.Did, &b.Error, &b.Predicted, &b.Ran, &b.Requested)
	for _, list := range []*[]Group{&b.Users, &b.Requests} {
		wire.Listed(x, list, func(g *Group) { x.All(&g.Key, &g.Jobs, &g.Under, &g.MAE, &g.Asked, &g.Bias) })
	}
	wire.Listed(x, &b.Weeks, func(w *Week) { x.All(&w.Jobs, &w.MAE, &w.Asked) })
	wire.Listed(x, &b.Weights, func(w *Weight) { x.All(&w.Feature, &w.Share) })
	wire.List(x, &b.Worst)
}

// DecodeBehind reads what a worker answered.
func DecodeBehind(answer []byte) (*Behind, error) {
	b := &Behind{}
	return b, wire.Decode(answer, b)
}
