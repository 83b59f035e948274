package held_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// oracle tells what jobs waited for the slow way: at each instant it finds from the log alone who waits and who runs.
type oracle struct {
	t    *job.Trace
	m    *held.Machine
	vain map[int]bool // who waited in vain until now
	sum  held.Sum
	each [][held.Causes]int64
	over bool // the starts of this instant
	// gone are the jobs of this instant that have started already.
	gone map[int]bool
}

func (o *oracle) start(j int) int64 { return o.t.Submit[j] + o.t.Wait[j] }

// queue are the jobs that wait at an instant, in the machine's order, with those that start now.
func (o *oracle) queue(now int64) (list []int) {
	for j := range o.t.Submit {
		if o.t.Submit[j] <= now && now <= o.start(j) && !o.gone[j] {
			list = append(list, j)
		}
	}
	key := func(j int) int64 {
		size := int64(o.t.Size[j])
		return [...]int64{0, o.t.Request[j], o.t.Request[j] * size, -size, size, -o.t.Submit[j]}[o.m.Order]
	}
	behind := func(j int) (n int) { // classes that go first now and that it is not of
		for i := range o.m.Rules {
			if r := &o.m.Rules[i]; r.Kind == rule.First && holds(r, now) && o.t.Request[j] <= r.Class.Over {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Or(behind(a)-behind(b), cmp.Compare(key(a), key(b))) })
	return list
}

// running are the jobs that run at an instant, with those that have started in it.
func (o *oracle) running(now int64) (list []int) {
	for j := range o.t.Submit {
		if o.start(j) < now && now < o.start(j)+o.t.Run[j] || o.gone[j] {
			list = append(list, j)
		}
	}
	return list
}

func holds(r *rule.Bound, now int64) bool {
	return len(r.Spans) == 0 || slices.ContainsFunc(r.Spans, func(s rule.Span) bool { return s.From <= now && now < s.To })
}

// closed says whether hours are, of every day.
func closed(r *rule.Bound, now int64) bool {
	minute := int32(now % job.Day / 60)
	if r.From < r.To {
		return minute >= r.From && minute < r.To
	}
	return minute >= r.From || minute < r.To
}

func (o *oracle) room(now int64) int64 {
	room := o.t.Procs
	for _, j := range o.running(now) {
		room -= int64(o.t.Size[j])
	}
	return room - o.missing(now)
}

func (o *oracle) missing(now int64) (sum int64) {
	for i := range o.m.Rules {
		if r := &o.m.Rules[i]; r.Kind == rule.Missing && holds(r, now) {
			sum += r.Most
		}
	}
	return sum
}

// forbids says whether a rule forbids a start, and whether all that do let the job keep its turn.
func (o *oracle) forbids(now int64, j int) (yes, turn bool) {
	turn = true
	for i := range o.m.Rules {
		if r := &o.m.Rules[i]; r.Kind == rule.Kept && o.t.Request[j] <= r.Class.Over && o.taken(r, now, j) {
			yes, turn = true, false
		}
	}
	for i := range o.m.Rules {
		r := &o.m.Rules[i]
		if !holds(r, now) {
			continue
		}
		switch r.Kind {
		case rule.Missing:
			if int64(o.t.Size[j]) > o.t.Procs-o.missing(now) {
				yes, turn = true, false
			}
		case rule.Hours:
			if o.t.Request[j] > r.Class.Over && closed(r, now) {
				yes, turn = true, turn && r.Turn
			}
		case rule.Limit:
			if o.t.Request[j] > r.Class.Over && o.full(r, now, j) && (!r.Soft || o.others(now, j)) {
				yes, turn = true, false
			}
		}
	}
	return yes, yes && turn
}

// taken says whether a job would have some of the processors that are kept for others in some span.
func (o *oracle) taken(r *rule.Bound, now int64, j int) bool {
	return slices.ContainsFunc(r.Spans, func(s rule.Span) bool {
		reaches := func(k int, from int64) bool { return from < s.To && s.From < from+o.t.Request[k] }
		sum := int64(o.t.Size[j])
		for _, k := range o.running(now) {
			if o.t.Request[k] <= r.Class.Over && reaches(k, o.start(k)) {
				sum += int64(o.t.Size[k])
			}
		}
		return reaches(j, now) && (r.Most == 0 || sum > max(0, o.t.Procs-r.Most))
	})
}

// others says whether jobs of other users wait: of one that starts now, others that do so have gone.
func (o *oracle) others(now int64, j int) bool {
	for k := range o.t.Submit {
		waits := o.t.Submit[k] <= now && (now < o.start(k) || now == o.start(k) && !o.over && o.start(j) != now)
		if waits && o.t.User[k] != o.t.User[j] {
			return true
		}
	}
	return false
}

func (o *oracle) full(r *rule.Bound, now int64, j int) bool {
	jobs, procs, work := int64(0), int64(0), int64(0)
	for _, k := range o.running(now) {
		if (r.Per == rule.All || o.t.User[k] == o.t.User[j]) && o.t.Request[k] > r.Class.Over {
			jobs++
			procs += int64(o.t.Size[k])
			work += int64(o.t.Size[k]) * (o.start(k) + o.t.Request[k] - now)
		}
	}
	size := int64(o.t.Size[j])
	switch {
	case r.Of == rule.Jobs:
		return jobs+1 > r.Most
	case r.Of == rule.Procs && r.Per == rule.All:
		return procs+size > r.Most && size <= r.Most
	case r.Of == rule.Procs:
		return jobs > 0 && procs+size > r.Most
	}
	return jobs > 0 && work+size*o.t.Request[j] > r.Most
}

// place is when a job finds room by the requests, and what it leaves.
func (o *oracle) place(now, from int64, j int) (shadow, extra int64) {
	list := o.running(now)
	end := func(k int) int64 { return o.start(k) + o.t.Request[k] }
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(end(a), end(b)) })
	shadow, extra = max(now+1, from), o.room(now)
	for _, k := range list {
		if extra >= int64(o.t.Size[j]) && end(k) > shadow {
			break
		}
		extra += int64(o.t.Size[k])
		shadow = max(shadow, end(k))
	}
	return shadow, extra - int64(o.t.Size[j])
}

