package predict

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
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

// quantile is what names of learned quantiles begin with.
const quantile = "quantile@"

// Doing says what a way does in a few words, as the subject of a sentence.
func Doing(x triples.Triple) string {
	switch p := x.Predictor; {
	case p == triples.Requested && x.Backfill == triples.SJBF:
		return "backfilling the shortest request first"
	case p == triples.Requested:
		return "backfilling by " + order.Label(x.Backfill)
	case p == triples.Clairvoyant:
		return "knowing run times exactly"
	case p == triples.Learned:
		return "learning them"
	case strings.HasPrefix(p, quantile):
		return "learning their " + strings.TrimPrefix(p, quantile) + " quantile"
	case strings.HasPrefix(p, "ave"):
		return last(strings.TrimPrefix(p, "ave"), "")
	case strings.HasPrefix(p, "history"):
		return last(strings.TrimPrefix(p, "history"), " alike")
	}
	return x.Label()
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

// Sentence says what the report found, in a few sentences, with its uncertainty,
// and says so when nothing can be concluded. What is called shown holds for all ways
// together.
func (r *Report) Sentence() string {
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	bound := r.Bound()
	switch {
	case !bound.Change.Known() || r.EASY().AvgWait == 0:
		return "Under EASY with requests no job waits at all in these resamples: there is nothing that predictions could improve."
	case report.Idle(r.EASY().AvgWait):
		return "Under EASY with requests jobs wait less than a second on average: there is nothing that predictions could improve."
	case r.short() != "":
		return r.short() + " " + report.At(&r.Plan.Workload, r.Done) + r.did() + "." + r.exact(spoken{r.Plan.Ways()[r.Plan.Bound()], bound})
	case r.Plan.Once():
		return report.At(&r.Plan.Workload, r.Done) + r.did() + "; one trace alone proves nothing: resamples of it show what is chance."
	case r.Done == 1:
		return "In the first resample " + r.did() + "; one resample alone proves nothing."
	}
	s := r.claim()
	if r.Done < report.Few {
		s += " So few resamples can't tell much: ask for 60."
	}
	return s
}

// short says that the log is too short to claim anything; "" where it is not, or is not
// replayed yet.
func (r *Report) short() string {
	if r.AsLogged == nil {
		return ""
	}
	return report.TooShort(&r.Plan.Workload, "This log", r.AsLogged.Weeks, "what knowing or predicting run times is worth")
}

// did is what happened, where nothing is concluded.
func (r *Report) did() string {
	s := "knowing run times exactly changes " + r.what() + " by " + report.Signed(r.Bound().Change)
	if r.Plan.Asked() != r.Plan.Bound() && r.Plan.Asked() != 0 {
		s += ", " + Doing(r.asked()) + " by " + report.Signed(r.Asked().Change)
	}
	return s
}

func (r *Report) asked() triples.Triple { return r.Plan.Ways()[r.Plan.Asked()] }

// spoken is a way that the sentence speaks of.
type spoken struct {
	triples.Triple
	*Way
}

// predicting are the ways spoken of that a machine could have: the one asked about,
// then the average of two.
func (r *Report) predicting() (list []spoken) {
	ways := r.Plan.Ways()
	for _, i := range []int{r.Plan.Asked(), r.Plan.Pair()} {
		if i > 0 && ways[i].Predicts() && (len(list) == 0 || i != r.Plan.Asked()) {
			list = append(list, spoken{ways[i], &r.Ways[i]})
		}
	}
	return list
}

// claim is what is shown of knowing run times, and of what predictions get of it.
func (r *Report) claim() string {
	bound, list := spoken{r.Plan.Ways()[r.Plan.Bound()], r.Bound()}, r.predicting()
	shown, open := parted(append([]spoken{bound}, list...))
	s := r.in()
	switch same, others := stills(open); {
	case len(shown) > 0:
		s += r.exactly(bound) + r.gets(list)
	case len(others) == 0:
		s, open = "in resamples "+leaving(same, r.what()), nil
	default:
		s += notShown(open, r.what())
	}
	s = numeral.Capital(s) + "." + r.doubts(open) + r.exact(bound)
	if a := r.Plan.Asked(); a > 0 && r.asked().Predicts() {
		s += r.tail(spoken{r.asked(), r.Asked()})
	}
	s += r.unpredicted()
	if n := r.Named; n != nil {
		s += r.named(n)
	}
	return s + r.against()
}

// unpredicted says so where a way that predicts nothing does better than the
// prediction asked about.
func (r *Report) unpredicted() string {
	asked, best, least := r.asked(), 0, 0
	if !asked.Corrects() {
		return ""
	}
	for i, x := range r.Plan.Ways() {
		if x.Predicts() && r.Ways[i].Change < r.Ways[least].Change {
			least = i
		}
		if x.Predictor == triples.Requested && r.Ways[i].Change < r.Ways[best].Change {
			best = i
		}
	}
	change := r.Ways[best].Change
	if best == 0 || !(change < r.Asked().Change) {
		return ""
	}
	does := "better than " + Doing(asked)
	if best == least {
		does = "best of all that a machine could have"
	}
	return " In resamples " + Doing(r.Plan.Ways()[best]) + ", which needs no prediction, does " + does + ": it changes " + r.what() +
		" by " + report.Signed(change) + ", " +
		Doing(asked) + " by " + report.Signed(r.Asked().Change) + "."
}

// parted are the ways of which something is shown, and the others.
func parted(list []spoken) (shown, open []spoken) {
	for _, x := range list {
		if x.Shown == report.Nothing {
			open = append(open, x)
		} else {
			shown = append(shown, x)
		}
	}
	return shown, open
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

// in is of what the figures are where they are not of other weeks.
func (r *Report) in() string {
	if r.against() == "" {
		return ""
	}
	return "in resamples of this log "
}

// exactly is what is shown of knowing run times.
func (r *Report) exactly(b spoken) string {
	switch share := numeral.Share(math.Abs(float64(b.Change))); b.Shown {
	case report.Less:
		return Doing(b.Triple) + " would be worth " + share + bracket(b.Way) + " of " + r.what()
	case report.More:
		return "even " + Doing(b.Triple) + " raises " + r.what() + " by " + share + bracket(b.Way)
	}
	return notShown([]spoken{b}, r.what())
}

// gets says what predictions get: points of those that knowing is worth, where it
// is worth any.
func (r *Report) gets(list []spoken) string {
	shown, open := parted(list)
	var parts []string
	worth, verb := r.Bound(), " gets "
	for _, x := range shown {
		share := numeral.Share(math.Abs(float64(x.Change))) + bracket(x.Way)
		switch {
		case x.Shown == report.More:
			parts = append(parts, Doing(x.Triple)+" raises it by "+share)
		case worth.Shown != report.Less:
			parts = append(parts, Doing(x.Triple)+" lowers it by "+share)
		case x.Change < worth.Change:
			parts, verb = append(parts, Doing(x.Triple)+" gets even "+points(x.Change)+bracket(x.Way)+" points"), " gets "
		case verb == " ":
			parts = append(parts, Doing(x.Triple)+verb+points(x.Change)+bracket(x.Way))
		default:
			parts, verb = append(parts, Doing(x.Triple)+verb+points(x.Change)+bracket(x.Way)+" of those "+points(worth.Change)+" points"),
				" "
		}
	}
	s, join := "", "; "
	if worth.Shown == report.Nothing {
		join = ", but "
	}
	if len(parts) > 0 {
		s, join = join+strings.Join(parts, ", "), ", while "
	}
	if len(open) > 0 {
		s += join + notShown(open, "it")
	}
	return s
}

// points are the percentage points of a change, without its sign.
func points(change report.Float) string {
	x := math.Abs(float64(change))
	return numeral.BarePercent(x, numeral.Digits(x))
}

// bracket is the interval of a change without its sign.
func bracket(w *Way) string {
	low, high, _ := w.Interval()
	if w.Change < 0 {
		low, high = -high, -low
	}
	if !report.Telling(low, high) {
		return ""
	}
	return " " + numeral.IntervalTo(float64(low), float64(high), numeral.Digits(float64(w.Change)))
}

// still is an interval that is zero as far as tables write it.
const still = 0.0005

// stills names the ways that change nothing, and has the others.
func stills(open []spoken) (same []string, others []spoken) {
	for _, x := range open {
		if low, high, _ := x.Interval(); low > -still && high < still {
			same = append(same, Doing(x.Triple))
		} else {
			others = append(others, x)
		}
	}
	return same, others
}

func leaving(names []string, what string) string {
	return numeral.Listed(names) + numeral.Plural(len(names), " leaves ", " leave ") + what + " as it is"
}

// doubts are the figures of ways of which nothing is shown, with the reason: ways
// that have one in common stand in one sentence.
func (r *Report) doubts(open []spoken) string {
	same, others := stills(open)
	by := map[report.Standing][]spoken{}
	for _, x := range others {
		by[x.Standing()] = append(by[x.Standing()], x)
	}
	s := ""
	if len(same) > 0 {
		s = " In resamples " + leaving(same, "it") + "."
	}
	switch list := by[report.Resampled]; {
	case list == nil:
	case !list[0].Low.Known():
		s += " In resamples " + changes(list, false) + ", but resamples alone prove nothing."
	default:
		s += " In resamples " + changes(list, false) + ", but other weeks of this machine could show " + anything(list) +
			": a longer log would tell."
	}
	if list := by[report.Sure]; list != nil {
		s += " Taken alone, " + changes(list, true) + "; among " + strconv.Itoa(len(r.Ways)-1) +
			" ways compared at once that does not count as shown."
	}
	if list := append(by[report.Open], by[report.Unknown]...); list != nil {
		s += " In resamples " + changes(list, false) + "; this may be chance."
	}
	return s
}

// changes lists what ways change, as resamples have it.
func changes(list []spoken, intervals bool) string {
	var parts []string
	for i, x := range list {
		part := Doing(x.Triple)
		if i == 0 {
			part += " changes it"
		}
		part += " by " + report.Signed(x.Change)
		if low, high, _ := x.Interval(); intervals && report.Telling(low, high) {
			part += " " + numeral.IntervalTo(float64(low), float64(high), numeral.Digits(float64(x.Change)))
		}
		parts = append(parts, part)
	}
	return numeral.Listed(parts)
}

// anything lists between which changes the ways' intervals leave things open, in
// their order; none where no interval says anything.
func anything(list []spoken) string {
	var parts []string
	telling := false
	for i, x := range list {
		low, high, _ := x.Interval()
		part := report.Anything(low, high)
		if telling = telling || report.Telling(low, high); i > 0 {
			part = strings.Replace(part, "anything from", "from", 1)
		}
		parts = append(parts, part)
	}
	if !telling {
		parts = parts[:1]
	}
	return numeral.Listed(parts)
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
	s += ": EASY with requests knows them already"
	if bound.Backfill != triples.FCFS {
		s += ", and exact knowledge changes the order of backfilling alone"
	}
	return s + "."
}

// tail says what the way asked about does to those who wait longest.
func (r *Report) tail(x spoken) string {
	s := " With " + with(x.Triple) + " " + report.Longest(float64(x.MaxWait), float64(r.EASY().MaxWait)) + " in the mean resample"
	if got, had := share3(x.Extreme), share3(r.EASY().Extreme); got != had {
		s += ", and " + got + " of the jobs are slowed down more than a thousandfold, " + had + " with requests"
	}
	return s + "."
}

// with says what a way has in place of requests.
func with(x triples.Triple) string {
	switch p := x.Predictor; {
	case p == triples.Learned:
		return "learned run times"
	case strings.HasPrefix(p, quantile):
		return "learned quantiles"
	case strings.HasPrefix(p, "ave"), strings.HasPrefix(p, "history"):
		return "averages"
	case x.Backfill == triples.SJBF:
		return "the shortest request first"
	}
	return "requests by " + order.Label(x.Backfill)
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
func (r *Report) named(n *Named) string {
	tried := 0
	for _, x := range r.Plan.Ways()[1:] {
		if x.Predicts() {
			tried++
		}
	}
	s := " Of the " + strconv.Itoa(tried) + " ways tried that don't know run times " + n.Way + " does best"
	low, high, _ := n.Interval()
	if n.Shown() == report.Less {
		return s + ", with " + numeral.Share(math.Abs(float64(n.Change))) + n.Cut(low, high) + " less." + n.AtLevel(tried)
	}
	return s + ", with " + report.Signed(n.Change) + "; chosen by looking, it was not shown better than EASY with requests."
}

// against says that the log itself does not have the sign of what is claimed of
// exact knowledge; "" where it has, or is not known.
func (r *Report) against() string {
	i, b := r.Plan.Bound(), r.Bound()
	if b.Shown == report.Nothing || r.AsLogged == nil {
		return ""
	}
	if logged := r.AsLogged.Changes[i]; logged.Known() && (logged < 0) != (b.Change < 0) {
		return " The log itself, replayed as it was, does not show that: there knowing run times changes it by " +
			report.Signed(logged) + "."
	}
	return ""
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
	s := report.Replay + numeral.Duration(a.Ways[0].AvgWait) + " mean wait under " + easy
	slow := []string{numeral.Number(a.Ways[0].AvgBsld)}
	for _, i := range told {
		s += ", " + numeral.Duration(a.Ways[i].AvgWait) + " " + going(ways[i])
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
