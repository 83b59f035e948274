package slurm

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/report"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Forecast is when jobs that wait will start, as far as that can be known: over draws of how much of their limits jobs use and
// of who else comes, widened as earlier forecasts of the log's own jobs asked for.
type Forecast struct {
	Slurm string   `json:"version"`
	At    int64    `json:"at"`    // instant from which it is told, s of the log's clock
	Queue string   `json:"queue"` // the file that says who waits
	Draws int      `json:"draws"`
	Days  int      `json:"days"` // that are looked at
	Jobs  []Start  `json:"jobs"`
	Held  Held     `json:"held"`
	Notes []string `json:"notes"`
	Says  []string `json:"says"`
}

// Start is when a job will start, s from the instant.
type Start struct {
	Name      string        `json:"job"` // its number, as 12 or 12_3; "": the one that is asked about beside the queue
	Partition string        `json:"partition"`
	User      string        `json:"user"`
	CPUs      int64         `json:"cpus"`
	Limit     int64         `json:"limit"`   // s, below 0: none
	Reason    string        `json:"reason"`  // for which Slurm has it wait, "": it does not say
	Planned   *int64        `json:"planned"` // by Slurm; null: it does not say
	Low       *report.Float `json:"low"`     // nine of ten start from low to high; null: the log did not bear the range out
	Median    *report.Float `json:"median"`  // null: beyond what is looked at
	High      *report.Float `json:"high"`    // null: likewise, or beyond
}

// Held is how often the like was right of the log's own jobs while they waited. Each was told of what was known then, with its
// range as wide as those before it asked for.
type Held struct {
	Instants int          `json:"instants"` // that are looked back from
	Told     int          `json:"told"`     // jobs that are told of then
	Jobs     int          `json:"jobs"`     // of them, those before which there was enough to learn from: they are judged
	Within   int          `json:"within"`   // of them, those that started within their range
	Width    report.Float `json:"width"`    // median of the ranges, s; null: half of them are open
	Longer   report.Float `json:"longer"`   // median of how long these jobs still waited, s
	bare     int          // within the range of the draws alone
	learnt   lesson
}

// Bounds of the part of a log's own jobs that started within their ranges, in which these are borne out.
const (
	leastWithin = 0.85
	mostWithin  = 0.95
)

// part is how many of those that are judged started within their range, 0 to 1.
func (h *Held) part() float64 { return float64(h.Within) / float64(max(h.Jobs, 1)) }

// borne says whether the log bears the ranges out: then jobs that wait are told them.
func (h *Held) borne() bool {
	return h.Jobs >= leastHeld && h.part() >= leastWithin && h.part() <= mostWithin
}

// Of what is looked at.
const (
	MaxInstants = 120 // of a log that are looked back from
	MaxHeld     = 4   // jobs of each
	draws       = 8
	fewer       = 3  // draws, where it is looked how often the like was right
	leastHeld   = 40 // jobs from which ranges are learnt, and of which it is said how often they are right
	ahead       = 21 // days that are looked at
	nearer      = 3  // where more than so many wait, and first: most start soon
	deep        = 1000
	tested      = 500 // for each so many that wait backfill passes are one more bf_interval apart
	sixty       = 60
	daySeconds  = 86400
	far         = 1000 * daySeconds
)

// Ask is what is asked of a forecast.
type Ask struct {
	More *sacct.Job // one more job: CPUs and, where they are known, nodes, limit, user, account, partition and QOS; nil: none
	Soon bool       // medians alone, without looking at how often the like was right
	Each func(n int, task func(i int) error) error
}

// When says when the jobs will start that wait in the queue of squeue --json, or else at the end of the log.
func When(s *site.Site, version model.Version, ask *Ask) (*Forecast, error) {
	s.Assume(version)
	log, err := s.Log()
	if err != nil {
		return nil, err
	}
	return when(s, log, ask)
}

