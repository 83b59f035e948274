package train

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/cluster"
	"shadowtime/core/experiment/agent"
)

// Request asks for the next episodes of seed number K, with what it has learned so
// far; nothing learned before the first.
type Request struct {
	K, From, Count int
	State          *agent.State // nil: none
}

// MaxCount bounds the episodes of a request.
const MaxCount = 1000

// Encode writes it for a Runner's Detail.
func (q *Request) Encode() []byte { return wire.Encode(q) }

// Wire sends or takes the request.
func (q *Request) Wire(b wire.Both) {
	learned := q.State != nil
	b.All(&q.K, &q.From, &q.Count, &learned)
	if learned {
		if q.State == nil {
			q.State = &agent.State{}
		}
		wireState(b, q.State)
	}
}

func decodeRequest(b []byte) (q Request, err error) {
	if err := wire.Decode(b, &q); err != nil {
		return q, err
	}
	if q.K < 1 || q.K > MaxSeeds || q.From < 1 || q.From > maxEpisodes || q.Count < 1 || q.Count > MaxCount {
		return q, errors.New("seed " + strconv.Itoa(q.K) + ", episodes from " + strconv.Itoa(q.From) + ", " + strconv.Itoa(q.Count) +
			" of them: ask for 1 to " + strconv.Itoa(MaxCount) + " of a seed that the plan can have")
	}
	if (q.From == 1) != (q.State == nil) {
		return q, errors.New("episode " + strconv.Itoa(q.From) + ": the first has nothing learned before it, others have")
	}
	return q, nil
}

// Taken is a part of a course, a point an episode, with what was learned by its end.
type Taken struct {
	Course Course
	State  agent.State
	Inputs int // numbers of an observation
}

// Wire sends or takes the part.
func (t *Taken) Wire(b wire.Both) {
	t.Course.Wire(b)
	wireState(b, &t.State)
	b.Int(&t.Inputs)
}

// DecodeTaken reads the answer to a Request.
func DecodeTaken(b []byte) (*Taken, error) {
	t := &Taken{}
	return t, wire.Decode(b, t)
}

func wireState(b wire.Both, s *agent.State) {
	b.All(&s.Weights, &s.First, &s.Second, &s.Steps, &s.Rewards.Sum, &s.Rewards.Count)
}

// Detail answers a Request.
func (r *Runner) Detail(b []byte) ([]byte, error) {
	q, err := decodeRequest(b)
	if err != nil {
		return nil, err
	}
	t, err := r.take(&q)
	if err != nil {
		return nil, err
	}
	return wire.Encode(t), nil
}

func (r *Runner) take(q *Request) (*Taken, error) {
	p := r.plan.AgentOf(q.K)
	if r.of != q.K {
		l, err := r.load(p.Seed, false)
		if err != nil {
			return nil, err
		}
		if r.live, err = p.On(cluster.New(r.machine, l)); err != nil {
			return nil, err
		}
		r.of = q.K
	}
	made, err := p.Make(r.live.Inputs())
	if err != nil {
		return nil, err
	}
	learner := made.(*agent.Learner) // plans here are of agents that learn
	if q.State != nil {
		if err := learner.Restore(*q.State); err != nil {
			return nil, err
		}
	}
	t := &Taken{Inputs: r.live.Inputs()}
	c := agent.Course{Environment: r.live, Agent: learner, Seed: p.Seed}
	err = c.Run(q.From, q.From+q.Count-1, func(e *agent.Episode) bool {
		t.Course.add(e)
		return true
	})
	t.State = learner.State()
	return t, err
}
