package predict

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// better is what exact requests change the summed wait of all jobs by, under EASY.
func better(a *Asking) report.Float { return report.Fraction(a.Exact-a.Waited, a.Waited) }

// Spares is what an asker's exact requests would change the summed wait of everybody
// else by.
func Spares(x *Asker) report.Float { return report.Fraction(x.OthersExact-x.Others, x.Others) }

// Factor is how many times what runs is asked for, by processor-seconds.
func Factor(used, beyond float64) report.Float {
	if used == 0 {
		return report.Float(math.NaN())
	}
	return report.Float((used + beyond) / used)
}

// Askings says how much longer than they run jobs ask, and what that costs on the
// log as it was.
func Askings(a *Asking) string {
	if a.Jobs > 0 && a.asked() == 0 {
		return "No job of the log has a requested time: nobody can ask for too long."
	}
	f := Factor(a.Used, a.Beyond)
	if !f.Known() {
		return "No job of the log runs: nobody can ask for too long."
	}
	s := "All together ask for " + numeral.Number(f) + " times the processor time that their jobs use"
	if len(a.Users) > 0 && a.Beyond > 0 {
		u := &a.Users[0]
		s += "; user " + strconv.FormatInt(u.ID, 10) + " alone for " + numeral.Share(u.Beyond/a.Beyond) + " of what is asked for too much"
	}
	if b := better(a); b.Known() {
		s += ". Had every request been exact, and EASY still gone by requests, the log's jobs together would have waited " + moreOrLess(b)
	}
	s += ". That is one replay of the log, without a range."
	if n := a.NoRequest; n > 0 {
		s += " " + numeral.Count(n) + numeral.Plural(int(n), " job has", " jobs have") + " no request and " +
			numeral.Plural(int(n), "is", "are") + " not counted in what is asked for."
	}
	return s
}

func moreOrLess(x report.Float) string {
	switch {
	case x < 0:
		return numeral.Share(-x) + " less"
	case x > 0:
		return numeral.Share(x) + " longer"
	}
	return "as long"
}

// asked is how many jobs have a request.
func (a *Asking) asked() int64 { return a.Jobs - a.NoRequest }

// Advice is a setting of Slurm that bears on requests: a whole line of its
// configuration, and what speaks for it in the log.
type Advice struct {
	Line  string
	Words string
}

// A default time is a partition's: the line is that of all partitions.
const (
	partitions = "PartitionName=DEFAULT "
	stands     = "The line stands before those of the partitions it is for."
)

// ForSlurm proposes what can be set there. It is advice, made of the log's
// distributions: no simulation has shown what it does.
func ForSlurm(a *Asking) (list []Advice) {
	d := func(seconds int64) string { return numeral.Duration(float64(seconds)) }
	if a.Jobs == 0 || a.UsualJobs == 0 {
		return nil
	}
	share := numeral.Share(float64(a.UsualJobs) / float64(a.asked()))
	limit := roundUp(a.UsualRun)
	words := share + " of the jobs ask for " + d(a.Usual) + ", the most common request; all but one in twenty of those run at most " +
		d(a.UsualRun) + ". "
	if limit < a.Usual {
		list = append(list, Advice{partitions + "DefaultTime=" + slurmTime(limit), words + "If most of them never chose it, a shorter " +
			"default of the partition asks those who need more to say so; MaxTime stays what it is. " + stands})
	} else {
		list = append(list, Advice{partitions + "DefaultTime=" + slurmTime(roundUp(a.Usual)),
			words + "That default, if it is one, is none too long. " + stands})
	}
	cut := float64(a.Cut) / float64(a.asked())
	list = append(list, Advice{"OverTimeLimit=" + strconv.FormatInt(max(1, a.Request[Parts/2]/60/10), 10),
		numeral.Share(cut) + " of the jobs ran up to their request or past it. Minutes of grace take away the fear behind long requests; " +
			"a tenth of the median request (" + d(a.Request[Parts/2]) + ") is proposed. The scheduler still plans with the limit."})
	short := a.Run[Parts/4]
	list = append(list, Advice{"SchedulerParameters=bf_resolution=" + strconv.FormatInt(min(600, max(60, short/2/60*60)), 10),
		"A quarter of the jobs run at most " + d(short) + ". Backfilling plans in steps of so many seconds: steps coarser than short " +
			"jobs hide the holes these fit in, finer ones cost scheduling time. If slurm.conf has a SchedulerParameters line already, " +
			"write bf_resolution behind its own, with a comma: of several lines only the last holds."})
	return list
}

// roundUp is the next time that people would set, seconds.
func roundUp(seconds int64) int64 {
	for _, step := range []int64{60, 300, 900, 1800, 3600} {
		if t := (seconds + step - 1) / step * step; t <= 12*step || step == 3600 {
			return max(60, t)
		}
	}
	return seconds
}

// slurmTime writes a time as Slurm's configuration does: days-hours:minutes:seconds.
func slurmTime(seconds int64) string {
	two := func(n int64) string {
		if n < 10 {
			return "0" + strconv.FormatInt(n, 10)
		}
		return strconv.FormatInt(n, 10)
	}
	s := two(seconds%86400/3600) + ":" + two(seconds%3600/60) + ":" + two(seconds%60)
	if days := seconds / 86400; days > 0 {
		s = strconv.FormatInt(days, 10) + "-" + s
	}
	return s
}
