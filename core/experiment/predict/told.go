package predict

import (
	"strconv"

	"shadowtime/core/base/numeral"
)

// Told is a job's story in sentences: what was predicted, what became of that, and
// what it did to the job.
func Told(s *Story) []string {
	at := func(t int64) string {
		if t == s.Origin {
			return "at the log's first submit"
		}
		return numeral.Duration(float64(t-s.Origin)) + " after the log's first submit"
	}
	procs := func(n int64) string { return numeral.Count(n) + numeral.Plural(int(n), " processor", " processors") }
	d := func(seconds int64) string { return numeral.Duration(float64(seconds)) }
	list := []string{"Job " + strconv.FormatInt(s.ID, 10) + " of user " + strconv.FormatInt(s.User, 10) + " came " + at(s.Submit) +
		", asked for " + procs(s.Size) + " for " + d(s.Request) +
		", and was predicted to run " + d(s.First) + "; it ran " + d(s.Run) + "."}
	switch n := len(s.Corrections); {
	case s.First > s.Run:
		list = append(list, "The prediction was "+d(s.First-s.Run)+" too long: the processors came free so much earlier than was planned "+
			"with.")
	case n == 0:
		list = append(list, "The prediction was right to the second.")
	default:
		text := "The prediction was " + d(s.Run-s.First) + " too short. It was corrected "
		for i, c := range s.Corrections {
			switch {
			case i == mostCorrections && n > mostCorrections:
				text += ", ..., "
				continue
			case i > mostCorrections && i < n-1:
				continue
			case i > 0 && i <= mostCorrections:
				text += ", "
			}
			text += "to " + d(c.Expected) + " when it had run " + d(c.At-s.Start)
		}
		list = append(list, text+".")
	}
	text := "It waited " + d(s.Wait()) + " (bounded slowdown " + numeral.Number(s.Bsld) + ")"
	beside := func(start int64, words string) string {
		switch wait := start - s.Submit; {
		case wait == s.Wait():
			return "as long " + words
		default:
			return d(wait) + " " + words
		}
	}
	return append(list, text+"; "+beside(s.EASY, "under EASY with requests")+", "+beside(s.Exact, "with run times known")+".")
}

// mostCorrections bounds those that are listed one by one; the last one is too.
const mostCorrections = 3
