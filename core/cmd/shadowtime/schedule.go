package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report/csv"
	"shadowtime/core/report/lanes"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// schedules are the files of a schedule, for other tools, that replay may write.
type schedules struct {
	svg, waits, chrome, batsim *string
	from, to                   *string
}

func scheduleFlags(c *cli.Call) schedules {
	return schedules{
		svg: c.Output("svg", "", "draw the schedule between --from and --to as SVG into this `file`"),
		waits: c.Output("waits", "", "write the jobs as the log has them as SWF to this `file`, but for the wait (field 3), which is "+
			"the simulated one"),
		chrome: c.Output("chrome-trace", "", "write the schedule as JSON that Perfetto and chrome://tracing open to this `file`, a "+
			"second of the log a microsecond"),
		batsim: c.Output("batsim", "", "write the schedule with the columns of Batsim's out_jobs.csv to this `file`"),
		from: c.Flags.String("from", "", "begin of what --svg and --html draw: an `instant`, in seconds on the log's clock or "+
			"where the machine stood, as 2012-06-09 or \"2012-06-09 06:39:12\": the first of an hour that summer time doubles, the end of "+
			"one that it leaves out (the first submit if none is given)"),
		to: c.Flags.String("to", "", "end of what they draw, an `instant` likewise (the last end if none is given)"),
	}
}

// write writes those that are asked for; the scheduler is named by words. A page draws
// the stretch, too.
func (s schedules) write(c *cli.Call, l cli.Loaded, starts []int64, name string, page bool) error {
	t := l.Trace
	if *s.svg == "" && !page && s.stretch() != "" {
		return cli.Usef("--from and --to say what --svg and --html draw: name a file")
	}
	for _, x := range []struct {
		path  string
		write func(w io.Writer) error
	}{
		{*s.svg, func(w io.Writer) error { return s.draw(w, t, starts, name) }},
		{*s.chrome, func(w io.Writer) error { return chromeTrace(w, t, starts) }},
		{*s.batsim, func(w io.Writer) error { return batsimJobs(w, t, starts) }},
	} {
		if x.path != "" {
			if err := c.Save(x.path, x.write); err != nil {
				return err
			}
		}
	}
	if *s.waits == "" {
		return nil
	}
	return c.SaveLog(*s.waits, withWaits(l, starts))
}

// draw draws the schedule.
func (s schedules) draw(w io.Writer, t *job.Trace, starts []int64, name string) error {
	from, to, err := s.span(t, starts)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, pictured(t, lanes.Place(t, starts, why.Unknown), from, to, plot.Frame{Title: t.Name + " under " + name,
		Standalone: true, Width: 1000,
		Subtitle: "from " + why.Clock(t, from) + " to " + why.Clock(t, to) + "; " + placedWords}))
	return err
}

// ends are the flags of what is drawn.
func (s schedules) ends() [2]instantFlag { return [2]instantFlag{{"from", s.from}, {"to", s.to}} }

// instantFlag is a flag that names an instant.
type instantFlag struct {
	name  string
	value *string
}

// span is the stretch of time that is drawn.
func (s schedules) span(t *job.Trace, starts []int64) (from, to int64, err error) {
	from, to = spanOf(t, starts)
	for i, x := range s.ends() {
		if *x.value == "" {
			continue
		}
		at, err := instant(t, *x.value)
		if err != nil {
			return 0, 0, cli.Usef("--%s %w", x.name, err)
		}
		*[]*int64{&from, &to}[i] = at
	}
	if from >= to {
		return 0, 0, cli.Usef("--from %s --to %s: the end is not after the begin", why.Clock(t, from), why.Clock(t, to))
	}
	return from, to, nil
}

// stretch is how a command line asks for it, "" for all of the schedule.
func (s schedules) stretch() (flags string) {
	for _, x := range s.ends() {
		if *x.value != "" {
			flags += " --" + x.name + " " + study.Shell(*x.value)
		}
	}
	return flags
}

// drawer adds pictures of a schedule between two instants to a page; it is placed once.
func drawer(x *paper.Paper, t *job.Trace, order string, starts []int64) func(from, to int64, words string) {
	placed := lanes.Place(t, starts, why.Unknown)
	return func(from, to int64, words string) {
		x.Figures = append(x.Figures, paper.Figure{Title: numeral.Capital(replay.Under(order)) + words,
			Subtitle: numeral.Capital(placedWords),
			Draw:     func(f plot.Frame) string { return pictured(t, placed, from, to, f) }})
	}
}

// spanOf is from the first submit to the last end.
func spanOf(t *job.Trace, starts []int64) (from, to int64) {
	from, to = t.Submit[0], t.Submit[0]+1
	for j, at := range starts {
		if at != why.Unknown {
			to = max(to, at+t.Run[j])
		}
	}
	return from, to
}

// placedWords say what the rows of a picture are.
const placedWords = "rows are only for drawing, which processors a job used is not known"

// pictured is the picture of a placed schedule between two instants.
func pictured(t *job.Trace, l *lanes.Layout, from, to int64, frame plot.Frame) string {
	f := l.Picture(from, to, why.Unknown, l.Waited())
	f.Frame = frame
	f.X = "time since " + why.Clock(t, from)
	return f.SVG()
}

