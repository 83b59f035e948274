package why

import "shadowtime/core/job/rule"

// Told is a story in the log's own job numbers: what the command prints as JSON.
type Told struct {
	Job       int64         `json:"job"`
	Submit    int64         `json:"submit"` // on the log's clock, seconds
	Start     int64         `json:"start"`
	End       int64         `json:"end"`
	Wait      int64         `json:"wait"`
	Procs     int64         `json:"procs"`
	Request   int64         `json:"request"`
	NoRequest bool          `json:"noRequest"` // the log has none: request is the run time, which stands for it
	Run       int64         `json:"run"`
	How       Reason        `json:"how"`
	Ahead     int           `json:"aheadAtSubmit"`
	First     *int64        `json:"firstAtSubmit"`
	Queue     int           `json:"queueAtSubmit"`
	Went      First         `json:"wentFirst"`
	Overtaken []int64       `json:"overtakenBy"`
	Episodes  []ToldEpisode `json:"episodes"`
	// Reservations are the starts that it was promised, when they changed.
	Reservations []ToldMove `json:"reservations"`
	Delayed      []int64    `json:"delayed"`
	Sentences    []Sentence `json:"sentences"`
}

// ToldEpisode is an Episode; null is what there was not. Under conservative
// backfilling shadow is the job's own place.
type ToldEpisode struct {
	From   int64  `json:"from"`
	To     int64  `json:"to"`
	Reason Reason `json:"reason"`
	Head   *int64 `json:"head"`
	Shadow *int64 `json:"shadow"`
	Extra  *int64 `json:"extra"`
	Free   int64  `json:"free"`
	Most   int64  `json:"mostFree"`
	Passes int    `json:"passes"`
	// HeldBy are the rules that forbade its start.
	HeldBy []string `json:"heldBy,omitempty"`
}

// ToldMove is a Move.
type ToldMove struct {
	At     int64 `json:"at"`
	Shadow int64 `json:"shadow"`
}

// Tell puts a story into the log's numbers.
func (p *Tape) Tell(s *Story) *Told {
	t, j := p.Trace, s.Job
	x := &Told{Job: Number(t, j), Submit: s.Submit, Start: s.Start, End: s.End, Wait: s.Wait(), Procs: int64(t.Size[j]),
		Request: t.Request[j], NoRequest: !t.Asked(j), Run: t.Run[j], How: s.How,
		Ahead: s.Ahead, First: p.number(s.First), Queue: s.Queue, Went: s.Went,
		Overtaken: []int64{}, Episodes: []ToldEpisode{}, Reservations: []ToldMove{}, Delayed: []int64{}, Sentences: p.Sentences(s)}
	for _, o := range s.Overtaken {
		x.Overtaken = append(x.Overtaken, Number(t, o.Job))
	}
	for _, e := range s.Episodes {
		y := ToldEpisode{From: e.From, To: e.To, Reason: e.Reason, Head: p.number(e.Head), Free: e.Free, Most: e.Most, Passes: e.Passes}
		if e.Shadow != Unknown {
			y.Shadow = &e.Shadow
		}
		if e.Extra >= 0 {
			y.Extra = &e.Extra
		}
		for m := e.Rules; m != 0; m &= m - 1 {
			y.HeldBy = append(y.HeldBy, (&rule.Terms{Procs: t.Procs}).Clause(&t.Rules[m.First()].Rule))
		}
		x.Episodes = append(x.Episodes, y)
	}
	for _, m := range s.Reserved {
		x.Reservations = append(x.Reservations, ToldMove(m))
	}
	for _, k := range s.Delayed {
		x.Delayed = append(x.Delayed, Number(t, k))
	}
	return x
}

// number is that of a job, nil of None.
func (p *Tape) number(j int) *int64 {
	if j == None {
		return nil
	}
	n := Number(p.Trace, j)
	return &n
}
