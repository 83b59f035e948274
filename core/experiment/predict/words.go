package predict

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
)

// what is to be small, in words.
func (r *Report) what() string {
	if r.Plan.Objective == AvgWait {
		return "the average wait"
	}
	return "the mean bounded slowdown"
}

// What names of learned quantiles, and of means that fade, begin with.
const (
	quantile = "quantile@"
	fading   = "fading@"
)

// Doing says what a way does in a few words, as the subject of a sentence.
func Doing(x triples.Triple) string {
	switch p := x.Predictor; {
	case p == triples.Requested && x.Backfill == triples.SJBF:
		return "backfilling the shortest request first" + behind(x)
	case p == triples.Requested:
		return "backfilling by " + order.Label(x.Backfill) + behind(x)
	case p == triples.Clairvoyant:
		return "knowing run times exactly"
	case p == triples.Learned:
		return "learning run times"
	case strings.HasPrefix(p, quantile):
		return "learning the " + strings.TrimPrefix(p, quantile) + " quantile of run times"
	case strings.HasPrefix(p, "ave"):
		return last(strings.TrimPrefix(p, "ave"), "")
	case strings.HasPrefix(p, fading):
		return "a mean of a user's jobs that fades"
	case strings.HasPrefix(p, "history"):
		return last(strings.TrimPrefix(p, "history"), " alike")
	}
	return x.Label()
}

// behind names the order of the front, where it is not that of arrival.
func behind(x triples.Triple) string {
	if x.Front == "" {
		return ""
	}
	return " behind " + order.Label(x.Front)
}

// going is Doing as words that go on behind a figure.
func going(x triples.Triple) string {
	s := Doing(x)
	if strings.HasPrefix(s, "the ") || strings.HasPrefix(s, "a ") {
		return "with " + s
	}
	return s
}

// last is the average of so many jobs.
func last(count, alike string) string {
	switch count {
	case "1":
		return "a user's last job" + alike
	case "2":
		count = "two"
	case "3":
		count = "three"
	}
	return "the average of a user's last " + count + alike
}

// Sentence says what the report found, in a few sentences, each with one claim. What is
// called shown holds for all ways of the ladder together.
func (r *Report) Sentence() string {
	n := r.Named
	switch {
	case r.Verdict == report.NoGain:
		return "Under EASY with requests jobs wait less than a second on average: there is nothing to gain from predictions."
	case n == nil || !n.Change.Known():
		return "Nothing is known yet."
	case !n.Replayed() || n.Weeks < stats.LeastWeeks:
		return r.did()
	}
	return r.claim()
}

// did is what happened, where nothing is concluded.
func (r *Report) did() string {
	bound := r.spoken(r.Plan.Bound())
	s := bound.claim.Sentence(r.subject(bound.Triple))
	if i := r.Plan.Asked(); i != r.Plan.Bound() && i != 0 {
		x := r.spoken(i)
		s += " " + numeral.Capital(Doing(x.Triple)) + " changes " + r.what() + " by " + report.Signed(x.figure()) + "."
	}
	return s + r.exact(bound) + r.unpredicted()
}

// subject is a way that a claim is said of.
func (r *Report) subject(x triples.Triple) report.Subject {
	return report.Subject{Name: Doing(x), Base: "EASY with requests", What: r.what(), Any: "it", Where: "This log", Many: "ways",
		Alone: r.Source.Alone()}
}

func (r *Report) asked() triples.Triple { return r.Plan.Ways()[r.Plan.Asked()] }

// spoken is a way that the sentence speaks of.
type spoken struct {
	triples.Triple
	*Way
	claim *report.Claim
	at    int // in Ways
}

// spoken is way i of the ladder.
func (r *Report) spoken(i int) spoken { return spoken{r.Plan.Ways()[i], &r.Ways[i], r.claims[i], i} }

// predicting are the ways spoken of that a machine could have: the one asked about,
// then the average of two.
func (r *Report) predicting() (list []spoken) {
	for _, i := range []int{r.Plan.Asked(), r.Plan.Pair()} {
		if x := r.spoken(i); i > 0 && x.Predicts() && (len(list) == 0 || i != r.Plan.Asked()) {
			list = append(list, x)
		}
	}
	return list
}

