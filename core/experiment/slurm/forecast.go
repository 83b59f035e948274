package slurm

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
	"shadowtime/core/study"
)

// says tells how often the like was right, a claim a sentence.
func (f *Forecast) says() (list []string) {
	h := &f.Held
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
	return append(list, "Half of these ranges were no wider than "+numeral.Duration(h.Width)+
		", where half of these jobs still waited up to "+numeral.Duration(h.Longer)+".")
}

// Table is when each job starts, from the instant: a head and rows. What Slurm says stands in it where it says it of any.
func (f *Forecast) Table() (head []string, rows [][]string) {
	const range90 = 3 // its column
	plans := false
	head = []string{"Job", "Slurm says", "Median", "90 % range", "CPUs", "User", "Partition"}
	for i := range f.Jobs {
		s := &f.Jobs[i]
		planned, median, from := "", "later than "+numeral.Days(f.Days), ""
		if s.Planned != nil {
			planned, plans = numeral.Duration(float64(*s.Planned)), true
		}
		if s.Median != nil {
			median = numeral.Duration(*s.Median)
		}
		switch {
		case s.Low == nil:
		case s.High == nil:
			from = "from " + numeral.Duration(*s.Low) + " on"
		case *s.Low < 1:
			from = "up to " + numeral.Duration(*s.High)
		default:
			from = numeral.Duration(*s.Low) + " to " + numeral.Duration(*s.High)
		}
		rows = append(rows, []string{cmp.Or(s.Name, "one more"), planned, median, from, numeral.Count(s.CPUs), NameOrNone(s.User),
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
		leave(1)
	}
	return head, rows
}

// ParseJob reads one more job: cpus=64 limit=2h user=alice account=a partition=p, with nodes and qos where they count; "": none.
func ParseJob(text string) (*sacct.Job, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	j := &sacct.Job{Limit: -1, Run: -1}
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		whole := func(to *int64) error {
			n, err := strconv.ParseInt(value, 10, 32)
			if err != nil || n < 1 {
				return errors.New("one more job: " + strconv.Quote(word) + ": write a whole number from 1 on, as " + key + "=64")
			}
			*to = n
			return nil
		}
		var err error
		switch strings.ToLower(key) {
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
			err = errors.New("one more job: " + strconv.Quote(word) +
				": write cpus=64 limit=2h user=alice account=a partition=p nodes=1 qos=q, " +
				"of which cpus is needed")
		}
		if err != nil {
			return nil, err
		}
	}
	if j.CPUs == 0 {
		return nil, errors.New("one more job: give how many CPUs it asks for, as cpus=64")
	}
	return j, nil
}

// limitOf is a limit as 2h, or as Slurm writes it: 120, 2:00:00, 1-0.
func limitOf(text string) (int64, error) {
	if s, err := study.ParseSeconds(text); err == nil && text != strings.Trim(text, "smhd") && s > 0 {
		return int64(s), nil
	}
	if s, ok := model.ParsePeriod(text); ok && s > 0 {
		return s, nil
	}
	return 0, errors.New("one more job: limit=" + text + ": write it as 2h, or as Slurm does, 2:00:00")
}