func when(s *site.Site, log *site.Log, ask *Ask) (*Forecast, error) {
	p, err := newProphet(s, log)
	if err != nil {
		return nil, err
	}
	m, file, notes := p.end(), log.File, []string(nil)
	if s.Queue != nil {
		m, notes = p.queue(s.Queue)
		file = s.QueueFile
	}
	if ask.More != nil {
		if err := m.more(p, *ask.More); err != nil {
			return nil, err
		}
	}
	if len(m.wait) == 0 {
		return nil, errors.New(file +
			": no job waits there. Give what squeue --json prints, a log up to now with jobs that wait (sacct without " +
			"-E), or one more job")
	}
	f := &Forecast{Slurm: s.Version.String(), At: m.at, Queue: file, Draws: draws, Days: m.days(), Notes: notes}
	if s := &p.scene.Settings; m.apart() > 1 && s.Backfill && s.Interval >= 0 {
		f.Notes = append(f.Notes, numeral.Count(len(m.wait))+" jobs wait: backfill is taken to pass every "+
			numeral.Duration(float64(s.Interval*m.apart()))+" in place of every "+numeral.Duration(float64(s.Interval)))
	}
	for _, note := range caveats(p.scene.Left, p.scene.Notes) {
		if note != p.scene.Unspent { // it is what the log's jobs had used by then
			f.Notes = append(f.Notes, note)
		}
	}
	told, left, err := p.tell(m, draws, ask.Each)
	if err != nil {
		return nil, err
	}
	if !ask.Soon {
		if f.Held, err = p.look(ask.Each); err != nil {
			return nil, err
		}
	}
	for i := range told {
		s := told[i].start(f.Held.learnt, f.Days)
		if !f.Held.borne() {
			s.Low, s.High = nil, nil
		}
		f.Jobs = append(f.Jobs, s)
	}
	for _, name := range left {
		f.Notes = append(f.Notes, "job "+cmp.Or(name, "that is one more")+" can't start: it is larger than the nodes of its partition")
	}
	f.Says = f.says(ask.Soon)
	return f, nil
}

// prophet is a log of which is asked when jobs start.
type prophet struct {
	scene *site.Scene
	jobs  []sacct.Job // by submission
	ended []int       // of jobs, those that ran, by their ends
	most  int         // instants that are looked back from

	shares map[string][]spent // of their limits that jobs alike used, by their ends
}

func newProphet(s *site.Site, log *site.Log) (*prophet, error) {
	scene, err := s.Scene(log)
	if err != nil {
		return nil, err
	}
	p := &prophet{scene: scene, most: MaxInstants, shares: map[string][]spent{}}
	for _, j := range log.Jobs {
		if j.Submit > 0 && j.CPUs > 0 && (site.Ran(&j) || j.State == account.Running && j.Start > 0 ||
			j.State == account.Pending && j.Eligible > 0) {
			p.jobs = append(p.jobs, j)
		}
	}
	sorted.Stable(p.jobs, func(a, b sacct.Job) int { return cmp.Or(cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.ID, b.ID)) })
	for i := range p.jobs {
		if site.Ran(&p.jobs[i]) {
			p.ended = append(p.ended, i)
		}
	}
	sorted.Stable(p.ended, func(a, b int) int { return cmp.Compare(p.jobs[a].End, p.jobs[b].End) })
	for _, i := range p.ended {
		if j := &p.jobs[i]; j.Limit > 0 {
			for _, key := range alike(j) {
				p.shares[key] = append(p.shares[key], spent{j.End, float64(j.End-j.Start) / float64(j.Limit)})
			}
		}
	}
	if len(p.ended) == 0 {
		return nil, errors.New(log.File + ": no job of it ran: export more with " + sacct.Command)
	}
	return p, nil
}

// upto is how many of the jobs were submitted by an instant.
func (p *prophet) upto(at int64) int {
	return sort.Search(len(p.jobs), func(i int) bool { return p.jobs[i].Submit > at })
}

// begun says whether a job had started by an instant, over whether it had ended too.
func begun(j *sacct.Job, at int64) bool {
	return j.Start > 0 && j.Start <= at && j.State != account.Pending
}

func over(j *sacct.Job, at int64) bool { return begun(j, at) && site.Ran(j) && j.End <= at }

func came(j *sacct.Job) int64 { return max(j.Submit, j.Eligible) }

// moment is who runs and who waits at an instant.
type moment struct {
	at      int64
	jobs    []sacct.Job // each under a number of its own
	wait    []int       // of jobs, those that are asked for
	names   []string    // of each of these
	reasons []string    // for which Slurm has it wait
	planned []int64     // and when Slurm says that it starts, 0: it does not say
}

// days are how many are looked at.
func (m *moment) days() int {
	if len(m.wait) > deep {
		return nearer
	}
	return ahead
}

// apart is how many times their interval backfill passes are apart: they take the longer the more wait, and find the less.
func (m *moment) apart() int64 {
	n := int64(0)
	for i := range m.jobs {
		if !begun(&m.jobs[i], m.at) {
			n++
		}
	}
	return 1 + n/tested
}

// asks has a job that is there be asked for.
func (m *moment) asks(name, reason string, planned int64) {
	m.wait, m.names = append(m.wait, len(m.jobs)-1), append(m.names, name)
	m.reasons, m.planned = append(m.reasons, reason), append(m.planned, planned)
}

