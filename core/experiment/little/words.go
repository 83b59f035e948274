package little

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
)

// Answer says how long jobs wait on each side, and where two sides part and why; of
// one side alone, who waits longest.
func (m *Machine) Answer() (waits, parting string, err error) {
	if len(m.Sides) == 1 {
		s := m.Sides[0]
		row := s.Longest()
		return "Jobs wait " + Hours(s.Mean()) + " on average under " + s.Name + ".", "Job " + strconv.Itoa(row+1) + " waits longest, " +
			Hours(s.Wait(row)) + ".", nil
	}
	var means []string
	for i, s := range m.Sides {
		on := ""
		if i == 0 {
			on = " on average"
		}
		means = append(means, Hours(s.Mean())+on+" under "+s.Name+" (at most "+Hours(s.Wait(s.Longest()))+")")
	}
	parting, err = m.parting()
	return "Jobs wait " + numeral.Listed(means) + ".", parting, err
}

// parting says where the first two sides first differ, else the first and the third.
func (m *Machine) parting() (string, error) {
	a := m.Sides[0]
	for _, b := range m.Sides[1:] {
		f := replay.Contrast(a.tape.Trace, replay.Side{Starts: a.tape.Starts}, replay.Side{Starts: b.tape.Starts}, 0).First
		if f == nil {
			continue
		}
		starts, waits := b, a
		if f.ByA {
			starts, waits = a, b
		}
		x, err := waits.instant(f.Time / hour)
		if err != nil {
			return "", err
		}
		text := "The schedules"
		if len(m.Sides) > 2 {
			text += " of " + a.Name + " and " + b.Name
		}
		text += " first differ at " + Hours(f.Time/hour) + ": " + starts.Name + " starts job " + strconv.FormatInt(f.Job, 10) + ", " +
			waits.Name + " does not"
		if p := last(x); p != nil && x.Now == f.Time {
			for _, v := range waits.verdicts(p, x.Now) {
				if v.Job == f.Index {
					_, since := waits.finding(v)
					text += ", because " + since
				}
			}
		}
		return text + ".", nil
	}
	return "The schedules are the same, job for job.", nil
}

// Told is a step on one side, in words.
type Told struct {
	At    int64    // the hour of the event that is told of
	Lead  []string // what happens, and what the queue and the head's promise are
	Jobs  []Finding
	Short string // all of it in one sentence, for those who hear the page
}

// Finding is what the scheduler finds of a job in the queue.
type Finding struct {
	Job    int // from 1
	Starts bool
	Does   string // "waits"
	Since  string // "it asks for 3, 2 are free"
}

// Tell tells what a side does at an hour.
func (s *Schedule) Tell(at int64) (*Told, error) {
	x, err := s.instant(at)
	if err != nil {
		return nil, err
	}
	w := &Told{At: x.Now / hour}
	p := last(x)
	if w.At != at {
		w.Lead = []string{"Nothing happens here: all is as it was left at " + Hours(w.At) + "."}
		if text := s.goes(at); text != "" {
			w.Lead[0] = numeral.Capital(text) + "."
		}
		w.Short = w.Lead[0]
		if free := s.freeAt(x, at); p != nil {
			w.Lead = append(w.Lead, s.count(free)+".")
			for _, v := range s.left(p, free, at*hour) {
				w.find(s, v)
			}
		}
		return w, nil
	}
	w.Lead = []string{s.events(at)}
	w.Short = w.Lead[0]
	if p == nil {
		w.Lead = append(w.Lead, "Nobody waits.")
		return w, nil
	}
	broken, err := s.broken(x)
	if err != nil {
		return nil, err
	}
	for _, text := range broken {
		w.Short += " " + text
	}
	var queue, started []int
	for _, c := range p.Queue {
		queue = append(queue, c.Job)
	}
	for _, v := range s.verdicts(p, x.Now) {
		if w.find(s, v) {
			started = append(started, v.Job)
		}
	}
	free := s.free(p, x)
	if len(queue) > 1 {
		w.Lead = append(w.Lead, "The queue, "+s.ordered()+": "+s.listed(queue)+". "+free)
	} else {
		w.Lead = append(w.Lead, "In the queue: "+s.listed(queue)+". "+free)
	}
	w.Lead = append(w.Lead, broken...)
	if p.Shadow != why.Unknown {
		w.Lead = append(w.Lead, s.promise(p))
	}
	switch {
	case len(started) > 0:
		w.Short += " " + numeral.Capital(s.listed(started)) + numeral.Plural(len(started), " starts.", " start.")
	case p.Head != why.None:
		w.Short += " Nobody starts; " + s.job(p.Head) + " is the head."
	}
	return w, nil
}

// count says how many processors are free.
func (s *Schedule) count(free int64) string {
	return numeral.Count(free) + " of " + numeral.Count(s.of.Procs) + " processors " + numeral.Plural(int(free), "is", "are") + " free"
}

// free counts the free processors of an instant: when its pass begins, which its
// findings tell of, and when all is decided, which the picture shows.
func (s *Schedule) free(p *why.Pass, x *why.Instant) string {
	of := s.count(p.Free)
	if p.Free == x.Free {
		return of + "."
	}
	return of + " before anybody starts, " + numeral.Count(x.Free) + " afterwards."
}

// find adds a verdict, and says whether its job starts.
func (w *Told) find(s *Schedule, v verdict) (starts bool) {
	starts = v.starts()
	does, since := s.finding(v)
	w.Jobs = append(w.Jobs, Finding{s.row(v.Job) + 1, starts, does, since})
	return starts
}