// claim is what is shown of knowing run times and of predicting them, and what is left open.
func (r *Report) claim() string {
	bound := r.spoken(r.Plan.Bound())
	s, what, open, said := "", r.what(), []spoken(nil), []spoken(nil)
	for _, x := range append([]spoken{bound}, r.predicting()...) {
		if x.claim.Verdict == report.Undecided {
			open = append(open, x)
			continue
		}
		s, what, said = s+x.shown(what), "it", append(said, x)
	}
	same, open := r.stills(open)
	if len(same) > 0 {
		s, what = s+" "+numeral.Capital(leaving(same, what))+".", "it"
	}
	if len(open) > 0 {
		s += " " + numeral.Capital(notShown(open, what))
	}
	for i, x := range open {
		if i == 0 {
			s += "."
		}
		s += " Best guess"
		if len(open) > 1 {
			s += " for " + Doing(x.Triple)
		}
		s += ": " + report.Signed(x.figure()) + report.Plausible(x.figure(), x.Low, x.High) + "."
		if x.claim.Held != "" || x.Way == r.Asked() || len(open) == 1 { // what would settle it is said once
			s += x.claim.Doubt(report.Subject{})
		}
	}
	s = strings.TrimSpace(s) + raw(append(said, open...)) + r.exact(bound)
	if a := r.Plan.Asked(); a > 0 && r.asked().Predicts() {
		s += r.tail(r.spoken(a))
	}
	s += r.unpredicted()
	if len(r.Ways) > len(r.Plan.Ladder()) {
		s += r.named()
	}
	return s
}

// raw says the raw changes of ways whose corrected ones were said.
func raw(list []spoken) string {
	var words []string
	differ := false
	for _, x := range list {
		words = append(words, report.Signed(x.Own))
		differ = differ || x.claim.Raw() != ""
	}
	switch {
	case !differ:
		return ""
	case len(list) == 1:
		return list[0].claim.Raw()
	}
	return " The raw changes are " + numeral.Listed(words) + ", in this order."
}

// shown says of a way what is shown of it, or likely.
func (x spoken) shown(what string) string {
	c := x.claim
	share, span := numeral.Share(math.Abs(float64(c.Change))), report.Plausible(c.Change, c.Low, c.High)+"."
	even := ""
	if !x.Predicts() {
		even = "even "
	}
	switch {
	case c.Verdict == report.Leaning:
		return " " + numeral.Capital(Doing(x.Triple)) + report.Likely(what, c.Change, c.Low, c.High) + c.Doubt(report.Subject{})
	case c.Change > 0:
		return " " + numeral.Capital(even+Doing(x.Triple)) + " raises " + what + " by " + share + span
	}
	return " " + numeral.Capital(Doing(x.Triple)) + " would have cut " + what + " by " + share + span
}

// unpredicted says so where a way that predicts nothing does better than the
// prediction asked about.
func (r *Report) unpredicted() string {
	asked, best, least := r.asked(), 0, 0
	if !asked.Corrects() {
		return ""
	}
	for i, x := range r.Plan.Ways() {
		if x.Predicts() && r.Ways[i].figure() < r.Ways[least].figure() {
			least = i
		}
		if x.Predictor == triples.Requested && r.Ways[i].figure() < r.Ways[best].figure() {
			best = i
		}
	}
	change := r.Ways[best].figure()
	if best == 0 || !(change < r.Asked().figure()) {
		return ""
	}
	does := "better than " + Doing(asked)
	if best == least {
		does = "best of all that a machine could have"
	}
	return " " + numeral.Capital(Doing(r.Plan.Ways()[best])) + ", which needs no prediction, does " + does + " on this log: " +
		report.Signed(change) + " against " + report.Signed(r.Asked().figure()) + "."
}

// notShown names ways of which nothing is shown.
func notShown(list []spoken, what string) string {
	var names []string
	for _, x := range list {
		names = append(names, Doing(x.Triple))
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0] + " was not shown to change " + what
	default:
		return "neither " + strings.Join(names[:n-1], ", ") + " nor " + names[n-1] + " was shown to change " + what
	}
}

// still is a change that is zero as far as tables write it.
const still = 0.0005

// stills names the ways that change nothing in either half of the log, and has the others.
func (r *Report) stills(open []spoken) (same []string, others []spoken) {
	for _, x := range open {
		a, moves := r.AsLogged, abs(x.lead())
		if a != nil && len(a.FirstHalf) > 0 {
			moves = max(moves, abs(a.FirstHalf[x.at]), abs(a.SecondHalf[x.at]))
		}
		if moves < still {
			same = append(same, Doing(x.Triple))
		} else {
			others = append(others, x)
		}
	}
	return same, others
}

func abs(f report.Float) report.Float { return report.Float(math.Abs(float64(f))) }

func leaving(names []string, what string) string {
	return numeral.Listed(names) + numeral.Plural(len(names), " leaves ", " leave ") + what + " as it is"
}