// then is a moment of the log. Of jobs that wait those are asked for that asked says; it knows nothing of what came later.
func (p *prophet) then(at int64, asked func(j *sacct.Job) bool) *moment {
	m := &moment{at: at}
	for i := range p.jobs[:p.upto(at)] {
		if j := &p.jobs[i]; !over(j, at) && (begun(j, at) || came(j) <= at) {
			m.jobs = append(m.jobs, *j)
			if !begun(j, at) && asked(j) {
				m.asks(nameOf(j), "", 0)
			}
		}
	}
	return m
}

func nameOf(j *sacct.Job) string {
	if j.Array > 0 {
		return strconv.FormatInt(j.Array, 10) + "_" + strconv.FormatInt(j.Task, 10)
	}
	return strconv.FormatInt(j.ID, 10)
}

// end is the end of the log, where all are asked for that wait.
func (p *prophet) end() *moment {
	at := int64(0)
	for i := range p.jobs {
		j := &p.jobs[i]
		at = max(at, j.Submit, j.Start)
		if site.Ran(j) {
			at = max(at, j.End)
		}
	}
	return p.then(at, func(*sacct.Job) bool { return true })
}

// queue is the moment of which squeue tells, on the log's clock: jobs that both have say how far the two are apart.
func (p *prophet) queue(q *sacct.Queue) (*moment, []string) {
	notes := slices.Clone(q.Notes)
	submits := map[int64]int64{}
	last := int64(0)
	for i := range p.jobs {
		submits[p.jobs[i].ID] = p.jobs[i].Submit
		last = max(last, p.jobs[i].Submit, p.jobs[i].Start)
	}
	var apart []float64
	m := &moment{at: q.At}
	for i := range q.Jobs {
		j := &q.Jobs[i]
		if s, ok := submits[j.ID]; ok {
			apart = append(apart, float64(s-j.Submit))
		}
		if q.At == 0 {
			m.at = max(m.at, j.Submit, j.Start)
		}
	}
	slices.Sort(apart)
	shift := int64(0)
	if len(apart) > 0 {
		shift = int64(apart[len(apart)/2])
	} else {
		notes = append(notes, "no job is both in the log and in the queue: their clocks are taken for one")
	}
	m.at += shift
	if m.at == 0 { // an idle machine's queue says no time
		m.at = p.end().at
	}
	if days := (m.at - last) / daySeconds; days >= 1 {
		notes = append(notes, "the log ends "+numeral.Days(int(days))+" before the queue was asked: export it up to now")
	}
	for n, x := range q.Jobs {
		j := x.Job
		j.ID = int64(n) + 1
		if x.ID != 0 && len(j.After) > 0 { // by their numbers here
			var after []int64
			for o := range q.Jobs {
				if slices.Contains(j.After, q.Jobs[o].ID) || slices.Contains(j.After, q.Jobs[o].Array) {
					after = append(after, int64(o)+1)
				}
			}
			j.After = after
		}
		for _, t := range []*int64{&j.Submit, &j.Eligible, &j.Start} {
			if *t > 0 {
				*t += shift
			}
		}
		m.jobs = append(m.jobs, j)
		if j.State == account.Pending {
			planned := int64(0)
			if x.Plans > 0 {
				planned = max(m.at, x.Plans+shift)
			}
			m.asks(x.Name, x.Reason, planned)
		}
	}
	return m, notes
}

// more adds one more job, which is submitted now. What it does not say is as in the last job of its user, else of anybody.
func (m *moment) more(p *prophet, j sacct.Job) error {
	if j.CPUs <= 0 || j.CPUs > math.MaxInt32 {
		return errors.New("one more job: give how many CPUs it asks for, as cpus=64")
	}
	like := &p.jobs[len(p.jobs)-1]
	for i := range p.jobs {
		if o := &p.jobs[i]; j.User != "" && o.User == j.User && (j.Account == "" || o.Account == j.Account) {
			like = o
		}
	}
	if j.User == "" {
		j.User, j.Account = like.User, cmp.Or(j.Account, like.Account)
	}
	j.Account, j.Partition, j.QOS = cmp.Or(j.Account, like.Account), cmp.Or(j.Partition, like.Partition), cmp.Or(j.QOS, like.QOS)
	if j.NodeCount <= 0 && like.NodeCount > 0 { // CPUs to a node as that one has
		each := max(1, (like.CPUs+like.NodeCount-1)/like.NodeCount)
		j.NodeCount = (j.CPUs + each - 1) / each
	}
	j.ID, j.Task, j.Submit, j.Eligible, j.State, j.Priority = int64(1)<<45+int64(len(m.jobs)), -1, m.at, m.at, account.Pending, -1
	m.jobs = append(m.jobs, j)
	m.asks("", "", 0)
	for i := len(m.wait) - 1; i > 0; i-- { // it is told first
		m.wait[i], m.wait[i-1], m.names[i], m.names[i-1] = m.wait[i-1], m.wait[i], m.names[i-1], m.names[i]
		m.planned[i], m.planned[i-1], m.reasons[i], m.reasons[i-1] = m.planned[i-1], m.planned[i], m.reasons[i-1], m.reasons[i]
	}
	return nil
}

