package predict

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
)

// Story is what a way did to one job. Times are seconds, instants those of the
// log's clock.
type Story struct {
	Name    string  `json:"name"` // of the way
	ID      int64   `json:"id"`
	User    int64   `json:"user"`
	Size    int64   `json:"size"`
	Submit  int64   `json:"submit"`
	Run     int64   `json:"run"`
	Request int64   `json:"request"`
	Start   int64   `json:"start"`
	First   int64   `json:"first"`  // what was predicted at submission
	Bsld    float64 `json:"bsld"`   // bounded slowdown
	Origin  int64   `json:"origin"` // the log's first submit
	// Corrections are the instants at which a prediction was outlived, and what was
	// expected then.
	Corrections []Correction `json:"corrections"`
	EASY        int64        `json:"easy"`  // when it starts with requests in place of predictions
	Exact       int64        `json:"exact"` // when it starts with run times known
}

// Correction is one.
type Correction struct {
	At       int64 `json:"at"`
	Expected int64 `json:"expected"`
}

// Wait is how long it waits.
func (s *Story) Wait() int64 { return s.Start - s.Submit }

// Story replays a way, and EASY and exact knowledge beside it, on the log itself,
// and tells of one of its jobs.
func (r *Runner) Story(way int, id int64) (*Story, error) {
	t := r.log()
	at := -1
	for j, x := range t.ID {
		if x == id {
			at = j
			break
		}
	}
	if at < 0 {
		return nil, errors.New("job " + strconv.FormatInt(id, 10) + " is not among those simulated: it is not in the log, or was left " +
			"out by cleaning; give another number of the log's first column")
	}
	var starts [2]int64
	for i, beside := range []int{0, r.plan.Bound()} {
		if err := r.play(r.ways[beside], t, nil); err != nil {
			return nil, err
		}
		starts[i] = r.stage.Starts()[at]
	}
	if err := r.play(r.ways[way], t, nil); err != nil {
		return nil, err
	}
	s := r.told(t, r.ways[way], at)
	s.EASY, s.Exact = starts[0], starts[1]
	var err error
	s.Corrections, err = s.corrections(r, way)
	return &s, err
}

// corrections are those of a job under a way: they follow from its first prediction.
func (s *Story) corrections(r *Runner, way int) (list []Correction, err error) {
	c, err := r.ways[way].Foresight(r.under)
	if err != nil {
		return nil, err
	}
	for expected := s.First; s.Run > expected; {
		due := s.Start + expected
		expected = c.Corrected(len(list), s.First, expected, s.Request)
		list = append(list, Correction{due, expected})
	}
	return list, nil
}

// Wire sends or takes the story.
func (s *Story) Wire(b wire.Both) {
	b.All(&s.Name, &s.ID, &s.User, &s.Size, &s.Submit, &s.Run, &s.Request, &s.Start, &s.First, &s.Origin, &s.EASY, &s.Exact, &s.Bsld)
	wire.Listed(b, &s.Corrections, func(c *Correction) { b.All(&c.At, &c.Expected) })
}

// DecodeStory reads what a worker answered.
func DecodeStory(answer []byte) (*Story, error) {
	s := &Story{}
	return s, wire.Decode(answer, s)
}
