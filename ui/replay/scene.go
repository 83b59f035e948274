package replay

import (
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report/lanes"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// scene is the trace that is shown, and its schedules.
type scene struct {
	key         string
	digest      job.Digest
	plan        replay.Plan
	k           int
	trace       *job.Trace
	starts      [][]int64
	names       []string // of the schedules
	layouts     []*lanes.Layout
	queue, busy []*lanes.Series
	paints      map[string]*painting
	hows        [2][]why.Reason // of each job, by schedule; nil: not known yet
	asked       [2]bool         // how jobs started
	jobs        []uint32        // from 1: what the picture is drawn with
	report      *replay.Report  // nil: there is one schedule only
	parting     bool            // why they part is asked for
	ran         *ran            // the log's own schedule; nil: not looked up
	awaiting    []func(*ran)    // what waits for it
	first, last int64           // submission, end of any job
}

func newScene(o *lab.Opened, key string, p replay.Plan, row *replay.Row) *scene {
	t := row.Trace
	t.Users = o.Trace.Overview.UserIDs
	if row.K == study.Logged {
		t.Calendar = o.Trace.Overview.Calendar
	}
	s := &scene{key: key, digest: o.Summary.Digest, plan: p, k: row.K, trace: &t, first: t.Submit[0]}
	s.jobs = make([]uint32, t.Len())
	for j := range s.jobs {
		s.jobs[j] = uint32(j) + 1
	}
	s.last = s.first + 1
	s.tidy() // of the row's bytes
	for i, starts := range row.Starts {
		s.join(order.Label([]string{p.Order, p.Beside}[i]), starts)
	}
	return s
}

// join adds a schedule.
func (s *scene) join(name string, starts []int64) {
	s.names, s.starts = append(s.names, name), append(s.starts, starts)
	s.layouts, s.queue, s.busy = append(s.layouts, nil), append(s.queue, nil), append(s.busy, nil)
	for j, at := range starts {
		if at != why.Unknown {
			s.last = max(s.last, at+s.trace.Run[j])
		}
	}
	if len(s.starts) > 1 {
		s.report = replay.Contrast(s.trace, replay.Side{Order: s.names[1], Starts: s.starts[1]},
			replay.Side{Order: s.names[0], Starts: s.starts[0]}, replay.Listed)
		if s.k != study.Logged {
			s.report.Of = "resample " + strconv.Itoa(s.k)
		}
	}
}

// layout is the picture's of a schedule, made when it is looked at.
func (s *scene) layout(side int) *lanes.Layout {
	if s.layouts[side] == nil {
		starts := s.starts[side]
		s.layouts[side] = lanes.Place(s.trace, starts, why.Unknown)
		s.tidy()
		s.queue[side] = lanes.Queue(s.trace, starts, why.Unknown)
		s.busy[side] = lanes.Busy(s.trace, starts, why.Unknown)
		s.tidy()
	}
	return s.layouts[side]
}

// tidy collects what was left between two uses of much memory, where the jobs are many:
// a page's memory grows and never shrinks.
func (s *scene) tidy() {
	const many = 1 << 17
	if s.trace.Len() >= many {
		debug.SetGCPercent(20)
		runtime.GC()
	}
}

func (s *scene) wait(side, j int) int64 { return s.starts[side][j] - s.trace.Submit[j] }

func (s *scene) longest(side int) int { return replay.Longest(s.trace, s.starts[side]) }

// sentence says what changed and for whom, of one schedule how long jobs wait.
func (s *scene) sentence() string {
	if s.report != nil {
		return s.report.Sentence() + s.remarks()
	}
	return replay.Alone(s.trace, s.names[0], s.starts[0]) + s.remarks()
}

func (s *scene) number(j int) string { return strconv.FormatInt(why.Number(s.trace, j), 10) }

// window is the stretch of time in sight.
func (s *scene) window(at place) (from, to int64) {
	if at.from == at.to {
		return s.first, s.last
	}
	from = min(s.first+at.from, s.last-1)
	return from, max(from+1, min(s.first+at.to, s.last))
}

// ---- the picture

// picture is the chart of the schedule in sight.
func (v *View) picture(f plot.Frame) string {
	s, side := v.scene, v.side()
	from, to := s.window(v.at)
	p := s.layout(side).Picture(from, to, why.Unknown, v.paint(side).with(v.chosen(), v.Chosen()))
	p.Frame = f
	if v.at.at != none && v.instant.seen != nil {
		p.Seen = v.instant.drawn(from, to)
	}
	most := 0.0
	for _, n := range p.Queue.Most {
		most = max(most, n)
	}
	p.Title = s.called(side) + ": at most " + numeral.Count(int(most)) + numeral.Plural(int(most), " job waits",
		" jobs wait") + " at a time"
	p.Subtitle = v.Lab.Summary.Name + ", from " + why.Clock(s.trace, from) + " to " + why.Clock(s.trace, to) + ". " +
		strings.TrimSuffix(placedWords, ".")
	p.X = "time from the left edge"
	return p.SVG()
}

// least is the shortest stretch of time that is looked at, in seconds.
const least = 60

// move looks at another stretch of time.
func (v *View) move(how string) {
	s := v.scene
	from, to := s.window(v.at)
	span := to - from
	switch how {
	case "all":
		from, to = s.first, s.last
	case "in":
		from, to = around((from+to)/2, span/2)
	case "out":
		from, to = around((from+to)/2, span*2)
	case "left":
		from, to = from-span/2, to-span/2
	case "right":
		from, to = from+span/2, to+span/2
	case "job":
		if j, err := why.Find(s.trace, v.at.job); err == nil {
			from = s.trace.Submit[j]
			to = from + s.trace.Run[j]
			for _, starts := range s.starts {
				to = max(to, starts[j]+s.trace.Run[j])
			}
			from, to = from-(to-from)/4, to+(to-from)/4
		}
	}
	v.look(from, to)
}

func around(middle, span int64) (from, to int64) { return middle - span/2, middle + (span+1)/2 }

// look shows a stretch of time, as far as there is a schedule.
func (v *View) look(from, to int64) {
	s := v.scene
	span := min(max(to-from, least), s.last-s.first)
	from = min(max(from, s.first), s.last-span)
	v.at.from, v.at.to = from-s.first, from+span-s.first
	if span == s.last-s.first {
		v.at.from, v.at.to = 0, 0
	}
	v.soon()
}
