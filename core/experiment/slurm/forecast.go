package slurm

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
	"shadowtime/core/study"
)

// says tells how often the like was right, a claim a sentence.
func (f *Forecast) says(soon bool) (list []string) {
	h := &f.Held
	if soon {
		return append(list, "Medians of "+numeral.Count(f.Draws)+" draws. How far they may be off was not looked at.")
	}
	if h.Jobs < leastHeld {
		return append(list, "No range is given beside the medians: "+numeral.Count(h.Told)+
			numeral.Plural(h.Told, " job", " jobs")+
			" of the log waited and could be told of, too few to learn how wide one must be. Export a longer log.")
	}
	words := "Told the same way of " + numeral.Count(h.Jobs) + " jobs of the log while they waited, " + numeral.Count(h.Within) + " (" +
		numeral.Percent(h.part(), 0) + ") started within their range."
	if !h.borne() {
		return append(list, words+" Nine of ten should have, so no range is given beside the medians.")
	}
	list = append(list, words)
	if w := float64(h.Width); math.IsInf(w, 1) {
		return append(list, "Half of these ranges had no end within "+numeral.Days(ahead)+".")
	}
	times := numeral.Times(h.Width, h.Longer)
	return append(list, "Half of these ranges were no wider than "+times(h.Width)+
		", where half of these jobs still waited up to "+times(h.Longer)+".")
}

// Table is when each job starts, from the instant: a head and rows. What Slurm says stands in it where it says it of any;
// Starts is the column of the medians.
func (f *Forecast) Table() (head []string, rows [][]string) {
	const reason, says, range90 = 2, 3, 5 // columns
	plans, reasons := false, false
	head = []string{"Job", "Asks for", "Reason", "Slurm says", Starts, "90 % range", "User", "Partition"}
	for i := range f.Jobs {
		s := &f.Jobs[i]
		planned, median, from := "", "later than "+numeral.Days(f.Days), ""
		if s.Planned != nil {
			planned, plans = numeral.Duration(float64(*s.Planned)), true
		}
		if s.Median != nil {
			if median = numeral.Duration(*s.Median); *s.Median < 1 {
				median = AtOnce
			}
		}
		reasons = reasons || s.Reason != ""
		switch {
		case s.Low == nil:
		case s.High == nil:
			from = "from " + numeral.Duration(*s.Low) + " on"
		case *s.Low < 1:
			from = "up to " + numeral.Duration(*s.High)
		default:
			times := numeral.Times(*s.Low, *s.High)
			from = times(*s.Low) + " to " + times(*s.High)
		}
		rows = append(rows, []string{cmp.Or(s.Name, "one more"), s.asked(), s.Reason, planned, median, from, NameOrNone(s.User),
			NameOrNone(s.Partition)})
	}
	leave := func(column int) {
		head = slices.Delete(head, column, column+1)
		for i := range rows {
			rows[i] = slices.Delete(rows[i], column, column+1)
		}
	}
	if !f.Held.borne() {
		leave(range90)
	}
	if !plans {
		leave(says)
	}
	if !reasons {
		leave(reason)
	}
	return head, rows
}

// Starts heads the column of when a job starts.
const Starts = "Median"

// AtOnce is said of a job that starts now.
const AtOnce = "at once"

// asked is what a job asks for.
func (s *Start) asked() string {
	words := numeral.Count(s.CPUs) + numeral.Plural(int(s.CPUs), " CPU", " CPUs")
	if s.Limit > 0 {
		words += ", " + numeral.Duration(float64(s.Limit))
	}
	return words
}

// likeJob is how one more job is written.
const likeJob = "64 CPUs 2 h, with user=alice account=a partition=p nodes=1 qos=q where they count"

// ParseJob reads one more job, of which CPUs are needed: 64 CPUs 2 h partition=p, or cpus=64 limit=2h user=alice account=a
// partition=p, with nodes and qos where they count; "": none.
func ParseJob(text string) (*sacct.Job, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if len(words) == 0 {
		return nil, nil
	}
	j := &sacct.Job{Limit: -1, Run: -1}
	for i := 0; i < len(words); i++ {
		key, value, keyed := strings.Cut(words[i], "=")
		if !keyed { // a number with its unit, which may stand apart
			digits := strings.TrimLeft(words[i], "0123456789")
			key, value = "limit", words[i]
			if digits == "" && i+1 < len(words) && !strings.ContainsAny(words[i+1], "=0123456789") {
				i++
				digits, value = words[i], value+words[i]
			}
			if slices.Contains(cpuUnits, strings.ToLower(digits)) {
				key, value = "cpus", value[:len(value)-len(digits)]
			}
		}
		if err := setJob(j, strings.ToLower(key), value); err != nil {
			return nil, err
		}
	}
	if j.CPUs == 0 {
		return nil, errors.New("one more job: give how many CPUs it asks for, as 64 CPUs")
	}
	return j, nil
}

// cpuUnits make a number one of CPUs; one without a unit is, too.
var cpuUnits = []string{"", "cpu", "cpus", "core", "cores"}

// setJob sets what a job asks for.
func setJob(j *sacct.Job, key, value string) (err error) {
	whole := func(to *int64) error {
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil || n < 1 {
			return errors.New("one more job: " + strconv.Quote(key+"="+value) + ": write a whole number from 1 on, as " + key + "=64")
		}
		*to = n
		return nil
	}
	switch key {
	case "cpus":
		err = whole(&j.CPUs)
	case "nodes":
		err = whole(&j.NodeCount)
	case "limit":
		j.Limit, err = limitOf(value)
	case "user":
		j.User = value
	case "account":
		j.Account = value
	case "partition":
		j.Partition = value
	case "qos":
		j.QOS = value
	default:
		err = errors.New("one more job: " + strconv.Quote(key+"="+value) + ": write " + likeJob)
	}
	return err
}

// limitOf is a limit as 2h, or as Slurm writes it: 120, 2:00:00, 1-0.
func limitOf(text string) (int64, error) {
	if s, err := study.ParseSeconds(text); err == nil && text != strings.Trim(text, "smhd") && s > 0 {
		return int64(s), nil
	}
	if s, ok := model.ParsePeriod(text); ok && s > 0 {
		return s, nil
	}
	return 0, errors.New("one more job: limit=" + text + ": write it as 2h, or as Slurm does, 2:00:00; all of it as " +
		likeJob)
}
