package study

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// MaxClosures bounds how often processors are out in a trace: a pass looks at all that matter.
const MaxClosures = 1000

// closure is what a person says of processors that are out, in seconds from the beginning.
type closure struct {
	procs        int64 // 0: all
	from, length Seconds
	every, ahead Seconds // None: it is not repeated, it is always known of
}

const closedForm = "write how many processors or all, when they go and how long they are out, as in all 10d 8h or 64 10d 8h; every 28d " +
	"behind it repeats it, later than it ends, announced 3d or unannounced says when the scheduler learns of it; commas part several"

// parseClosed reads closures with commas between them, or none.
func parseClosed(text string) (list []closure, err error) {
	if text = strings.TrimSpace(text); text == "none" || text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		x, ok := closure{every: None, ahead: None}, len(words) > 2
		if ok && words[0] != "all" {
			x.procs, err = strconv.ParseInt(words[0], 10, 32)
			ok = err == nil && x.procs > 0
		}
		for i := 1; ok && i < len(words); i++ {
			var at *Seconds
			switch word := words[i]; {
			case i == 1:
				at = &x.from
			case i == 2:
				at = &x.length
			case word == "unannounced":
				x.ahead = 0
				continue
			case word == "every":
				at, i = &x.every, i+1
			case word == "announced":
				at, i = &x.ahead, i+1
			}
			if ok = at != nil && i < len(words); ok {
				*at, err = ParseSeconds(words[i])
				ok = err == nil && *at >= 0
			}
		}
		if !ok || x.length == 0 || x.every >= 0 && x.every <= x.length {
			if part = strings.TrimSpace(part); part != text {
				return nil, errors.New(quote(part) + ": " + closedForm)
			}
			return nil, errors.New(closedForm)
		}
		list = append(list, x)
	}
	return list, nil
}

// text is what parseClosed reads.
func (x *closure) text() string {
	text := "all"
	if x.procs > 0 {
		text = strconv.FormatInt(x.procs, 10)
	}
	text += " " + inDays(x.from) + " " + inDays(x.length)
	if x.every >= 0 {
		text += " every " + inDays(x.every)
	}
	switch {
	case x.ahead == 0:
		text += " unannounced"
	case x.ahead > 0:
		text += " announced " + inDays(x.ahead)
	}
	return text
}

// inDays writes a duration in days where these are whole and more than one.
func inDays(s Seconds) string {
	if n := int64(s); n > job.Day && n%job.Day == 0 {
		return strconv.FormatInt(n/job.Day, 10) + "d"
	}
	return s.String()
}

// words say it in a sentence: "64 processors out for 8 h from 10 days in".
func (x *closure) words() string {
	text := "all processors"
	if x.procs > 0 {
		text = numeral.Count(int(x.procs)) + numeral.Plural(int(x.procs), " processor", " processors")
	}
	text += " out for " + numeral.Duration(float64(x.length)) + " from " + numeral.Duration(float64(x.from)) + " in"
	if x.every >= 0 {
		text += " and every " + numeral.Duration(float64(x.every)) + " after"
	}
	switch {
	case x.ahead == 0:
		text += ", unannounced"
	case x.ahead > 0:
		text += ", announced " + numeral.Duration(float64(x.ahead)) + " before"
	}
	return text
}

func closedText(list []closure, one func(*closure) string, between string) string {
	var parts []string
	for i := range list {
		parts = append(parts, one(&list[i]))
	}
	return strings.Join(parts, between)
}

// closedSetting says when processors are out: a maintenance, a drain, a failure; of a machine that
// grows, those it has not yet.
func (w *Workload) closedSetting() Setting {
	return Words("closed", func() string {
		if w.Closed == "" {
			return "none"
		}
		return w.Closed
	}, func(text string) error {
		list, err := parseClosed(text)
		if err == nil {
			w.Closed = closedText(list, (*closure).text, ", ")
		}
		return err
	}).With("Outages of processors", "all 10d 8h: all, from 10 days after the beginning for 8 hours; 64 10d 8h: so many. Jobs whose "+
		"request would run into it wait, unless it comes unannounced, or announced 3d before; every 28d repeats it").
		Helping("what if processors were out: how many or all, from when after the beginning and for how long, with commas: all 10d 8h " +
			"(a maintenance), 64 10d 8h every 28d announced 3d, 8 2d 5d unannounced (a failure); none").
		Saying(func() string {
			if w.Closed == "" {
				return ""
			}
			return "with " + w.ClosedWords()
		}).AddedLater("none")
}

// ClosedWords says which processors are out, "" of none.
func (w *Workload) ClosedWords() string {
	list, _ := parseClosed(w.Closed) // it was checked
	return closedText(list, (*closure).words, "; ")
}

// ClosedMethods says it in a sentence of methods, "" of none.
func (w *Workload) ClosedMethods() string {
	if w.Closed == "" {
		return ""
	}
	return "The machine was taken to have " + w.ClosedWords() + "; a job whose request would have run into that, once it was known, waited."
}

// Close takes the processors that are out from a trace's machine, instants counted from base, for a
// span of so many seconds.
func (w *Workload) Close(t *job.Trace, base, span int64) error {
	t.Closures = nil
	list, err := parseClosed(w.Closed)
	for i := range list {
		x := &list[i]
		if t.Procs > 0 && x.procs > t.Procs {
			return errors.New("closed " + quote(x.text()) + ": the machine has " + numeral.Count(t.Procs) +
				" processors: write all, or fewer")
		}
		if int64(x.from) >= span {
			return errors.New("closed " + quote(x.text()) + ": it begins when all is over, after " +
				numeral.Duration(float64(span)) + ": name an earlier instant")
		}
		for at := int64(x.from); at < span; at += int64(x.every) {
			c := job.Closure{From: base + at, To: base + at + int64(x.length), Procs: x.procs, Known: job.Foreknown}
			if c.Procs == 0 {
				c.Procs = job.MaxSize
			}
			if x.ahead >= 0 {
				c.Known = c.From - int64(x.ahead)
			}
			if t.Closures = append(t.Closures, c); len(t.Closures) > MaxClosures {
				return errors.New("closed " + quote(x.text()) + ": processors would be out more than " +
					strconv.Itoa(MaxClosures) + " times: have it come less often, or ask for fewer weeks")
			}
			if x.every < 0 {
				break
			}
		}
	}
	if err == nil && t.Procs > 0 { // where the machine is of the question's own, the trace has none
		err = w.overdrawn(t)
	}
	return err
}

// overdrawn errs where more processors would be out at once than the machine has.
func (w *Workload) overdrawn(t *job.Trace) error {
	var turns [][2]int64 // when, and how many more or, first of one moment, fewer
	for _, c := range t.Closures {
		n := min(c.Procs, t.Procs)
		turns = append(turns, [2]int64{c.From, n}, [2]int64{c.To, -n})
	}
	slices.SortFunc(turns, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	out := int64(0)
	for _, x := range turns {
		if out += x[1]; out > t.Procs {
			return errors.New("closed " + quote(w.Closed) + ": " + numeral.Count(out) +
				" processors would be out at once, and the machine has " + numeral.Count(t.Procs) +
				": let them follow each other, or name fewer")
		}
	}
	return nil
}

// CloseLog does so with a log that is replayed as it is.
func (w *Workload) CloseLog(t *job.Trace) error {
	n := t.Len()
	if n == 0 || w.Closed == "" {
		t.Closures = nil
		return nil
	}
	return w.Close(t, t.Submit[0], t.Submit[n-1]-t.Submit[0]+1)
}
