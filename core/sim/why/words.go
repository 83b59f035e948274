package why

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// Sentence is a part of a story, and the instant it begins with.
type Sentence struct {
	At    int64  `json:"at"`
	Words string `json:"words"`
}

// several are so many episodes that they are told one by one; more between two
// turns at the head are told together. Of more turns and times between them than
// chapters the middle ones are told together.
const (
	several  = 4
	chapters = 8
)

// named are so many jobs that are named in a sentence.
const named = 5

// Sentences tell a story: page and command say it in these words.
func (p *Tape) Sentences(s *Story) []Sentence {
	w := teller{p, p.Trace, s, nil}
	w.reason()
	w.arrival()
	parts := stretches(s.Episodes)
	if n := len(parts); n > chapters {
		middle := slices.Concat(parts[chapters/2 : n-chapters/2]...)
		parts = slices.Concat(parts[:chapters/2], [][]Episode{middle}, parts[n-chapters/2:])
	}
	for _, e := range parts {
		switch {
		case len(e) > several:
			w.together(e)
		default:
			for _, x := range e {
				w.episode(x)
			}
		}
	}
	w.overtaken()
	w.start()
	w.delayed()
	return w.list
}

// stretches parts episodes where the job becomes the head of the queue, or no
// longer is.
func stretches(list []Episode) (parts [][]Episode) {
	from := 0
	for i := range list {
		if i+1 == len(list) || list[i].Reason == Head || list[i+1].Reason == Head {
			parts = append(parts, list[from:i+1])
			from = i + 1
		}
	}
	return parts
}

type teller struct {
	p    *Tape
	t    *job.Trace
	s    *Story
	list []Sentence
}

func (w *teller) say(at int64, words string) { w.list = append(w.list, Sentence{at, words}) }

// Clock writes an instant of a trace: its date where the log has one, else the day and the
// time by the log's own clock, whose second 0 begins day 1.
func Clock(t *job.Trace, at int64) string {
	if c := &t.Calendar; c.Unix > 0 && at > -farthest && at < farthest {
		return time.Unix(c.Local(at), 0).UTC().Format("2006-01-02 15:04:05")
	}
	day := at / job.Day
	if at%job.Day < 0 {
		day--
	}
	return "day " + numeral.Count(day+1) + ", " + time.Unix(at-day*job.Day, 0).UTC().Format(time.TimeOnly)
}

// farthest is beyond any date worth writing.
const farthest = int64(1) << 40

func (w *teller) clock(at int64) string { return Clock(w.t, at) }

// job names a job.
func (w *teller) job(j int) string { return "job " + strconv.FormatInt(Number(w.t, j), 10) }

// jobs names the first of some jobs, and says how many more there are.
func (w *teller) jobs(list []int) string {
	var words []string
	for _, j := range list[:min(len(list), named)] {
		words = append(words, w.job(j))
	}
	if more := len(list) - named; more > 0 {
		words = append(words, numeral.Count(more)+" more")
	}
	return numeral.Listed(words)
}

func processors(n int64) string {
	if n == 1 {
		return "1 processor"
	}
	return numeral.Count(n) + " processors"
}

// free says how many processors were.
func free(n int64) string {
	switch n {
	case 0:
		return "no processor was free"
	case 1:
		return "1 processor was free"
	}
	return processors(n) + " were free"
}

// beyond says that a job asks for more than the extra processors.
func beyond(extra int64) string {
	if extra <= 0 {
		return "there were no extra processors"
	}
	return "it asks for more than the " + numeral.Count(extra) + " extra " + numeral.Plural(int(min(extra, 2)), "processor", "processors")
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return numeral.Count(n) + " times"
}

func (w *teller) size() int64 { return int64(w.t.Size[w.s.Job]) }

// span says from when on and for how long.
func (w *teller) span(from, to int64) string {
	return "From " + w.clock(from) + " for " + numeral.Duration(float64(to-from))
}