// opens is when the hours that forbid a job now are over.
func (o *oracle) opens(now int64, j int) int64 {
	for at := now - now%60 + 60; ; at += 60 {
		shut := false
		for i := range o.m.Rules {
			r := &o.m.Rules[i]
			shut = shut || r.Kind == rule.Hours && holds(r, at) && o.t.Request[j] > r.Class.Over && closed(r, at)
		}
		if !shut {
			return at
		}
	}
}

// front is the head as far as a walk has come.
type front struct {
	there         bool
	shadow, extra int64
}

// cause is what a job waits for behind a head, which it may become.
func (o *oracle) cause(now int64, j int, h *front) held.Cause {
	room := o.room(now)
	forbidden, turn := o.forbids(now, j)
	if turn && !h.there && o.anyFits(now, room) {
		h.there = true
		h.shadow, h.extra = o.place(now, o.opens(now, j), j)
	}
	wide := int64(o.t.Size[j]) > room
	if wide && !forbidden && !h.there {
		h.there = true
		h.shadow, h.extra = o.place(now, 0, j)
	}
	switch {
	case wide:
		return held.Full
	case forbidden:
		return held.Ruled
	case h.there && (o.m.Plain || now+o.t.Request[j] > h.shadow && int64(o.t.Size[j]) > h.extra):
		return held.Ahead
	}
	return held.InVain
}

// anyFits says whether anybody may find room: where nobody does it is no matter who is the head.
func (o *oracle) anyFits(now, room int64) bool {
	return slices.ContainsFunc(o.queue(now), func(j int) bool { return int64(o.t.Size[j]) <= room })
}

// judge looks at the starts of an instant, in the queue's order.
func (o *oracle) judge(now int64, half int) {
	var h front
	could := false
	o.gone = map[int]bool{}
	list := o.queue(now)
	for at, j := range list {
		if o.start(j) != now {
			if slices.ContainsFunc(list[at:], func(k int) bool { return o.start(k) == now }) &&
				o.cause(now, j, &h) == held.InVain && !o.vain[j] {
				could = true
			}
			continue
		}
		if len(o.queue(now)) > 1 || now > o.t.Submit[j] {
			o.sum.Contested[half]++
			forbidden, _ := o.forbids(now, j)
			switch size := int64(o.t.Size[j]); {
			case forbidden:
				o.sum.Breaches[half][held.Forbidden]++
			case size > o.room(now):
				o.sum.Breaches[half][held.NoRoom]++
			case h.there && (o.m.Plain || now+o.t.Request[j] > h.shadow && size > h.extra):
				o.sum.Breaches[half][held.Delays]++
			case could:
				o.sum.Breaches[half][held.Overtakes]++
			}
		}
		if h.there && now+o.t.Request[j] > h.shadow {
			h.extra -= int64(o.t.Size[j])
		}
		o.gone[j] = true
	}
}