// told is what draws say of a job that waits, s from the instant.
type told struct {
	job            *sacct.Job
	name, reason   string
	planned, at    int64
	low, mid, high float64
}

// tell draws so often when those start who are asked for. Left are the names of those that can't start at all.
func (p *prophet) tell(m *moment, draws int, each func(n int, task func(i int) error) error) (list []told, left []string, err error) {
	if len(m.wait) == 0 {
		return nil, nil, nil
	}
	d, most := p.drawing(m), int64(m.days())
	d.scene.Settings.Interval *= m.apart()
	starts := make([]map[int]float64, draws) // by place among those that wait
	q := Question{Each: each}
	err = q.each()(draws, func(k int) error {
		now := d.now(uint64(k))
		for days := int64(nearer); ; days = most {
			scene := d.scene.Again(append(now[:len(now):len(now)], d.comers(uint64(k), days*daySeconds)...), m.at)
			place := map[int64]int{}
			for i := range scene.Records {
				place[scene.Records[i].ID] = i
			}
			var await, of []int
			for i, n := range m.wait {
				if at, ok := place[m.jobs[n].ID]; ok {
					await, of = append(await, at), append(of, i)
				}
			}
			took := follow.Foretell(scene, m.at, days*daySeconds, await)
			if days < most && (len(await) < len(m.wait) || slices.Min(took) < 0) {
				continue
			}
			starts[k] = map[int]float64{}
			for i, t := range took {
				if t < 0 {
					t = float64(most * daySeconds)
				}
				starts[k][of[i]] = t
			}
			return nil
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for i, n := range m.wait {
		var v []float64
		for k := range starts {
			if t, ok := starts[k][i]; ok {
				v = append(v, t)
			}
		}
		if len(v) == 0 {
			left = append(left, m.names[i])
			continue
		}
		slices.Sort(v)
		list = append(list, told{&m.jobs[n], m.names[i], m.reasons[i], m.planned[i], m.at, numeral.Quantile(v, level(0.05, len(v))),
			numeral.Quantile(v, 0.5), numeral.Quantile(v, level(0.95, len(v)))})
	}
	return list, left, nil
}

// level is where so many draws have in the mean what the fewer draws have at a level: what is learnt of these holds of those.
func level(of float64, n int) float64 {
	if n < 2 {
		return 0
	}
	part := (1 + of*(fewer-1)) / (fewer + 1)
	return min(1, max(0, (part*float64(n+1)-1)/float64(n-1)))
}

// lesson is how ranges are made wider, or narrower: by factors, with so many seconds added to each time.
type lesson struct{ add, lower, higher float64 }

// adds are what is tried: minutes count in a log whose jobs wait for minutes, and not where they wait for days.
var adds = [...]float64{60, 600, 3600, 4 * 3600, daySeconds}

// widen is the range by a lesson.
func (t *told) widen(by lesson) (low, high float64) {
	return max(0, min(t.mid, (t.low+by.add)*by.lower-by.add)), max(t.mid, (t.high+by.add)*by.higher-by.add)
}

// judged is one of which it is known how long it still waited.
type judged struct {
	told
	took float64
}

// learn makes ranges such that nine of ten of these are within, those of the narrowest on average.
func learn(list []judged) (best lesson) {
	best = lesson{sixty, 1, 1}
	if len(list) < leastHeld {
		return best
	}
	least := math.Inf(1)
	early, late := make([]float64, len(list)), make([]float64, len(list))
	for _, add := range adds {
		for i := range list {
			t := &list[i]
			early[i], late[i] = (t.low+add)/(t.took+add), (t.took+add)/(t.high+add)
		}
		by := lesson{add, 1 / enough(early), enough(late)}
		sum := 0.0
		for i := range list {
			low, high := list[i].widen(by)
			sum += min(high, ahead*daySeconds) - low
		}
		if sum < least {
			best, least = by, sum
		}
	}
	return best
}

// enough is what was enough for all but one of twenty, the one that is to come counted among those for which it was not.
func enough(list []float64) float64 {
	slices.Sort(list)
	return list[min(len(list), (19*(len(list)+1)+19)/20)-1]
}

// start is what is said of it.
func (t *told) start(by lesson, days int) Start {
	s := Start{Name: t.name, Partition: t.job.Partition, User: t.job.User, CPUs: t.job.CPUs, Limit: t.job.Limit, Reason: t.reason}
	low, high := t.widen(by)
	least := report.Float(math.Round(low))
	s.Low = &least
	known := func(v float64) *report.Float {
		if v >= float64(days)*daySeconds {
			return nil
		}
		f := report.Float(math.Round(v))
		return &f
	}
	s.Median, s.High = known(t.mid), known(high)
	if t.planned > 0 {
		n := t.planned - t.at
		s.Planned = &n
	}
	return s
}

// instants are those of the log that are looked back from, alike apart in the time in which somebody waits who has done so for a minute.
func (p *prophet) instants() (list []int64) {
	type turn struct{ at, by int64 }
	var turns []turn
	for _, i := range p.ended {
		if j := &p.jobs[i]; j.Start > came(j)+sixty {
			turns = append(turns, turn{came(j) + sixty, 1}, turn{j.Start, -1})
		}
	}
	sorted.Stable(turns, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	from := p.jobs[len(p.jobs)/4].Submit // before there is little to draw from
	walk := func(take func(at, span int64)) {
		deep := int64(0)
		for i, t := range turns {
			if deep += t.by; deep > 0 {
				if at := max(t.at, from); at < turns[i+1].at {
					take(at, turns[i+1].at-at)
				}
			}
		}
	}
	total, before := int64(0), int64(0)
	walk(func(_, span int64) { total += span })
	walk(func(at, span int64) {
		most := int64(p.most)
		for n := int64(len(list)); n < most && total*(2*n+1)/(2*most) < before+span; n++ {
			list = append(list, at+total*(2*n+1)/(2*most)-before)
		}
		before += span
	})
	return slices.Compact(list)
}

// held are jobs that wait at instants, of each some, alike apart in the order in which they came: a job is held once.
func (p *prophet) held(instants []int64) []map[*sacct.Job]bool {
	list, taken := make([]map[*sacct.Job]bool, len(instants)), map[*sacct.Job]bool{}
	for n, at := range instants {
		var wait []*sacct.Job
		for i := range p.jobs[:p.upto(at)] {
			if j := &p.jobs[i]; site.Ran(j) && came(j)+sixty <= at && j.Start > at && !taken[j] {
				wait = append(wait, j)
			}
		}
		list[n] = map[*sacct.Job]bool{}
		for k, some := 0, min(len(wait), MaxHeld); k < some; k++ {
			j := wait[(2*k+1)*len(wait)/(2*some)]
			list[n][j], taken[j] = true, true
		}
	}
	return list
}

// look tells of jobs of the log at instants at which they waited.
func (p *prophet) look(each func(n int, task func(i int) error) error) (h Held, err error) {
	instants := p.instants()
	held, lists := p.held(instants), make([][]judged, len(instants))
	q := Question{Each: each}
	err = q.each()(len(instants), func(n int) error {
		list, _, err := p.tell(p.then(instants[n], func(j *sacct.Job) bool { return held[n][j] }), fewer, nil)
		for _, t := range list {
			lists[n] = append(lists[n], judged{t, float64(t.job.Start - instants[n])})
		}
		return err
	})
	if err != nil {
		return h, err
	}
	var all []judged
	var widths, waited []float64
	for n, at := range instants {
		var known []judged
		for _, t := range all {
			if t.job.Start <= at {
				known = append(known, t)
			}
		}
		if len(lists[n]) > 0 {
			h.Instants++
		}
		if by := learn(known); len(known) >= leastHeld {
			for i := range lists[n] {
				t := &lists[n][i]
				low, high := t.widen(by)
				if h.Jobs++; low <= t.took && t.took <= high {
					h.Within++
				}
				if t.low <= t.took && t.took <= t.high {
					h.bare++
				}
				if high >= ahead*daySeconds {
					high = math.Inf(1)
				}
				widths, waited = append(widths, high-low), append(waited, t.took)
			}
		}
		all = append(all, lists[n]...)
	}
	h.Told, h.Width, h.Longer, h.learnt = len(all), middle(widths), middle(waited), learn(all)
	return h, nil
}

// middle is the median; none is NaN.
func middle(v []float64) report.Float {
	if len(v) == 0 {
		return report.Float(math.NaN())
	}
	slices.Sort(v)
	return report.Float(math.Round(v[len(v)/2]))
}
