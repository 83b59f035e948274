package predict

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/study"
)

// Tail is how thresholds mend the tail of a way on the log itself: jobs that
// waited longer go first, and can't be starved by predictions that were too short.
type Tail struct {
	Name       string
	Thresholds []study.Seconds // none first, then falling
	Did        []Did
	EASY       []Did // with requests, the same
}

// thresholds are those that are tried.
func thresholds() []study.Seconds {
	list := []study.Seconds{study.None}
	for _, hours := range []study.Seconds{200, 100, 60, 40, 20, 10, 5} {
		list = append(list, hours*3600)
	}
	return list
}

// Tail replays a way on the log itself with every threshold.
func (r *Runner) Tail(way int) (*Tail, error) {
	t := r.log()
	x := &Tail{Name: r.ways[way].Label(), Thresholds: thresholds()}
	replay := func(way int, threshold study.Seconds, into *[]Did) error {
		under := r.under
		under.Threshold = int64(threshold)
		_, err := r.stage.Play(r.ways[way], t, under)
		*into = append(*into, did(t, r.stage.Starts(), r.stage.First(), r.stage.Corrections(), r.plan.Tau))
		return err
	}
	for _, threshold := range x.Thresholds {
		if err := replay(0, threshold, &x.EASY); err != nil {
			return nil, err
		}
		if err := replay(way, threshold, &x.Did); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Wire sends or takes the tail.
func (x *Tail) Wire(b wire.Both) {
	b.Text(&x.Name)
	at := 0
	wire.Listed(b, &x.Thresholds, func(s *study.Seconds) {
		if b.Take != nil {
			x.Did, x.EASY = append(x.Did, Did{}), append(x.EASY, Did{})
		}
		wire.Whole(b, s)
		b.All(&x.Did[at], &x.EASY[at])
		at++
	})
}

// DecodeTail reads what a worker answered.
func DecodeTail(answer []byte) (*Tail, error) {
	x := &Tail{}
	return x, wire.Decode(answer, x)
}