// exact says so where requests are run times, so that there is nothing to predict.
func (r *Report) exact(bound spoken) string {
	if r.EASY().MAE > 0 {
		return ""
	}
	s := " This log's requests are its run times, as where a log names none"
	if r.Plan.Closer == 1 {
		s = " Requests were brought to run times"
	}
	s += ". EASY with requests knows them already."
	if bound.Backfill != triples.FCFS {
		s += " Exact knowledge changes the backfilling order alone."
	}
	return s
}

// tail says what the way asked about does to those who wait longest in the log.
func (r *Report) tail(x spoken) string {
	if r.AsLogged == nil {
		return ""
	}
	way, easy := &r.AsLogged.Ways[r.Plan.Asked()], &r.AsLogged.Ways[0]
	s := " " + report.Moves("With "+with(x.Triple)+" the longest wait", float64(easy.MaxWait), float64(way.MaxWait))
	if got, had := share3(way.Extreme), share3(easy.Extreme); got != had {
		s += " " + numeral.Capital(got) + " of the jobs are slowed down more than a thousandfold; with requests, " + had + "."
	}
	return s
}

// with says what a way has in place of requests.
func with(x triples.Triple) string {
	switch p := x.Predictor; {
	case p == triples.Learned:
		return "learned run times"
	case strings.HasPrefix(p, quantile):
		return "learned quantiles"
	case strings.HasPrefix(p, "ave"), strings.HasPrefix(p, "history"), strings.HasPrefix(p, fading):
		return "averages"
	case x.Backfill == triples.SJBF:
		return "the shortest request first" + behind(x)
	}
	return "requests by " + order.Label(x.Backfill) + behind(x)
}

// share3 writes a small share.
func share3(x report.Float) string {
	switch {
	case x == 0:
		return "none"
	case x < 0.00005:
		return "hardly any"
	}
	return numeral.Percent(x, 2)
}

// named says which way is best of all that don't know run times.
func (r *Report) named() string {
	n := r.Named
	s := " Of the " + strconv.Itoa(n.Among) + " ways tried that don't know run times "
	if n.At < len(r.Plan.Ladder()) { // its figures were said
		return s + Doing(r.Plan.Ways()[n.At]) + " comes out best."
	}
	span := report.Plausible(n.Change, n.Low, n.High) + "."
	switch {
	case n.Verdict == report.Shown && n.Change < 0:
		return s + n.Way + " comes out best. It would have cut " + r.what() + " by " + numeral.Share(-n.Change) + span +
			n.Widened(r.subject(r.Plan.Ways()[n.At]))
	case n.Verdict == report.Leaning:
		return s + n.Way + report.Likely(r.what(), n.Change, n.Low, n.High) + n.Raw() + n.Doubt(report.Subject{})
	}
	return s + "none was shown better than EASY with requests. Best guess: " + n.Way + ", " + report.Signed(n.Change) + span + n.Raw() +
		n.Doubt(report.Subject{})
}

// Logged says what a replay of the log shows, beside what its own records say; ""
// while it is not known.
func (r *Report) Logged() string {
	a := r.AsLogged
	if a == nil {
		return ""
	}
	const easy = "EASY with requests"
	switch wait := a.Ways[0].AvgWait; {
	case !(wait > 0):
		return report.Replay + "nobody waits under " + easy + "." + a.Recorded.Words()
	case report.Idle(wait):
		return report.Replay + "jobs wait less than a second on average under " + easy + "." + a.Recorded.Words()
	}
	told := []int{r.Plan.Bound()}
	if i := r.Plan.Asked(); i != r.Plan.Bound() && i != 0 {
		told = append(told, i)
	}
	ways := r.Plan.Ways()
	waits := []report.Float{a.Ways[0].AvgWait}
	for _, i := range told {
		waits = append(waits, a.Ways[i].AvgWait)
	}
	write := numeral.Times(waits...)
	s := report.Replay + write(waits[0]) + " mean wait under " + easy
	slow := []string{numeral.Number(a.Ways[0].AvgBsld)}
	for _, i := range told {
		s += ", " + write(a.Ways[i].AvgWait) + " " + going(ways[i])
		slow = append(slow, numeral.Number(a.Ways[i].AvgBsld))
	}
	s += "." + a.Recorded.Words()
	if r.Plan.Objective == AvgBsld {
		s += " The mean bounded slowdown is " + numeral.Listed(slow) + " in turn."
	}
	if i := told[len(told)-1]; i != r.Plan.Bound() && len(a.FirstHalf) > 0 {
		s += report.Halves(easy, r.what()+", "+going(ways[i])+",", a.FirstHalf[i], a.SecondHalf[i])
	}
	return s
}
