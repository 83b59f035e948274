package why

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// First counts the jobs that started while another waited and that its order ranks
// before it then, by what ranks them so.
type First struct {
	Better int `json:"better"`          // by the order's key
	Same   int `json:"same"`            // by a tie
	Late   int `json:"late"`            // beyond the threshold, whatever their key
	Share  int `json:"share,omitempty"` // by a rule: their class goes first, or their users had used less
}

// All is how many there are.
func (f *First) All() int { return f.Better + f.Same + f.Late + f.Share }

// rank counts a job that starts, if the order ranks it before the one that waits.
func (w *witness) rank(k int32) {
	if !w.tape.engine.Ahead(k, w.j) {
		return
	}
	key := func(j int32) float64 { return w.tape.engine.KeyOf(w.c.Primary, j) }
	switch a, b := key(k), key(w.j); {
	case w.tape.engine.LessUsed(k, w.j):
		w.s.Went.Share++
	case a < b:
		w.s.Went.Better++
	case a == b || w.c.Threshold == sim.None: // keys that differ by a rounding only
		w.s.Went.Same++
	default:
		w.s.Went.Late++
	}
}

// kind is how sentences speak of an order: what a job asks for by its measure, and what
// a job is that goes first. A word that begins with a blank stands behind "jobs".
type kind struct {
	asks   func(request, size int64) string
	before string
}

func requested(request, _ int64) string { return numeral.Duration(float64(request)) + " requested" }

// kindOf speaks of an order by its name.
func kindOf(name string) kind {
	area := func(request, size int64) string {
		hours := float64(request) * float64(size) / 3600
		return numeral.Number(hours) + numeral.Plural(int(min(hours, 2)), " processor-hour", " processor-hours")
	}
	ratio := func(request, size int64) string {
		return numeral.Duration(float64(request)/float64(size)) + " requested per processor"
	}
	width := func(_, size int64) string { return processors(size) }
	none := func(int64, int64) string { return "" }
	known := map[string]kind{"FCFS": {none, " that came before it"}, "LCFS": {none, " that came after it"}, "SPF": {requested, "shorter"},
		"LPF": {requested, "longer"}, "SQF": {width, "narrower"}, "LQF": {width, "wider"}, "SAF": {area, "smaller"},
		"LAF": {area, "larger"}, "SRF": {ratio, " of a smaller ratio"}, "LRF": {ratio, " of a larger ratio"},
		"LEXP": {requested, " of a larger expansion factor"}, "SEXP": {requested, " of a smaller expansion factor"}}
	if k, ok := known[name]; ok {
		return k
	}
	return kind{none, " that it ranks ahead"}
}

// reason says first what the order did to the job: where it ranked it, by what, and who
// went first; where nobody did, what else kept it.
func (w *teller) reason() {
	s, c := w.s, &w.p.Config
	if s.Wait() == 0 {
		return
	}
	name, k := c.Primary.Label(), kindOf(c.Primary.Name())
	asks := k.asks(w.t.Request[s.Job], w.size())
	switch used, first := w.has(rule.Share), w.has(rule.First); {
	case used:
		name, asks = name+" under fair share", ""
	case first:
		name, asks = name+" with the classes that go first", ""
	}
	if s.Went.All() == 0 {
		w.say(s.Submit, "No job that "+name+" ranks before it went first; "+w.kept()+".")
		return
	}
	text := name + " ranks it " + placed(s.Ahead, s.Queue)
	if s.Queue == 0 {
		text = name + " ranks later jobs before it"
	}
	if asks != "" {
		text += ": " + asks
	}
	w.say(s.Submit, text+"; "+w.went(k)+" went first.")
	w.say(s.Submit, numeral.Capital(w.kept())+".")
}

// placed is a place in a queue of so many others when a job comes.
func placed(ahead, others int) string {
	switch {
	case ahead == 0:
		return "first of " + numeral.Count(others+1)
	case ahead == others:
		return "last of " + numeral.Count(others+1)
	}
	return ordinal(ahead+1) + " of " + numeral.Count(others+1)
}

