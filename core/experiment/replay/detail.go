package replay

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// What a runner can be asked for beside rows: of task k, of its schedules side 0 or 1.
const (
	askStory   = iota + 1 // StoryRequest
	askInstant            // InstantRequest
	askHow                // HowRequest
	askLeft               // LeftRequest
	askTry                // TryRequest
	askArea               // AreaRequest
)

// StoryRequest asks why a job (its index) waited; DecodeStory reads the answer.
func StoryRequest(k, side, job int) []byte { return request(askStory, k, side, int64(job)) }

// InstantRequest asks what the scheduler saw at the last event at or before an
// instant; DecodeInstant reads the answer.
func InstantRequest(k, side int, at int64) []byte { return request(askInstant, k, side, at) }

// HowRequest asks how each job started; DecodeHow reads the answer.
func HowRequest(k, side int) []byte { return request(askHow, k, side) }

// LeftRequest asks why a side left a job waiting at an instant, in words: of two
// schedules that part there, the one that did not start it. DecodeLeft reads it.
func LeftRequest(k, side, job int, at int64) []byte {
	return request(askLeft, k, side, int64(job), at)
}

// TryRequest asks for the starts of another way of scheduling, all else as the plan has
// it; DecodeTry reads the answer.
func TryRequest(k int, way believe.Near) []byte {
	w := wire.Writer{B: request(askTry, k, 0, int64(way.Threshold))}
	for _, word := range []string{way.Order, way.Backfill, way.Backfilling} {
		w.String(word)
	}
	return w.B
}

func request(what int64, k, side int, more ...int64) []byte {
	var w wire.Writer
	for _, v := range append([]int64{what, int64(k), int64(side)}, more...) {
		w.Int(v)
	}
	return w.B
}

var errRequest = errors.New("replay: this request for a detail is not known: page and worker are of different builds; reload the page")

// Detail answers a request. What is asked of another task than the last is computed
// first.
func (r *Runner) Detail(b []byte) ([]byte, error) {
	from := wire.NewReader(b)
	what, k, side := from.Int(), from.Int(), from.Int()
	if from.Err() == nil && (what < askStory || what > askArea || k < study.Logged || k > study.MaxResamples) {
		return nil, errRequest
	}
	var values [2]int64
	for i := range [...]int{askStory: 1, askInstant: 1, askHow: 0, askLeft: 2, askTry: 1, askArea: 2}[min(max(what, 0), askArea)] {
		values[i] = from.Int()
	}
	way := believe.Near{Threshold: study.Seconds(values[0])}
	if what == askTry {
		way.Order, way.Backfill, way.Backfilling = from.String(), from.String(), from.String()
	}
	if err := from.Close(); err != nil {
		return nil, err
	}
	if int(k) != r.k {
		if err := r.play(int(k), nil); err != nil {
			return nil, err
		}
	}
	if what == askArea && side >= 0 {
		return r.area(int(side), values[0], values[1])
	}
	if side < 0 || int(side) >= len(r.tapes) {
		return nil, errRequest
	}
	n := int64(r.trace.Len())
	if (what == askStory || what == askLeft) && (values[0] < 0 || values[0] >= n) {
		return nil, errors.New("replay: there is no job at place " + strconv.FormatInt(values[0], 10) + " of " + strconv.FormatInt(n, 10))
	}
	return r.answer(what, r.tapes[side], values, way)
}

func (r *Runner) answer(what int64, tape *why.Tape, values [2]int64, way believe.Near) ([]byte, error) {
	var w wire.Writer
	switch what {
	case askStory:
		s, err := tape.Story(int(values[0]))
		if err != nil {
			return nil, err
		}
		s.Encode(&w)
		why.EncodeSentences(&w, tape.Sentences(s))
	case askInstant:
		s, err := tape.At(values[0])
		if err != nil {
			return nil, err
		}
		s.Encode(&w)
	case askHow:
		list, err := tape.Hows()
		if err != nil {
			return nil, err
		}
		for _, how := range list {
			w.B = append(w.B, byte(how))
		}
	case askLeft:
		text, err := tape.Left(int(values[0]), values[1])
		if err != nil {
			return nil, err
		}
		w.String(text)
	case askTry:
		starts, err := r.try(way)
		if err != nil {
			return nil, err
		}
		w.Ints(starts)
	}
	return w.B, nil
}

// try replays the trace another way.
func (r *Runner) try(way believe.Near) ([]int64, error) {
	c, err := r.plan.Config(r.plan.Order)
	if err != nil {
		return nil, err
	}
	if c, err = way.Config(c); err != nil {
		return nil, err
	}
	err = r.engine.Run(&c)
	return r.engine.Starts(), err
}

// DecodeStory reads the answer to StoryRequest.
func DecodeStory(b []byte) (*why.Story, []why.Sentence, error) {
	r := wire.NewReader(b)
	s, words := why.DecodeStory(r), why.DecodeSentences(r)
	return s, words, r.Close()
}

// DecodeInstant reads the answer to InstantRequest.
func DecodeInstant(b []byte) (*why.Instant, error) {
	r := wire.NewReader(b)
	s := why.DecodeInstant(r)
	return s, r.Close()
}

// DecodeHow reads the answer to HowRequest.
func DecodeHow(b []byte) []why.Reason {
	list := make([]why.Reason, len(b))
	for i, how := range b {
		list[i] = why.Reason(how)
	}
	return list
}

// DecodeLeft reads the answer to LeftRequest.
func DecodeLeft(b []byte) (string, error) {
	r := wire.NewReader(b)
	s := r.String()
	return s, r.Close()
}

// DecodeTry reads the answer to TryRequest.
func DecodeTry(b []byte) ([]int64, error) {
	r := wire.NewReader(b)
	s := r.Ints()
	return s, r.Close()
}