func (w *teller) arrival() {
	s, t := w.s, w.t
	text := numeral.Capital(w.job(s.Job)) + " came at " + w.clock(s.Submit) + " and asked for " + processors(w.size())
	if d := numeral.Duration(float64(t.Request[s.Job])); t.Asked(s.Job) {
		text += " for " + d
	} else {
		text += " without a requested time, for which its run time of " + d + " stands"
	}
	if s.First != None {
		text += "; the first in the queue was " + w.job(s.First)
	}
	w.say(s.Submit, text+".")
}

// did says what a head did that waits: where processors go out it may have fitted.
func (w *teller) did(not, waited string) string {
	if len(w.t.Closures)+len(w.t.Rules) > 0 {
		return "had" + strings.TrimPrefix(waited, "have")
	}
	return "did " + not
}

// out says when processors go out that a job would run into from an instant on.
func (w *teller) out(j int, at int64) string {
	first := int64(math.MaxInt64)
	for _, x := range w.t.Closures {
		if x.From > at && x.From < at+w.t.Request[j] && x.Known <= at {
			first = min(first, x.From)
		}
	}
	if first == math.MaxInt64 {
		return "processors going out"
	}
	return "processors going out at " + w.clock(first)
}

// rules are those of a set in words.
func (w *teller) rules(set guard.Mask) string {
	var words []string
	for ; set != 0; set &= set - 1 {
		if i := set.First(); i < len(w.t.Rules) {
			words = append(words, (&rule.Terms{Procs: w.t.Procs}).Clause(&w.t.Rules[i].Rule))
		}
	}
	return strings.Join(words, "; ")
}

// mostOf is the set of rules that held for the longest time, of several that of the first rules.
func mostOf(held map[guard.Mask]int64) (set guard.Mask) {
	for m, lasted := range held {
		if set == 0 || lasted > held[set] || lasted == held[set] && m < set {
			set = m
		}
	}
	return set
}

// episode tells what was found of a job that is not the head.
func (w *teller) episode(e Episode) {
	text := w.span(e.From, e.To)
	switch {
	case e.Reason == Head:
		w.head(e)
		return
	case e.Passes == 0:
		text += " no pass ran: " + free(e.Free) + " when it came, it asks for " + numeral.Count(w.size()) + ", and in dialect " +
			w.p.Config.Dialect.String() + " an arrival that does not fit brings no pass."
	case e.Reason == TooWide:
		text += " it did not fit: " + free(e.Free) + " at first"
		if e.Most > e.Free {
			text += ", later up to " + numeral.Count(e.Most)
		}
		text += ", it asks for " + numeral.Count(w.size()) + "."
	case e.Reason == Held:
		text += " it fitted into the " + processors(e.Free) + " free, but was held by: " + w.rules(e.Rules) + "."
	case e.Reason == Barred:
		text += " it fitted into the " + processors(e.Free) + " free, but would have run into " + w.out(w.s.Job, e.From) + "."
	case e.Reason == WouldDelay && w.p.Config.Backfilling == sim.Conservative:
		text += " it fitted into the " + processors(e.Free) + " free, but they were promised to others before it would have ended" +
			w.promised(e) + "."
	case e.Reason == WouldDelay:
		text += " it fitted into the " + processors(e.Free) + " free, but would have ended at " + w.clock(e.From+w.t.Request[w.s.Job]) +
			", after the shadow time " + w.clock(e.Shadow) + " of the head, " + w.job(e.Head) + ", and " + beyond(e.Extra) + "."
	case w.p.Config.Backfilling == sim.NoBackfilling:
		text += " it stood behind " + w.job(e.Head) + ", which " + w.did("not fit", "have to wait") +
			"; without backfilling nobody goes before the head."
	default:
		text += " nobody looked at it: the scheduler looks only so far down the queue. The head was " + w.job(e.Head) + "."
	}
	w.say(e.From, text)
}

// promised says where conservative backfilling has the job.
func (w *teller) promised(e Episode) string {
	if e.Shadow == Unknown {
		return ""
	}
	return "; its own place began at " + w.clock(e.Shadow)
}

