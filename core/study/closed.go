package study

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// MaxClosures bounds how often processors are out in a trace: a pass looks at all that matter.
const MaxClosures = 1000

// closure is what a person says of processors that are out, in seconds from a trace's beginning.
type closure struct {
	procs              int64 // 0: all
	from, length       Seconds
	every, ahead       Seconds // None: it is not repeated, it is always known of
	repeats, announced bool
}

const closedForm = "write how many processors or all, when they go and how long they are out, as in all 10d 8h or 64 10d 8h; every 28d " +
	"behind it repeats it, announced 3d or unannounced says when the scheduler learns of it; several have commas between them"

// parseClosed reads closures with commas between them, or none.
func parseClosed(text string) (list []closure, err error) {
	if text = strings.TrimSpace(text); text == "none" || text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		bad := func(what string) ([]closure, error) { return nil, errors.New(what + ": " + closedForm) }
		words := strings.Fields(part)
		if len(words) < 3 {
			return bad(strconv.Quote(strings.TrimSpace(part)) + " says too little")
		}
		var x closure
		if words[0] != "all" {
			if x.procs, err = strconv.ParseInt(words[0], 10, 32); err != nil || x.procs < 1 {
				return bad(strconv.Quote(words[0]) + " is no number of processors")
			}
		}
		times := []*Seconds{&x.from, &x.length}
		for i, rest := 0, words[1:]; len(rest) > 0; i++ {
			var at *Seconds
			switch {
			case i < len(times):
				at = times[i]
			case rest[0] == "unannounced" && !x.announced:
				x.announced, rest = true, rest[1:]
				continue
			case len(rest) > 1 && rest[0] == "every" && !x.repeats:
				at, x.repeats, rest = &x.every, true, rest[1:]
			case len(rest) > 1 && rest[0] == "announced" && !x.announced:
				at, x.announced, rest = &x.ahead, true, rest[1:]
			default:
				return bad(strconv.Quote(rest[0]) + " can't be there")
			}
			if *at, err = ParseSeconds(rest[0]); err != nil || *at < 0 {
				return bad(strconv.Quote(rest[0]) + " is no duration such as 8h or 10d")
			}
			rest = rest[1:]
		}
		switch {
		case x.length == 0:
			return bad("out for no time")
		case x.repeats && x.every <= x.length:
			return bad("out for " + x.length.String() + " every " + x.every.String() + ", which has no end")
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
	if x.repeats {
		text += " every " + inDays(x.every)
	}
	switch {
	case x.announced && x.ahead == 0:
		text += " unannounced"
	case x.announced:
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
	if x.repeats {
		text += " and every " + numeral.Duration(float64(x.every)) + " after"
	}
	switch {
	case x.announced && x.ahead == 0:
		text += ", unannounced"
	case x.announced:
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

// ClosedSetting says when processors are out: a maintenance, a drain, a failure; of a machine that
// grows, those it has not yet.
func (w *Workload) ClosedSetting() Setting {
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
	}).With("Processors were out", "what if: how many or all, from when and for how long, counted from the first instant of what is "+
		"replayed: all 10d 8h is a maintenance of 8 hours on day 10, 64 10d 8h takes 64 processors. Jobs whose request would run into it "+
		"wait, unless it comes unannounced (only announced 3d before); every 28d repeats it").
		Saying(w.ClosedWords).AddedLater("none")
}

// ClosedWords says which processors are out, "" of none.
func (w *Workload) ClosedWords() string {
	list, _ := parseClosed(w.Closed) // it was checked
	return closedText(list, (*closure).words, "; ")
}

// Close takes the processors that are out from a trace's machine, instants counted from base, for a
// span of so many seconds.
func (w *Workload) Close(t *job.Trace, base, span int64) error {
	t.Closures = nil
	list, err := parseClosed(w.Closed)
	for i := range list {
		x := &list[i]
		if int64(x.from) >= span {
			return errors.New("closed " + strconv.Quote(x.text()) + ": it begins when all is over, after " +
				numeral.Duration(float64(span)) + ": name an earlier instant")
		}
		for at := int64(x.from); at < span; at += int64(x.every) {
			c := job.Closure{From: base + at, To: base + at + int64(x.length), Procs: x.procs, Known: job.Foreknown}
			if c.Procs == 0 {
				c.Procs = job.MaxSize
			}
			if x.announced {
				c.Known = c.From - int64(x.ahead)
			}
			if t.Closures = append(t.Closures, c); len(t.Closures) > MaxClosures {
				return errors.New("closed " + strconv.Quote(x.text()) + ": processors would be out more than " +
					strconv.Itoa(MaxClosures) + " times: have it come less often, or ask for fewer weeks")
			}
			if !x.repeats {
				break
			}
		}
	}
	return err
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
