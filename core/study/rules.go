package study

import (
	"errors"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
)

// rulesSetting says what keeps jobs from starting although there is room.
func (w *Workload) rulesSetting() Setting {
	s := Words("rules", func() string {
		if w.Rules == "" {
			return rule.None
		}
		return w.Rules
	}, func(text string) error {
		list, err := rule.Read(text)
		switch {
		case err != nil:
			return err
		case len(list) > guard.Most:
			return errors.New(numeral.Count(len(list)) + " rules of at most " + numeral.Count(guard.Most) + ": take some off")
		}
		if w.Rules = ""; len(list) > 0 {
			w.Rules = rule.Text(list)
		}
		return nil
	})
	s.Filed = true
	return s.With("Rules of the machine", "4 jobs a user; not 06:00-18:00 Mon-Fri over 4h until 1997-06-09: what kept jobs from starting "+
		"although there was room, with semicolons between rules").
		Helping("what kept jobs from starting although there was room, with semicolons between: 4 jobs a user, 25 processors a user, " +
			"368 processors of partition 2, not 06:00-18:00 Mon-Fri over 4h, end by 17:00 over 4h, 15 processors missing, " +
			"first of queue 3, fair share with a half-life of 7d, 4 jobs a user while others wait, all processors kept for users 3 4 " +
			"from 2000-03-14T09:00 until 2000-03-14T12:00, each with " +
			"from 1996-12-23, until 1997-06-09 or both behind it; or a file of such lines, or of JSON; none").
		Saying(func() string {
			if list := w.rules(); len(list) > 2 {
				return "under " + numeral.Count(len(list)) + " rules"
			}
			if w.Rules == "" {
				return ""
			}
			return "under the rules: " + w.RulesWords()
		}).AddedLater(rule.None)
}

// rules are those of the workload, which were checked.
func (w *Workload) rules() []rule.Rule {
	list, _ := rule.Parse(w.Rules)
	return list
}

// RulesWords say the rules within a sentence, "" of none.
func (w *Workload) RulesWords() string { return strings.Join(w.RulesList(), "; ") }

// RulesList are the words of each rule.
func (w *Workload) RulesList() []string {
	parts := []string{}
	for _, r := range w.rules() {
		text := (&rule.Terms{}).Clause(&r)
		if r.Since != rule.Always || r.Until != rule.Forever {
			text += ", " + r.Period()
		}
		parts = append(parts, text)
	}
	return parts
}

// RulesMethods say them in sentences of methods, "" of none.
func (w *Workload) RulesMethods() string {
	if w.Rules == "" {
		return ""
	}
	text := "Jobs were started under these rules of the machine: " + w.RulesWords() + "."
	if !w.Once() && w.periods() {
		text += " A rule of a part of the log held in the weeks that were drawn from that part."
	}
	return text
}

// periods says whether a rule holds for a part of the log alone.
func (w *Workload) periods() bool {
	for _, r := range w.rules() {
		if r.Since != rule.Always || r.Until != rule.Forever {
			return true
		}
	}
	return false
}

// Slide is by how many hours a week arrivals move against the hours of the rules, since the times between them are scaled
// and the clock is not; 0 where they don't.
func (w *Workload) Slide() float64 {
	if w.Load != 1 && w.LoadBy == resample.Arrivals && slices.ContainsFunc(w.rules(), func(r rule.Rule) bool { return r.Clock() }) {
		return math.Abs(1/w.Load-1) * job.Week / 3600
	}
	return 0
}

// RuleLog has the rules hold in a log that is replayed as it is, by the clock of its calendar; of a
// log without dates instants count from 1970-01-01 on its own clock.
func (w *Workload) RuleLog(t *job.Trace) error {
	resample.Bind(t, w.rules(), w.Load, w.LoadBy)
	return w.suitLog(t)
}

// suitLog errs where a rule can't hold on the machine of a log, or in its time.
func (w *Workload) suitLog(t *job.Trace) error {
	gone := int64(0)
	for _, r := range w.rules() {
		if r.Kind != rule.Missing || r.Until != rule.Forever {
			continue
		}
		if gone += min(r.Most, t.Procs); gone >= t.Procs {
			return errors.New("rules " + quote(r.Text()) + ": the machine has " + numeral.Count(t.Procs) + " processors, so none would " +
				"be left: have fewer missing, or say until when")
		}
	}
	return w.undated(t)
}

// apart is how far from the last submit of a log without dates a rule's bound is a date, in seconds.
const apart = 10 * 53 * job.Week

// undated errs where a rule has a date and the log has none.
func (w *Workload) undated(t *job.Trace) error {
	if t.Calendar.Unix > 0 || t.Len() == 0 {
		return nil
	}
	last := t.Submit[t.Len()-1] + apart
	for _, r := range w.rules() {
		if r.Since != rule.Always && r.Since > last || r.Until != rule.Forever && r.Until > last {
			return errors.New("rules " + quote(r.Text()) + ": the log has no dates (no UnixStartTime in its header): count from " +
				"1970-01-01 as its first day, or add the header")
		}
	}
	return nil
}

// suitRules errs where rules can't hold in the weeks that are drawn of a log.
func (w *Workload) suitRules(t *job.Trace) error {
	if !w.Variant.Dated() && w.periods() {
		return errors.New("rules " + quote(w.Rules) + ": weeks that are drawn apart for each user have no date, and a rule has a period: " +
			"take whole weeks (variant block), or leave from and until out")
	}
	return w.suitLog(t)
}