// together tells many episodes as one.
func (w *teller) together(list []Episode) {
	from, to := list[0].From, list[len(list)-1].To
	var passes [Held + 1]int
	most, rules := int64(0), guard.Mask(0)
	var heads []int
	for _, e := range list {
		passes[e.Reason] += e.Passes
		switch e.Reason {
		case TooWide:
			most = max(most, e.Most)
		case WouldDelay:
			heads = add(heads, e.Head)
		case Held:
			rules |= e.Rules
		}
	}
	var words []string
	if n := passes[Behind]; n > 0 {
		words = append(words, times(n)+" nobody looked at it")
	}
	if n := passes[TooWide]; n > 0 {
		words = append(words, times(n)+" it did not fit (at most "+processors(most)+" free at its turn, it asks for "+
			numeral.Count(w.size())+")")
	}
	if n := passes[WouldDelay]; n > 0 {
		text := times(n) + " it fitted, but would have taken processors promised to "
		if w.p.Config.Backfilling == sim.Conservative {
			text += "others"
		} else {
			text += "the head (" + w.jobs(heads) + ")"
		}
		words = append(words, text)
	}
	if n := passes[Barred]; n > 0 {
		words = append(words, times(n)+" it fitted, but would have run into processors going out")
	}
	if n := passes[Held]; n > 0 {
		words = append(words, times(n)+" it fitted, but was held by: "+w.rules(rules))
	}
	if n := passes[Head]; n > 0 {
		words = append(words, times(n)+" it was the head of the queue and "+w.did("not fit", "have to wait"))
	}
	total := passes[Held] + passes[Barred] + passes[Behind] + passes[TooWide] + passes[WouldDelay] + passes[Head]
	w.say(from, w.span(from, to)+" the scheduler passed "+times(total)+": "+numeral.Listed(words)+".")
}

// add adds a job to a list that does not have it.
func add(list []int, j int) []int {
	if slices.Contains(list, j) {
		return list
	}
	return append(list, j)
}

// head tells of a stretch at the head of the queue.
func (w *teller) head(e Episode) {
	text := w.span(e.From, e.To) + " it was the head of the queue: " + free(e.Free) + ", it asks for " + numeral.Count(w.size())
	switch {
	case e.Rules != 0:
		text += ", and was held by: " + w.rules(e.Rules)
	case e.Free >= w.size():
		text += ", and would have run into " + w.out(w.s.Job, e.From)
	}
	if e.Shadow == Unknown {
		w.say(e.From, text+".")
		return
	}
	text += ". It was promised a start at " + w.clock(e.Shadow)
	moves, last := 0, e.Shadow
	for _, m := range w.s.Reserved {
		if m.At > e.From && m.At < e.To {
			moves++
			last = m.Shadow
		}
	}
	if moves > 0 {
		text += ", which moved " + times(moves) + ", at last to " + w.clock(last)
	}
	w.say(e.From, text+".")
}

func (w *teller) overtaken() {
	list := w.s.Overtaken
	if len(list) == 0 {
		return
	}
	var ways [2][]int
	for _, x := range list {
		ways[x.How] = append(ways[x.How], x.Job)
	}
	var words []string
	if n := len(ways[Front]); n > 0 {
		words = append(words, numeral.Count(n)+" from the front of the queue ("+w.jobs(ways[Front])+")")
	}
	if n := len(ways[Backfilled]); n > 0 {
		words = append(words, numeral.Count(n)+" by backfilling ("+w.jobs(ways[Backfilled])+")")
	}
	w.say(list[0].Start, numeral.Jobs(len(list))+" that came later started earlier: "+
		numeral.Listed(words)+".")
}

// Overtook says how another could start before a job that came earlier.
func (p *Tape) Overtook(x Overtaker) string {
	w := teller{p: p, t: p.Trace}
	switch end := x.Start + p.Trace.Request[x.Job]; {
	case x.How == Front:
		return "it stood ahead in the order"
	case x.Shadow == Unknown:
		return "it was backfilled: it took nobody's place"
	case end <= x.Shadow:
		return "it was backfilled: it would end at " + w.clock(end) + ", no later than the shadow time"
	}
	return "it was backfilled: it asked for no more than the extra processors"
}