// cuts are the instants at which something happens, or the clock may say otherwise.
func (o *oracle) cuts() (list []int64) {
	last := int64(0)
	for j := range o.t.Submit {
		list = append(list, o.t.Submit[j], o.start(j), o.start(j)+o.t.Run[j])
		last = max(last, o.start(j)+o.t.Run[j])
	}
	for at := o.t.Submit[0]; at < last; at += job.Week {
		list = append(list, at)
	}
	for i := range o.m.Rules {
		r := &o.m.Rules[i]
		for _, s := range r.Spans {
			list = append(list, s.From, s.To)
		}
		for day := int64(0); day < last && r.Kind == rule.Hours; day += job.Day {
			for _, at := range []int64{day + int64(r.From)*60, day + int64(r.To)*60} {
				if holds(r, at-1) || holds(r, at) {
					list = append(list, at)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (o *oracle) run() {
	o.vain, o.gone, o.each = map[int]bool{}, map[int]bool{}, make([][held.Causes]int64, o.t.Len())
	list := o.cuts()
	for i, now := range list[:len(list)-1] {
		half := int((now-o.t.Submit[0])/job.Week) & 1
		o.over = false
		o.judge(now, half)
		o.over = true
		var h front
		vain := map[int]bool{}
		for _, j := range o.queue(now) {
			cause := o.cause(now, j, &h)
			vain[j] = cause == held.InVain
			o.sum.Waited[half][cause] += list[i+1] - now
			o.each[j][cause] += list[i+1] - now
		}
		o.vain, o.gone = vain, map[int]bool{}
	}
}

// draw makes a log that hardly obeys anything, over some weeks.
func draw(r *rand.Rand) *job.Trace {
	t := &job.Trace{Procs: 8, Users: []int64{1, 2, 3}}
	at := int64(0)
	for range 4 + r.IntN(30) {
		if r.IntN(3) > 0 {
			at += int64(r.IntN(50000))
		}
		t.Submit = append(t.Submit, at)
		run := 1 + int64(r.IntN(40000))
		t.Run = append(t.Run, run)
		t.Request = append(t.Request, run+int64(r.IntN(2)*r.IntN(40000)))
		t.Size = append(t.Size, int32(1+r.IntN(1+r.IntN(8))))
		t.User = append(t.User, int32(r.IntN(3)))
		t.Wait = append(t.Wait, int64(r.IntN(2)*r.IntN(90000)))
	}
	t.Had = slices.Clone(t.Size)
	return t
}

// constants draws those of a limit or of hours.
func constants(r *rand.Rand, b *rule.Bound) {
	if b.Kind == rule.Hours {
		b.From = int32(r.IntN(24) * 60)
		b.To, b.Turn = (b.From+int32(60*(1+r.IntN(22))))%(24*60), r.IntN(2) == 0
		return
	}
	b.Of, b.Per = rule.Measure(r.IntN(3)), rule.Per(r.IntN(2))
	b.Most = []int64{1 + int64(r.IntN(3)), 2 + int64(r.IntN(6)), 1 + int64(r.IntN(200000))}[b.Of]
	b.Soft = b.Per == rule.User && r.IntN(2) == 0
}

// machine draws what is supposed.
func machine(r *rand.Rand, last int64) *held.Machine {
	m := &held.Machine{Order: held.Order(r.IntN(held.Orders)), Plain: r.IntN(4) == 0}
	// hours of two rules may leave none open: such jobs are excused
	kinds := []rule.Kind{rule.Hours, rule.Limit, rule.Limit, rule.Kept, rule.First}
	for _, kind := range kinds[r.IntN(4):][:r.IntN(3)] {
		b := rule.Bound{Rule: rule.New(kind)}
		b.Class.Over = int64(r.IntN(2) * r.IntN(40000))
		if kind == rule.First || kind == rule.Kept {
			b.Class.Over++
		}
		switch b.Kind {
		case rule.Limit, rule.Hours:
			constants(r, &b)
		case rule.Kept:
			b.Most, b.Since, b.Until = int64(r.IntN(9)), 0, 1
			b.Spans = []rule.Span{{From: int64(r.IntN(int(last)))}}
			b.Spans[0].To = b.Spans[0].From + 1 + int64(r.IntN(200000))
		}
		if b.Kind == rule.Kept {
			m.Rules = append(m.Rules, b)
			continue
		}
		if r.IntN(3) == 0 {
			b = rule.Bound{Rule: rule.New(rule.Missing)}
			b.Most, b.Spans = 1+int64(r.IntN(3)), []rule.Span{{From: 0, To: last / 2}}
		} else if r.IntN(2) == 0 {
			from := int64(r.IntN(int(last)))
			b.Spans = []rule.Span{{From: from, To: from + 1 + int64(r.IntN(300000))}}
		}
		m.Rules = append(m.Rules, b)
	}
	return m
}

// watcher checks what is told against what is summed up.
type watcher struct {
	t    *testing.T
	vain map[int32]int64
	sum  held.Parts
	runs int
}

func (w *watcher) Interval(from, to int64, jobs *[held.Causes]int64) {
	for c, n := range jobs {
		w.sum[c] += n * (to - from)
	}
}

func (w *watcher) Vain(from, to int64, j int32, first bool) {
	_, known := w.vain[j]
	require.Equal(w.t, !known, first, "job %d at %d", j, from)
	w.vain[j] += to - from
}

func (w *watcher) Start(int64, int32, bool) { w.runs++ }
func (w *watcher) End(int32)                { w.runs-- }

// equalToOracle holds a pass, told of each job or not, to what an oracle says.
func equalToOracle(t *testing.T, seed uint64, trace *job.Trace, m *held.Machine) {
	t.Helper()
	o := oracle{t: trace, m: m}
	o.run()
	record, ok := held.RecordOf(trace)
	require.True(t, ok)
	pass := held.NewPass(record)
	sum, err := pass.Run(o.m)
	require.NoError(t, err)
	require.Equal(t, o.sum, sum, "seed %d", seed)
	vain := slices.Clone(pass.Vain)
	pass.Detail()
	again, err := pass.Run(o.m)
	require.NoError(t, err)
	require.Equal(t, sum, again, "seed %d", seed)
	require.Equal(t, o.each, pass.Each, "seed %d", seed)
	for j := range vain {
		require.Equal(t, o.each[j][held.InVain], vain[j], "job %d of seed %d", j, seed)
	}
}

// A pass says of each job what an oracle says that looks at the whole log at each instant.
func TestAPassIsEqualToASlowOracle(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 59))
		trace := draw(r)
		equalToOracle(t, seed, trace, machine(r, max(trace.Submit[trace.Len()-1], 1)))
	}
}

// It does so within few seconds, in which requests end just when the head starts or a second later, without rules, as most passes are.
func TestAPassIsEqualToASlowOracleWithinFewSeconds(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 63))
		trace := draw(r)
		for j := range trace.Submit {
			trace.Submit[j] /= 8 * 4000
			for _, x := range []*int64{&trace.Run[j], &trace.Request[j], &trace.Wait[j]} {
				*x = (*x + 3999) / 4000
			}
		}
		equalToOracle(t, seed, trace, &held.Machine{Order: held.Order(r.IntN(2) * r.IntN(held.Orders)), Plain: r.IntN(4) == 0})
	}
}

