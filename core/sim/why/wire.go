package why

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/sim/guard"
)

// Encode writes the story for the page.
func (s *Story) Encode(w *wire.Writer) {
	for _, v := range []int64{int64(s.Job), s.Submit, s.Start, s.End, int64(s.How), int64(s.Ahead), int64(s.First),
		int64(s.Queue), int64(s.Went.Better), int64(s.Went.Same), int64(s.Went.Late), int64(s.Went.Share), int64(len(s.Overtaken))} {
		w.Int(v)
	}
	for _, o := range s.Overtaken {
		w.Int(int64(o.Job))
		w.Int(o.Start)
		w.Int(int64(o.How))
		w.Int(o.Shadow)
	}
	w.Int(int64(len(s.Episodes)))
	for _, e := range s.Episodes {
		for _, v := range []int64{e.From, e.To, int64(e.Reason), int64(e.Head), e.Shadow, e.Extra, e.Free, int64(e.Passes), e.Most,
			int64(e.Rules)} {
			w.Int(v)
		}
	}
	w.Int(int64(len(s.Reserved)))
	for _, m := range s.Reserved {
		w.Int(m.At)
		w.Int(m.Shadow)
	}
	w.Int(int64(len(s.Delayed)))
	for _, j := range s.Delayed {
		w.Int(int64(j))
	}
}

// DecodeStory reads what Encode wrote.
func DecodeStory(r *wire.Reader) *Story {
	s := &Story{Job: number(r), Submit: r.Int(), Start: r.Int(), End: r.Int(), How: reason(r), Ahead: number(r), First: number(r),
		Queue: number(r), Went: First{number(r), number(r), number(r), number(r)}}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		s.Overtaken = append(s.Overtaken, Overtaker{number(r), r.Int(), reason(r), r.Int()})
	}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		s.Episodes = append(s.Episodes, Episode{From: r.Int(), To: r.Int(), Reason: reason(r),
			Facts: Facts{number(r), r.Int(), r.Int(), r.Int()}, Passes: number(r), Most: r.Int(), Rules: guard.Mask(r.Int())})
	}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		s.Reserved = append(s.Reserved, Move{r.Int(), r.Int()})
	}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		s.Delayed = append(s.Delayed, number(r))
	}
	return s
}

func number(r *wire.Reader) int { return int(r.Int()) }

// reason is one that there is.
func reason(r *wire.Reader) Reason {
	if v := r.Int(); v >= 0 && v <= int64(Held) {
		return Reason(v)
	}
	return Behind
}

// EncodeSentences writes sentences for the page.
func EncodeSentences(w *wire.Writer, list []Sentence) {
	w.Int(int64(len(list)))
	for _, s := range list {
		w.Int(s.At)
		w.String(s.Words)
	}
}

// DecodeSentences reads them.
func DecodeSentences(r *wire.Reader) (list []Sentence) {
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		list = append(list, Sentence{r.Int(), r.String()})
	}
	return list
}

// Encode writes the instant for the page.
func (s *Instant) Encode(w *wire.Writer) {
	for _, v := range []int64{s.Now, s.Free, s.PreviousEvent, s.NextEvent, s.PreviousDecision, s.NextDecision, int64(len(s.Running))} {
		w.Int(v)
	}
	for _, x := range s.Running {
		w.Int(int64(x.Job))
		w.Int(x.Start)
		w.Int(x.Projected)
	}
	w.Int(int64(len(s.Passes)))
	for _, p := range s.Passes {
		for _, v := range []int64{p.Free, int64(p.Head), p.Shadow, p.Extra, int64(len(p.Queue))} {
			w.Int(v)
		}
		for _, x := range p.Queue {
			for _, v := range []int64{int64(x.Job), int64(x.Reason), int64(x.Turn), x.Free, x.Extra, x.Place, int64(x.Rules)} {
				w.Int(v)
			}
		}
	}
}

// DecodeInstant reads what Encode wrote.
func DecodeInstant(r *wire.Reader) *Instant {
	s := &Instant{Now: r.Int(), Free: r.Int(), PreviousEvent: r.Int(), NextEvent: r.Int(), PreviousDecision: r.Int(), NextDecision: r.Int()}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		s.Running = append(s.Running, Running{number(r), r.Int(), r.Int()})
	}
	for n := r.Len(); n > 0 && r.Err() == nil; n-- {
		p := Pass{Free: r.Int(), Head: number(r), Shadow: r.Int(), Extra: r.Int()}
		for n := r.Len(); n > 0 && r.Err() == nil; n-- {
			p.Queue = append(p.Queue, Candidate{number(r), reason(r), number(r), r.Int(), r.Int(), r.Int(), guard.Mask(r.Int())})
		}
		s.Passes = append(s.Passes, p)
	}
	return s
}
