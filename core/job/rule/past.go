package rule

import (
	"strings"
	"time"

	"shadowtime/core/base/numeral"
)

// noon and evening bound the hours by which a working day ends, in minutes.
const (
	noon    = 12 * 60
	evening = 20 * 60
)

// Past says how a rule held jobs, as a sentence without its stop: "Until 9 June 1997, jobs that asked for more
// than 4 h did not start between 6:00 and 18:00 on working days".
func (t *Terms) Past(r *Rule) string {
	text := t.past(r)
	if when := t.spell(r); when != "" {
		text = when + ", " + text
	}
	return numeral.Capital(text)
}

// past is Past without its period.
func (t *Terms) past(r *Rule) string {
	who := t.askers(&r.Class)
	switch r.Kind {
	case Hours:
		return who + " did not start " + r.closedWords() + r.pastDays()
	case EndBy:
		if r.Days == Workdays && r.Class.Over > 0 && r.From >= noon && r.From <= evening {
			return who + " were held through the working day and released at " + hourWords(r.From)
		}
		return who + " started only if they would end by " + r.HourWords(r.From) + r.pastDays()
	case Missing:
		return t.Clause(r)
	case Stop:
		if r.Class.all() {
			return "nothing started"
		}
		return who + " did not start"
	case Kept:
		return strings.NewReplacer(" is", " was", " are", " were").Replace(t.kept(r)) + " kept for " + t.Those(&r.Class)
	case First:
		return who + " went before all others"
	case Share:
		return "users who had used less went first, and use counted half after " + timeWords(r.Half)
	}
	return t.pastLimit(r, who) + r.whileWaited()
}

// pastLimit is that of a limit.
func (t *Terms) pastLimit(r *Rule, who string) string {
	most, place := r.amount(r.Most), [...]string{"", "", " in a queue"}[r.Per]
	if r.Of == Work {
		most = "more than " + most
	}
	if r.Per != All {
		no := "no user"
		if len(r.Class.Users) > 0 {
			no = "none of " + t.named("user", r.Class.Users)
		}
		c := r.Class
		c.Users = nil
		of := ""
		if !c.all() {
			of = " by " + t.askers(&c)
		}
		switch r.Of {
		case Procs:
			return no + " held more than " + most + of + place
		case Work:
			return no + " had " + most + of + place
		}
		return no + " had more than " + most + of + place
	}
	switch r.Of {
	case Procs:
		return who + " held at most " + most + " together"
	case Work:
		return who + " had never " + most + " together"
	}
	if r.Class.all() {
		return "at most " + counted(r.Most, "job") + " ran at once"
	}
	return "of " + who + " at most " + numeral.Count(r.Most) + " ran at once"
}

// askers are the class as people: "jobs that asked for more than 4 h in queue 3".
func (t *Terms) askers(c *Class) string {
	text := "jobs"
	if c.Over > 0 {
		text += " that asked for more than " + timeWords(c.Over)
	}
	return text + t.where(c)
}

// pastDays are the days behind the hours.
func (r *Rule) pastDays() string {
	return [...]string{"", " on working days", " on Saturdays and Sundays", ""}[r.Days]
}

// spell is the period in front of a sentence, with the name of the month; "" of a rule that holds throughout.
func (t *Terms) spell(r *Rule) string {
	switch {
	case r.Since == Always && r.Until == Forever:
		return ""
	case r.Since == Always:
		return "until " + t.day(r.Until)
	case r.Until == Forever:
		return "from " + t.day(r.Since)
	}
	return "from " + t.day(r.Since) + " to " + t.day(r.Until)
}

// day is an instant with the name of its month.
func (t *Terms) day(wall int64) string {
	if t.Undated {
		return t.Instant(wall)
	}
	at := time.Unix(wall, 0).UTC()
	return strings.Replace(t.Instant(wall), at.Format("Jan"), at.Format("January"), 1)
}