// events says who comes and who ends.
func (s *Schedule) events(at int64) string {
	var come, end []int
	for row, j := range s.at {
		if s.of.Jobs[row].Arrives == at {
			come = append(come, j)
		}
		if s.End(row) == at {
			end = append(end, j)
		}
	}
	var words []string
	if len(end) > 0 {
		words = append(words, s.listed(end)+numeral.Plural(len(end), " ends", " end"))
	}
	if len(come) > 0 {
		words = append(words, s.listed(come)+numeral.Plural(len(come), " arrives", " arrive"))
	}
	if text := s.goes(at); text != "" {
		words = append(words, text)
	}
	if len(words) == 0 { // each hour there is a pass by fair share
		return "Nobody comes or ends; an hour of usage more counts."
	}
	return numeral.Capital(numeral.Listed(words)) + "."
}

// goes says that the processors of the maintenance go out at an hour, or are back.
func (s *Schedule) goes(at int64) string {
	o := &s.of.Out
	switch {
	case o.Hours > 0 && at == o.From:
		return processors(o.Procs) + numeral.Plural(int(o.Procs), " goes", " go") + " out for " + Hours(o.Hours)
	case o.Hours > 0 && at == o.to():
		return processors(o.Procs) + numeral.Plural(int(o.Procs), " is", " are") + " back"
	}
	return ""
}

// ordered says what the queue's order is.
func (s *Schedule) ordered() string {
	switch s.Order {
	case Classic:
		return "by classic fair share"
	case FairTree:
		return "by Fair Tree"
	case Fullest, Kept:
		return "as they came"
	}
	o, err := order.Parse(s.Order)
	if err != nil {
		return s.Order
	}
	text := o.Words()
	if s.Threshold >= 0 && !o.Arrival() {
		text += ", who has waited longer than " + Hours(s.Threshold) + " before all"
	}
	return text
}

// promise says what the head is promised.
func (s *Schedule) promise(p *why.Pass) string {
	text := "By what the running jobs request"
	if s.of.Out.Hours > 0 {
		text += " and the maintenance"
	}
	text += ", " + s.job(p.Head) + " fits at " + Hours(p.Shadow/hour) +
		": the shadow time, promised to it. "
	switch p.Extra {
	case 0:
		return text + "No processor is left over then."
	case 1:
		return text + "One processor is left over then, extra."
	}
	return text + numeral.Count(p.Extra) + " processors are left over then, extra."
}

// finding is what a pass found of a job, and why: words that go on after its name.
func (s *Schedule) finding(v verdict) (does, since string) {
	size, ends := s.size(v.Job), v.now+s.tape.Trace.Request[v.Job]
	fits := "it asks for " + numeral.Count(size) + ", " + numeral.Count(v.Free) + numeral.Plural(int(v.Free), " is free", " are free")
	if v.Free == 0 {
		fits = "it asks for " + numeral.Count(size) + ", none is free"
	}
	if s.has != nil {
		if fits = s.placed(v); v.starts() {
			return "starts", fits
		}
		return "waits", fits
	}
	fits += s.took(v.before, func(int) bool { return true })
	conservative := s.Backfilling == sim.Conservative
	switch v.Reason {
	case why.Front:
		return "starts", fits
	case why.Backfilled:
		switch {
		case conservative:
			return "slips in", fits + ", and nobody ahead starts later for it"
		case ends <= v.pass.Shadow:
			return "slips in", fits + ", and it ends by " + Hours(ends/hour) + ", no later than the shadow time"
		}
		return "slips in", fits + "; it runs on beyond the shadow time, on " + extra(size, v.Extra)
	case why.Head:
		if size <= v.Free {
			fits += s.runsInto(ends)
		}
		return "is the head and waits", fits + s.planned(v.Candidate) + s.fairer(v)
	case why.Barred:
		return "waits", fits + s.runsInto(ends) + s.planned(v.Candidate)
	case why.TooWide:
		return "waits", fits + s.planned(v.Candidate)
	case why.WouldDelay:
		if conservative {
			return "waits", fits + ", but in its time they are promised to jobs ahead" + s.planned(v.Candidate)
		}
		return "waits", fits + ", but it may run until " + Hours(ends/hour) + ", beyond the shadow time, " + beyond(v.Extra) +
			s.took(v.before, func(j int) bool { return v.now+s.tape.Trace.Request[j] > v.pass.Shadow && s.Slipped(s.row(j)) })
	}
	return "waits", "without backfilling nobody passes the head, " + s.job(v.pass.Head) + s.fairer(v)
}

// runsInto says that a job may run until the maintenance.
func (s *Schedule) runsInto(ends int64) string {
	return ", but it may run until " + Hours(ends/hour) + ", and " + s.goes(s.of.Out.From) + " at " + Hours(s.of.Out.From)
}

// took names who took processors before a job's turn.
func (s *Schedule) took(before []int, counts func(j int) bool) string {
	var words []string
	for _, j := range before {
		if counts(j) {
			words = append(words, s.job(j)+" took "+numeral.Count(s.size(j)))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + numeral.Listed(words) + ")"
}

// size is how many processors a job asks for.
func (s *Schedule) size(j int) int64 { return int64(s.tape.Trace.Size[j]) }

// planned says where conservative backfilling has a job.
func (s *Schedule) planned(c why.Candidate) string {
	if s.Backfilling != sim.Conservative || c.Place == why.Unknown {
		return ""
	}
	return "; it is promised " + Hours(c.Place/hour)
}

// extra says of how many extra processors a job takes some.
func extra(size, of int64) string {
	if of == 1 {
		return "the one extra processor"
	}
	return numeral.Count(size) + " of the " + numeral.Count(of) + " extra processors"
}

// beyond says that there are fewer extra processors than a job asks for.
func beyond(extra int64) string {
	switch extra {
	case 0:
		return "and no processor is extra"
	case 1:
		return "and only one processor is extra"
	}
	return "and only " + numeral.Count(extra) + " processors are extra"
}