func ordinal(n int) string {
	ending := "th"
	if n%100/10 != 1 {
		ending = [...]string{"th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"}[n%10]
	}
	return strconv.Itoa(n) + ending
}

// went names those that went first.
func (w *teller) went(k kind) string {
	f := &w.s.Went
	better := f.Better
	if w.p.Config.Primary.Arrival() { // who comes at the same instant stands before it in the log
		better += f.Same
	}
	jobs := func(n int) string { return numeral.Plural(n, " job", " jobs") }
	var words []string
	if better > 0 {
		if k.before[0] == ' ' {
			words = append(words, numeral.Count(better)+jobs(better)+k.before)
		} else {
			words = append(words, numeral.Count(better)+" "+k.before+jobs(better))
		}
	}
	if n := f.Share; n > 0 {
		words = append(words, numeral.Count(n)+jobs(n)+w.shared())
	}
	if n := f.All() - f.Late - f.Share - better; n > 0 {
		words = append(words, numeral.Count(n)+" as good"+jobs(n)+" by its tie rule")
	}
	if n := f.Late; n > 0 {
		words = append(words, numeral.Count(n)+jobs(n)+" beyond the threshold")
	}
	return numeral.Listed(words)
}

// has says whether a rule of a kind holds at some time.
func (w *teller) has(k rule.Kind) bool {
	return slices.ContainsFunc(w.t.Rules, func(r rule.Bound) bool { return r.Kind == k })
}

// shared says which jobs went first by rules that say who does.
func (w *teller) shared() string {
	switch {
	case !w.has(rule.First):
		return " of users who had used less"
	case w.has(rule.Share):
		return " of classes that go first, or of users who had used less"
	}
	return " of classes that go first"
}

// kept says what the scheduler found of a job for the longest time.
func (w *teller) kept() string {
	var lasted [Held + 1]int64
	most := int64(0)
	held := map[guard.Mask]int64{}
	for _, e := range w.s.Episodes {
		switch {
		case e.Rules != 0 && e.Free >= w.size():
			e.Reason = Held
			held[e.Rules] += e.To - e.From
		case e.Reason == Head && e.Free >= w.size():
			e.Reason = Barred
		}
		lasted[e.Reason] += e.To - e.From
		if e.Reason == TooWide || e.Reason == Head {
			most = max(most, e.Most)
		}
	}
	wide := lasted[TooWide] + lasted[Head]
	longest := max(wide, lasted[WouldDelay], lasted[Behind], lasted[Barred], lasted[Held])
	part, all := numeral.Duration(float64(longest)), numeral.Duration(float64(w.s.Wait()))
	if part == all {
		part = "all"
	}
	text := "for " + part + " of its " + all + " "
	switch {
	case longest == lasted[Held]:
		return text + "it fitted, but was held by: " + w.rules(mostOf(held))
	case longest == lasted[Barred]:
		return text + "it fitted, but would have run into processors going out"
	case longest == wide:
		text += "it did not fit: it asks for " + numeral.Count(w.size()) + " of " + processors(w.t.Procs) + ", and "
		if most == 0 {
			return text + "none were free at its turn"
		}
		return text + "at most " + numeral.Count(most) + " " + numeral.Plural(int(min(most, 2)), "was", "were") + " free at its turn"
	case longest == lasted[WouldDelay] && w.p.Config.Backfilling == sim.Conservative:
		return text + "it fitted, but the free processors were promised to others"
	case longest == lasted[WouldDelay]:
		return text + "it fitted, but would have delayed the head of the queue"
	case w.p.Config.Backfilling == sim.NoBackfilling:
		return text + "it stood behind a head that " + w.did("not fit", "have to wait")
	}
	return text + "the scheduler did not look so far down the queue"
}