func (w *teller) start() {
	s := w.s
	text := "It started at " + w.clock(s.Start)
	if s.Wait() == 0 {
		text += " at once"
	} else {
		text += ", after " + numeral.Duration(float64(s.Wait()))
	}
	if text += " from the front of the queue"; s.How == Backfilled {
		text = text[:len(text)-len(" from the front of the queue")] + " by backfilling"
	}
	w.say(s.Start, text+", and ended at "+w.clock(s.End)+".")
}

func (w *teller) delayed() {
	list := w.s.Delayed
	if len(list) == 0 {
		return
	}
	w.say(w.s.Start, "While it was the head it kept "+numeral.Jobs(len(list))+
		" waiting that would have fitted: "+w.jobs(list)+".")
}

// Left says why a job was left waiting at an instant.
func (p *Tape) Left(j int, at int64) (string, error) {
	s, err := p.At(at)
	if err != nil {
		return "", err
	}
	if s.Now == at {
		for i := len(s.Passes) - 1; i >= 0; i-- {
			for _, x := range s.Passes[i].Queue {
				switch {
				case x.Job != j:
				case x.Reason == Front || x.Reason == Backfilled:
					return "it starts there too", nil
				default:
					return p.Verdict(&s.Passes[i], x, at), nil
				}
			}
		}
	}
	return "the scheduler did not look at it then", nil
}

// Verdict says what a pass at an instant finds of a candidate. Trace and
// configuration of the tape are enough.
func (p *Tape) Verdict(s *Pass, x Candidate, at int64) string {
	w := teller{p: p, t: p.Trace}
	size, end := int64(p.Trace.Size[x.Job]), at+p.Trace.Request[x.Job]
	switch {
	case x.Reason == Front:
		return "it starts from the front of the queue"
	case x.Reason == Backfilled && s.Shadow == Unknown:
		return "it is backfilled: it takes nobody's place"
	case x.Reason == Backfilled && end <= s.Shadow:
		return "it is backfilled: it would end at " + w.clock(end) + ", no later than the shadow time"
	case x.Reason == Backfilled:
		return "it is backfilled: it would end after the shadow time, but asks for no more than the " + numeral.Count(x.Extra) + " extra " +
			numeral.Plural(int(min(x.Extra, 2)), "processor", "processors")
	case x.Reason == Held:
		return "it fits into the " + processors(x.Free) + " free, but is held by: " + w.rules(x.Rules)
	case x.Reason == Head && x.Rules != 0:
		return "it is the head of the queue, and is held by: " + w.rules(x.Rules)
	case x.Reason == Barred, x.Reason == Head && x.Free >= size:
		text := "it fits into the " + processors(x.Free) + " free, but would run into " + w.out(x.Job, at)
		if x.Reason == Head {
			text = "it is the head of the queue: " + text
		}
		return text
	case x.Reason == Head:
		return "it is the head of the queue and does not fit, " + free(x.Free) + " and it asks for " + numeral.Count(size)
	case x.Reason == TooWide:
		return "when its turn came, " + free(x.Free) + " and it asks for " + numeral.Count(size)
	case x.Reason == WouldDelay && p.Config.Backfilling == sim.Conservative:
		return "it fits into the " + processors(x.Free) + " free, but they are promised to others"
	case x.Reason == WouldDelay:
		return "it fits into the " + processors(x.Free) + " free, but would end at " + w.clock(end) + ", after the shadow time " +
			w.clock(s.Shadow) + " of the head, " + w.job(s.Head) + ", and " + beyond(x.Extra)
	case p.Config.Backfilling == sim.NoBackfilling:
		if len(w.t.Closures)+len(w.t.Rules) > 0 {
			return "it stands behind " + w.job(s.Head) + ", which has to wait"
		}
		return "it stands behind " + w.job(s.Head) + ", which does not fit"
	}
	return "nobody looks at it, so far down the queue"
}