// What jobs waited for sums up to what they waited, whoever is told of it.
func TestPartsSumUpToTheRecordedWaiting(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 18))
		trace := draw(r)
		m := machine(r, max(trace.Submit[trace.Len()-1], 1))
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		waited := int64(0)
		for _, w := range trace.Wait {
			waited += w
		}
		pass := held.NewPass(record)
		sum, err := pass.Run(m)
		require.NoError(t, err)
		parts := sum.Parts()
		require.Equal(t, waited, parts.Sum())
		for j := range pass.Vain {
			require.LessOrEqual(t, pass.Vain[j], trace.Wait[j])
		}
		a, err := held.AccountOf(record, m)
		require.NoError(t, err)
		require.Equal(t, waited, a.Sum())
		for _, groups := range [][]held.Group{a.Sizes, a.Users} {
			total := int64(0)
			for i := range groups {
				total += groups[i].Sum()
			}
			require.True(t, len(groups) == 0 || total == waited)
		}
		w := &watcher{t: t, vain: map[int32]int64{}}
		pass.Watch = w
		_, err = pass.Run(m)
		require.NoError(t, err)
		require.Equal(t, waited, w.sum.Sum())
		require.Zero(t, w.runs)
		for j, vain := range pass.Vain {
			require.Equal(t, vain, w.vain[int32(j)])
		}
	}
}
