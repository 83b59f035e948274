package lab

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
)

// roughReplays bounds a first look: jobs replayed, all orders and resamples
// together. A browser on a laptop takes a second or two for them. Nothing else
// ends a look: on a slow machine it takes longer, and says how far it is.
const roughReplays = 2_000_000

// Resamples of a first look.
const (
	fewestRough = 4
	mostRough   = 10
	mostSingle  = 60 // of single weeks
)

// roughly says of how many resamples of how many weeks a first look is made,
// where a resample has so many steps and the plan asks for at most so many
// resamples and weeks.
func roughly(o *Opened, steps, resamples, weeks int) (n, w int) {
	each := float64(o.Trace.Overview.Jobs) / float64(max(1, o.Trace.Overview.WholeWeeks)) * float64(max(1, steps)) // a week
	w = min(weeks, max(1, int(roughReplays/fewestRough/each)))
	most := mostRough
	if weeks == 1 {
		most = mostSingle
	}
	n = min(resamples, most, max(fewestRough, int(roughReplays/(each*float64(w)))))
	return n, w
}

// Few says how many of so many parts of a log a first look replays, each with so many steps.
func Few(o *Opened, parts, steps int) int {
	each := float64(o.Trace.Overview.Jobs) / float64(max(1, parts)) * float64(max(1, steps))
	return min(parts, max(fewestRough, int(roughReplays/max(1, each))))
}

// Look computes a first, rough answer to the question in sight by itself, when
// nothing is known of it. The page rests meanwhile: a press on the button that
// computes takes the place of it.
func (l *Lab) Look() {
	if !l.Rough || !l.CanCompute() || l.run.rough || l.run.of != nil {
		return
	}
	if done, _ := l.View.Known(); done > 0 {
		return
	}
	w := l.View.Look(l.Current())
	if w == nil {
		return
	}
	r := run{id: l.run.id + 1, partial: map[piece]float64{}, began: l.Browser.Now()}
	for x := w; x != nil; x = x.Then {
		if len(x.Next()) > 0 {
			r.works, r.rough = append(r.works, x), true
			r.total += x.left()
		}
	}
	if r.rough {
		delete(l.spent, l.looked())
		l.run = r
		l.launch()
	}
	w.Draw(true)
}

// Looking says whether a first look of the view of that key is under way.
func (l *Lab) Looking(key string) bool { return l.run.rough && l.run.works[0].of() == key }

// computes says whether answers of tasks are waited for.
func (l *Lab) computes() bool { return l.run.of != nil || l.run.rough }

// LookedAt is the share of a first look that is done, 0 to 1.
func (l *Lab) LookedAt() float64 {
	if !l.run.rough || l.run.total == 0 {
		return 0
	}
	_, cost := l.worked()
	return min(1, cost/l.run.total) // what comes after its first work may not be known before
}

// lookDone takes the end of a task of a first look: it ends when nothing is left to compute.
func (l *Lab) lookDone(w *Work, err error) {
	l.run.finished += w.cost(float64(w.Steps))
	l.run.waiting--
	switch {
	case err != nil: // the press on the button will say so
		l.StopLook()
		w.Draw(true)
	case l.run.waiting == 0 && !l.launch():
		l.run.rough = false
		l.took()
		w.Draw(true)
	default:
		w.Draw(false)
	}
}

// looked names what a first look is at: the view in sight, on the trace in sight.
func (l *Lab) looked() string { return l.TaskKey(l.View.Key() + string(l.Summary.Digest[:])) }

// took keeps how long a first look took.
func (l *Lab) took() {
	if l.spent == nil {
		l.spent = map[string]float64{}
	}
	l.spent[l.looked()] = l.Browser.Now() - l.run.began
}

// StopLook stops a first look that is under way.
func (l *Lab) StopLook() {
	if l.run.rough {
		l.StopTasks()
	}
}

// roughNote says what a rough answer was made from, and how to get the one that
// was asked for: all of it takes as many times as long as it has more of both.
func (l *Lab) roughNote(verb, noun string, done, weeks, wanted, all int) string {
	s := "A rough answer, made at once from " + strconv.Itoa(done)
	if l.run.rough {
		s += " of " + strconv.Itoa(l.run.works[0].Total)
	}
	s += " " + noun
	if weeks != all {
		s += " of " + numeral.Weeks(weeks)
	}
	s += ". " + verb + " computes the " + strconv.Itoa(wanted) + " that you ask for"
	if all > 0 && weeks != all {
		s += ", of " + numeral.Weeks(all)
	}
	if spent := l.spent[l.looked()]; spent > 0 && done > 0 {
		s += ", in " + About(spent*float64(wanted)/float64(done)*float64(max(1, all))/float64(max(1, weeks)))
	}
	return s + "."
}

// About says how long something will take, no more exactly than that is known.
func About(seconds float64) string {
	switch {
	case seconds < 8:
		return "a few seconds"
	case seconds < 120:
		return "about " + numeral.Duration(math.Round(seconds/5)*5)
	}
	return "about " + numeral.Duration(math.Round(seconds/60)*60)
}
