package little

import (
	"math"
	"strconv"

	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
)

// Picture is the schedule at an hour, as the scheduler saw it once it had decided;
// None is all of it.
func (s *Schedule) Picture(at int64) (*plot.Moment, error) {
	m := s.of
	f := &plot.Moment{Procs: s.height(), Bands: s.bands(), To: m.until, Most: m.wide, Now: math.NaN(), Shadow: math.NaN(),
		Time: "time, hours", Unit: "h"}
	f.Title = s.Name
	if o := &m.Out; o.Hours > 0 {
		f.Out = plot.MomentOut{From: float64(o.From), To: float64(o.to()), Rows: s.out}
	}
	if at == None {
		for row := range m.Jobs {
			f.Jobs = append(f.Jobs, s.drawn(row, s.End(row)))
		}
		f.Subtitle = "Jobs wait " + Hours(s.Mean()) + " on average, at most " + Hours(s.Wait(s.Longest())) + "; the last ends at " +
			Hours(s.Done())
		return f, nil
	}
	f.Now, f.Title = float64(at), s.Name+", at "+Hours(at)
	for row := range m.Jobs {
		if s.Start(row) <= at {
			f.Jobs = append(f.Jobs, s.drawn(row, min(at, s.End(row))))
		}
	}
	x, err := s.instant(at)
	if err != nil {
		return nil, err
	}
	for _, c := range s.waiting(x) {
		f.Queue = append(f.Queue, strconv.Itoa(s.row(c.Job)+1))
	}
	if p := last(x); p != nil && p.Shadow != why.Unknown {
		f.Shadow = float64(p.Shadow) / hour
	}
	s.promises(f, x, at)
	return f, nil
}

// drawn is a row's job, as far as it has run; while it runs also as far as it may.
func (s *Schedule) drawn(row int, until int64) plot.MomentJob {
	n := strconv.Itoa(row + 1)
	j := s.of.Jobs[row]
	d := plot.MomentJob{Label: n, Key: "job " + n, Start: float64(s.Start(row)), End: float64(until), Rows: s.rows[row],
		Slipped: s.Slipped(row)}
	d.Note = processors(j.Procs) + " from " + Hours(s.Start(row)) + " to " + Hours(s.End(row)) + ", waited " + Hours(s.Wait(row))
	if s.has != nil && s.of.GPUs[row] > 0 {
		d.Note += ", with " + devices(s.of.GPUs[row])
	}
	if s.of.Of != nil {
		d.Note += ", of user " + strconv.FormatInt(s.of.Of[row], 10)
	}
	if until < s.End(row) {
		d.Until = float64(s.Start(row) + s.tape.Trace.Request[s.at[row]]/hour)
	}
	if d.Slipped {
		d.Note += ", slipped in"
	}
	return d
}

func processors(n int64) string {
	if n == 1 {
		return "1 processor"
	}
	return strconv.FormatInt(n, 10) + " processors"
}

// spared is what is extra once those of a pass have started.
func (s *Schedule) spared(p *why.Pass) int {
	extra := int(p.Extra)
	for _, c := range p.Queue {
		if c.Reason == why.Backfilled && s.Start(s.row(c.Job))*hour+s.tape.Trace.Request[c.Job] > p.Shadow {
			extra -= int(s.tape.Trace.Size[c.Job])
		}
	}
	return max(extra, 0) // one that ends before processors go out takes none of those extra
}

// promises draws what is promised to those who wait, and what is extra: counted by
// the scheduler, and placed for drawing, where the job will run if that is free.
func (s *Schedule) promises(f *plot.Moment, x *why.Instant, at int64) {
	var g ground
	for row, j := range s.at {
		if s.Start(row) <= at && s.End(row) > at {
			g = append(g, taken{s.rows[row], s.Start(row), s.Start(row) + s.tape.Trace.Request[j]/hour})
		}
	}
	procs := s.height()
	if o := &s.of.Out; o.Hours > 0 {
		if ahead := g.free(procs, o.From, o.to()); o.From > at && !ahead.holds(s.out) { // some may run where others do later
			f.Out.Rows = ahead.pick(int(o.Procs), true)
		}
		g = append(g, taken{f.Out.Rows, o.From, o.to()})
	}
	for _, c := range s.waiting(x) {
		row, from := s.row(c.Job), c.Place
		if p := last(x); p.Head == c.Job && p.Shadow != why.Unknown {
			from = p.Shadow
		}
		if from == why.Unknown {
			continue
		}
		runs := s.tape.Trace.Request[c.Job] / hour
		t := taken{s.rows[row], from / hour, from/hour + runs}
		if !g.free(procs, t.from, t.to).holds(t.rows) {
			t.rows = g.free(procs, t.from, t.to).pick(int(s.of.Jobs[row].Procs), false)
		}
		g = append(g, t)
		f.Promises = append(f.Promises, plot.MomentPromise{Label: strconv.Itoa(row + 1), From: float64(t.from), Runs: float64(runs),
			Rows: t.rows})
	}
	if shadow := int64(f.Shadow); f.Shadow == f.Shadow {
		f.ExtraRows = g.free(procs, shadow, shadow+1).pick(0, false)
		if s.of.Out.Hours > 0 { // what goes out while the head may run is not extra
			f.ExtraRows = g.free(procs, shadow, shadow+1).first(s.spared(last(x)))
		}
	}
}
