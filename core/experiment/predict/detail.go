package predict

import (
	"errors"

	"shadowtime/core/base/wire"
)

// What a runner can be asked for beside rows, all of it on the log itself.
const (
	askBehind = iota + 1 // Behind
	askTail              // Tail
	askStory             // Story
	askAsking            // Asking
)

// BehindRequest asks for what is behind a way's figures, StoryRequest for a job's
// story under it; ways by their place in Plan.Ways. TailRequest asks how thresholds
// mend the tail of one, AskingRequest who asks for how much too long.
func BehindRequest(way int) []byte { return request(askBehind, int64(way)) }
func TailRequest(way int) []byte   { return request(askTail, int64(way)) }
func AskingRequest() []byte        { return request(askAsking) }
func StoryRequest(way int, id int64) []byte {
	return request(askStory, int64(way), id)
}

func request(values ...int64) []byte {
	var w wire.Writer
	for _, v := range values {
		w.Int(v)
	}
	return w.B
}

var errRequest = errors.New("predict: this request for a detail is not known: page and worker are of different builds; reload the page")

// Detail answers a request.
func (r *Runner) Detail(b []byte) ([]byte, error) {
	from := wire.NewReader(b)
	what, way, id := from.Int(), int64(0), int64(0)
	if what != askAsking {
		way = from.Int()
	}
	if what == askStory {
		id = from.Int()
	}
	if err := from.Close(); err != nil {
		return nil, err
	}
	if way < 0 || way >= int64(len(r.ways)) {
		return nil, errRequest
	}
	var answer wire.Sent
	var err error
	switch what {
	case askBehind:
		answer, err = r.Behind(int(way))
	case askTail:
		answer, err = r.Tail(int(way))
	case askStory:
		answer, err = r.Story(int(way), id)
	case askAsking:
		answer, err = r.Asking()
	default:
		return nil, errRequest
	}
	if err != nil {
		return nil, err
	}
	return wire.Encode(answer), nil
}