// instant reads seconds on the trace's clock, or a date of its calendar.
func instant(t *job.Trace, text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > -1<<53 && n < 1<<53 {
		return n, nil
	}
	if day, clock, ok := strings.Cut(strings.TrimPrefix(text, "day "), ", "); ok { // as why.Clock writes it
		n, err := strconv.ParseInt(strings.ReplaceAll(day, numeral.Thin, ""), 10, 32)
		if at, wrong := time.Parse(time.TimeOnly, clock); err == nil && wrong == nil {
			return (n-1)*job.Day + int64(at.Hour()*3600+at.Minute()*60+at.Second()), nil
		}
	}
	for _, form := range []string{time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.Parse(form, text); err == nil {
			if t.Calendar.Unix == 0 {
				return 0, errors.New("\"" + text + "\": the log does not say when it was; give seconds on its clock")
			}
			return t.Calendar.Instant(at.Unix()), nil
		}
	}
	return 0, errors.New(jsontext.Short(text) + " is no instant: give seconds on the log's clock, \"day 3, 14:05:10\" by it, " +
		"or a date such as 2012-06-09 or \"2012-06-09 06:39:12\"")
}

// withWaits are the jobs that were simulated as the log has them, with other waits.
func withWaits(l cli.Loaded, starts []int64) *job.Log {
	out := *l.Log
	out.Header.Pairs = append(slices.Clone(out.Header.Pairs), job.Pair{Key: "Note", Value: "field 3 is the simulated wait"})
	out.Col, out.Line = [job.NumFields]job.Column{}, job.Column{}
	for _, j := range l.Trace.FileOrder() {
		i := int(l.Trace.Pos[j])
		row := l.Log.At(i)
		row[job.Wait] = starts[j] - l.Trace.Submit[j]
		out.Add(&row, int(l.Log.Line.At(i)))
	}
	return &out
}

// chromeTrace writes a complete event a job, a row for each processor that is its
// lowest, and the queue as a counter.
func chromeTrace(to io.Writer, t *job.Trace, starts []int64) error {
	l := lanes.Place(t, starts, why.Unknown)
	b := append(make([]byte, 0, 256*t.Len()), `{"displayTimeUnit":"ms","traceEvents":[`...)
	b = append(b, `{"ph":"M","pid":1,"name":"process_name","args":{"name":`...)
	b = append(jsontext.AppendQuote(b, t.Name), "}}"...)
	first := t.Submit[0]
	for j, at := range starts {
		lane := int32(0)
		if s := l.Spans(j); len(s) > 0 {
			lane = s[0].From
		}
		b = fmt.Appendf(b,
			",\n"+`{"ph":"X","pid":1,"tid":%d,"name":"job %d","ts":%d,"dur":%d,"args":{"procs":%d,"wait":%d,"request":%d,"user":%d}}`,
			lane, why.Number(t, j), at-first, t.Run[j], t.Size[j], at-t.Submit[j], t.Request[j], t.Users[t.User[j]])
	}
	q := lanes.Queue(t, starts, why.Unknown)
	for i := range q.Times.Len() {
		b = fmt.Appendf(b, ",\n"+`{"ph":"C","pid":1,"name":"waiting jobs","ts":%d,"args":{"jobs":%d}}`, q.Times.At(i)-first, q.Values.At(i))
	}
	_, err := to.Write(append(b, "]}\n"...))
	return err
}

// batsimColumns are those of Batsim's out_jobs.csv.
const batsimColumns = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata"

// batsimJobs writes the schedule with Batsim's columns; hosts are those of the
// placement that drawings have, energy is not known.
func batsimJobs(to io.Writer, t *job.Trace, starts []int64) error {
	l := lanes.Place(t, starts, why.Unknown)
	w := csv.NewWriter(to)
	_ = w.Write(strings.Split(batsimColumns, ",")) // Flush reports
	d := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, j := range t.FileOrder() {
		wait, run := starts[j]-t.Submit[j], t.Run[j]
		stretch := math.NaN()
		if run > 0 {
			stretch = float64(wait+run) / float64(run)
		}
		success, state := "1", "COMPLETED_SUCCESSFULLY"
		if run > t.Request[j] {
			success, state = "0", "COMPLETED_WALLTIME_REACHED"
		}
		_ = w.Write([]string{d(t.ID[j]), t.Name, "delay" + d(run), d(t.Submit[j]), d(int64(t.Size[j])), d(t.Request[j]), success, state,
			d(starts[j]), d(run), d(starts[j] + run), d(wait), d(wait + run), numeral.Exact(stretch), hosts(l.Spans(int(j))), "", ""})
	}
	w.Flush()
	return w.Error()
}

// hosts writes rows as Batsim does: 0-3 7.
func hosts(list []lanes.Span) string {
	var words []string
	for _, s := range list {
		text := strconv.Itoa(int(s.From))
		if s.To-s.From > 1 {
			text += "-" + strconv.Itoa(int(s.To-1))
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}
