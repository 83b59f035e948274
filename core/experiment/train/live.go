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
func (q *Request) Encode() []byte {
	var w wire.Writer
	for _, n := range []int{q.K, q.From, q.Count} {
		w.Int(int64(n))
	}
	w.Bool(q.State != nil)
	if q.State != nil {
		encodeState(&w, q.State)
	}
	return w.B
}

func decodeRequest(b []byte) (q Request, err error) {
	r := wire.NewReader(b)
	for _, n := range []*int{&q.K, &q.From, &q.Count} {
		*n = int(r.Int())
	}
	if r.Bool() {
		q.State = decodeState(r)
	}
	if err := r.Close(); err != nil {
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

// DecodeTaken reads the answer to a Request.
func DecodeTaken(b []byte) (*Taken, error) {
	r := wire.NewReader(b)
	t := &Taken{}
	t.Course.decode(r)
	t.State = *decodeState(r)
	t.Inputs = int(r.Int())
	err := r.Close()
	if err == nil && !t.Course.whole() {
		err = wire.ErrShort
	}
	return t, err
}

func encodeState(w *wire.Writer, s *agent.State) {
	w.Floats(s.Weights)
	w.Floats(s.First)
	w.Floats(s.Second)
	w.Int(int64(s.Steps))
	w.Float(s.Rewards.Sum)
	w.Int(int64(s.Rewards.Count))
}

func decodeState(r *wire.Reader) *agent.State {
	s := &agent.State{Weights: r.Floats(), First: r.Floats(), Second: r.Floats(), Steps: int(r.Int())}
	s.Rewards.Sum, s.Rewards.Count = r.Float(), int(r.Int())
	return s
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
	var w wire.Writer
	t.Course.encode(&w)
	encodeState(&w, &t.State)
	w.Int(int64(t.Inputs))
	return w.B, nil
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
