package believe

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// Likeness is in short how near simulated waits are to those that a log tells.
type Likeness struct {
	Jobs      int          `json:"jobs"`      // of the log,
	Known     int          `json:"known"`     // whose wait it tells: all else is of these
	Logged    report.Float `json:"logged"`    // mean waits, seconds
	Simulated report.Float `json:"simulated"` //
	Factor    report.Float `json:"factor"`    // the simulated over the logged one
	// Rank is Spearman's rank correlation of the waits, from -1 to 1; of equal waits the mean
	// rank, null where all waits of a side are equal.
	Rank report.Float `json:"rank"`
}

// Compare is the likeness of simulated starts to the logged ones, which why.Logged gives.
func Compare(t *job.Trace, logged, simulated []int64) Likeness {
	jobs := known(logged)
	return likeness(t.Len(), waits(t, logged, jobs), waits(t, simulated, jobs))
}

// likeness is that of a log of so many jobs, of the waits known.
func likeness(jobs int, logged, simulated []float64) Likeness {
	l := Likeness{Jobs: jobs, Known: len(logged), Logged: mean(logged), Simulated: mean(simulated),
		Rank: report.Float(spearman(logged, simulated))}
	l.Factor = l.Simulated / l.Logged
	return l
}

func mean(list []float64) report.Float {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return report.Float(sum / float64(len(list)))
}

// Ranked writes a rank correlation, as all rooms say it.
func Ranked(rank report.Float) string { return numeral.Number(math.Round(float64(rank)*100) / 100) }

// Encode writes it for the page.
func (l *Likeness) Encode(w *wire.Writer) {
	w.Int(int64(l.Jobs))
	w.Int(int64(l.Known))
	for _, x := range []report.Float{l.Logged, l.Simulated, l.Rank} {
		w.Float(float64(x))
	}
}

// DecodeLikeness reads what Encode wrote.
func DecodeLikeness(b *wire.Reader) Likeness {
	l := Likeness{Jobs: int(b.Int()), Known: int(b.Int()), Logged: report.Float(b.Float()), Simulated: report.Float(b.Float()),
		Rank: report.Float(b.Float())}
	l.Factor = l.Simulated / l.Logged
	return l
}
