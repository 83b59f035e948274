package cluster_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
)

// slow is the rules written down core by core, with nothing kept that can be
// worked out: what the engine is held against.
type slow struct {
	m    *platform.Machine
	l    *cluster.Load
	draw *rand.Rand

	processor, node []int // of each core
	owner           []int // of each core, -1: idle
	now             float64
	rate, left      []float64
	since           []float64
	start, end      []float64 // NaN: not yet; of a running job, when it is projected
	waiting         []int
	running         []int
	arrived         int
	cores           [][]int
	energy, over    float64
	decisions       int
	lastQueue       int
	fresh           map[int]bool
	started         []int
	closures        []cluster.Closure
}

// known are the closures that the scheduler minds now.
func (o *slow) known() (list []cluster.Closure) {
	for _, x := range o.closures {
		if min(x.Known, x.From) <= o.now+1e-6 && o.now+1e-6 < x.To {
			list = append(list, x)
		}
	}
	return list
}

// bars says whether closures keep a job from a node at an instant.
func (o *slow) bars(j, node int, at float64) bool {
	lasts := 0.0
	for i := o.m.Nodes[node].From; i < o.m.Nodes[node].To; i++ {
		lasts = max(lasts, o.l.Requested[j]/o.m.Processors[i].Speed)
	}
	if o.l.Fixed != nil && o.l.Fixed[j] {
		lasts = o.l.Requested[j]
	}
	for _, x := range o.known() {
		if !slices.Contains(x.Nodes, int32(node)) {
			continue
		}
		isOut := x.From <= at+1e-6 && at+1e-6 < x.To
		runsInto := at+1e-6 < x.From && x.From+1e-6 < at+lasts
		if isOut || runsInto {
			return true
		}
	}
	return false
}

func newSlow(m *platform.Machine, l *cluster.Load, seed uint64) *slow {
	o := &slow{m: m, l: l, draw: rand.New(rand.NewPCG(seed, 2)), fresh: map[int]bool{}}
	for i, p := range m.Processors {
		for range p.To - p.From {
			o.processor = append(o.processor, i)
			o.node = append(o.node, int(p.Node))
			o.owner = append(o.owner, -1)
		}
	}
	for range l.Len() {
		o.rate, o.left, o.since = append(o.rate, 0), append(o.left, 0), append(o.since, 0)
		o.start, o.end = append(o.start, math.NaN()), append(o.end, math.NaN())
		o.cores = append(o.cores, nil)
	}
	return o
}

func (o *slow) asked(processor int) float64 {
	sum := 0.0
	for c, j := range o.owner {
		if j >= 0 && o.processor[c] == processor {
			sum += o.l.Bandwidth[j]
		}
	}
	return sum
}

func (o *slow) free(node int) float64 {
	used := 0.0
	for c, j := range o.owner {
		if j >= 0 && o.node[c] == node {
			used += o.l.Memory[j]
		}
	}
	return o.m.Nodes[node].Memory - used
}

func (o *slow) idle(of []int, which int) (n int) {
	for c, j := range o.owner {
		if j < 0 && of[c] == which {
			n++
		}
	}
	return n
}

func (o *slow) isOver(processor int) bool {
	return o.asked(processor) > o.m.Processors[processor].Bandwidth+1e-9
}

// state is 0 to 3 for P0 to P3.
func (o *slow) state(core int) int {
	p := o.processor[core]
	switch {
	case o.owner[core] >= 0 && o.isOver(p):
		return 1
	case o.owner[core] >= 0:
		return 0
	case o.idle(o.processor, p) < int(o.m.Processors[p].To-o.m.Processors[p].From):
		return 2
	}
	return 3
}

var speedFactor, powerFactor = []float64{1, 0.75, 0, 0}, []float64{1, 1, 0.25, 0.05}

func (o *slow) speed(core int) float64 {
	return speedFactor[o.state(core)] * o.m.Processors[o.processor[core]].Speed
}

func (o *slow) power() float64 {
	sum := 0.0
	for c := range o.owner {
		sum += powerFactor[o.state(c)] * o.m.Processors[o.processor[c]].Power
	}
	return sum
}

func (o *slow) rateNow(j int) float64 {
	if o.l.Fixed != nil && o.l.Fixed[j] {
		return 1
	}
	r := math.Inf(1)
	for _, c := range o.cores[j] {
		r = min(r, o.speed(c))
	}
	return r
}

// next goes to the next decision.
func (o *slow) next() bool {
	for {
		e, a := math.Inf(1), math.Inf(1)
		for _, j := range o.running {
			e = min(e, o.end[j])
		}
		if o.arrived < o.l.Len() {
			a = o.l.Submit[o.arrived]
		}
		t := e
		if a <= e+1e-6 {
			t = a
		}
		back := math.Inf(1)
		for _, x := range o.closures {
			if x.To > o.now+1e-6 {
				back = min(back, x.To)
			}
		}
		if back+1e-6 < t && (len(o.waiting) > 0 || !math.IsInf(t, 1)) {
			t = back
		}
		if math.IsInf(t, 1) {
			return false
		}
		o.energy += o.power() * (t - o.now)
		for i := range o.m.Processors {
			if o.isOver(i) {
				o.over += t - o.now
			}
		}
		o.now = t
		var still []int
		for _, j := range o.running {
			if o.end[j] > t+1e-6 {
				still = append(still, j)
				continue
			}
			o.end[j] = t
			o.release(j)
		}
		o.running = still
		for o.arrived < o.l.Len() && o.l.Submit[o.arrived] <= t+1e-6 {
			o.waiting = append(o.waiting, o.arrived)
			o.arrived++
		}
		if len(o.waiting) > 0 {
			o.decisions++
			return true
		}
		o.settle()
	}
}

func (o *slow) release(j int) {
	for c := range o.owner {
		if o.owner[c] == j {
			o.owner[c] = -1
		}
	}
}

func (o *slow) act(a cluster.Action) {
	o.started = nil
	if !a.Void {
		o.pass(a)
	}
	o.settle()
}

func (o *slow) settle() {
	for _, j := range o.running {
		r := o.rateNow(j)
		if r == o.rate[j] {
			continue
		}
		if o.fresh[j] {
			o.left[j] = o.l.Work[j]
		} else {
			o.left[j] -= o.rate[j] * (o.now - o.since[j])
		}
		o.since[j], o.rate[j] = o.now, r
		o.end[j] = o.now + max(0, o.left[j])/r
	}
	clear(o.fresh)
}

// ranked is the waiting jobs in a selection's order.
func (o *slow) ranked(by cluster.Selection) []int {
	list := slices.Clone(o.waiting)
	key := func(j int) float64 {
		switch by {
		case cluster.SelectShortest:
			return o.l.Request[j]
		case cluster.SelectSmallest:
			return float64(o.l.Size[j])
		case cluster.SelectLowMemory:
			return o.l.Memory[j]
		case cluster.SelectLowBandwidth:
			return o.l.Bandwidth[j]
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b int) int {
		if d := key(a) - key(b); d != 0 {
			return int(math.Copysign(1, d))
		}
		return a - b
	})
	return list
}

func (o *slow) pass(a cluster.Action) {
	for len(o.waiting) > 0 {
		list := o.ranked(a.Select)
		j := list[0]
		if a.Select == cluster.SelectRandom {
			j = list[int(o.draw.Float64()*float64(len(list)))]
		}
		if !o.fits(j, nil, o.now) {
			if a.Backfill != cluster.NoBackfilling {
				o.backfill(j, a)
			}
			return
		}
		o.place(j, a.Place)
		o.begin(j)
	}
}

func (o *slow) begin(j int) {
	o.waiting = slices.DeleteFunc(o.waiting, func(k int) bool { return k == j })
	o.running = append(o.running, j)
	o.fresh[j] = true
	o.start[j] = o.now
	o.started = append(o.started, j)
}

// fits says whether a job would fit at an instant if some jobs were gone.
func (o *slow) fits(j int, gone map[int]bool, at float64) bool {
	sum := 0
	for n := range o.m.Nodes {
		idle, used := 0, 0.0
		for c, k := range o.owner {
			if o.node[c] != n {
				continue
			}
			if k < 0 || gone[k] {
				idle++
			} else {
				used += o.l.Memory[k]
			}
		}
		if o.bars(j, n, at) {
			continue
		}
		sum += hold(idle, o.m.Nodes[n].Memory-used, o.l.Memory[j])
	}
	return sum >= int(o.l.Size[j])
}

func hold(idle int, free, memory float64) int {
	if memory == 0 {
		return idle
	}
	return int(min(float64(idle), math.Floor((free+1e-9)/memory)))
}

// place takes cores one by one, the best of all each time.
func (o *slow) place(j int, by cluster.Placing) {
	o.cores[j] = nil
	for range o.l.Size[j] {
		var eligible []int
		for c, k := range o.owner {
			if k < 0 && o.free(o.node[c])+1e-9 >= o.l.Memory[j] && !o.bars(j, o.node[c], o.now) {
				eligible = append(eligible, c)
			}
		}
		best := eligible[0]
		if by == cluster.PlaceRandom {
			best = eligible[int(o.draw.Float64()*float64(len(eligible)))]
		} else {
			for _, c := range eligible {
				if o.key(c, by) < o.key(best, by) {
					best = c
				}
			}
		}
		o.owner[best] = j
		o.cores[j] = append(o.cores[j], best)
	}
	slices.Sort(o.cores[j])
}

func (o *slow) key(c int, by cluster.Placing) float64 {
	p := o.processor[c]
	switch by {
	case cluster.PlaceHighSpeed:
		return -o.m.Processors[p].Speed
	case cluster.PlaceHighCores:
		return -float64(o.idle(o.processor, p))
	case cluster.PlaceHighMemory:
		return -o.free(o.node[c])
	case cluster.PlaceHighBandwidth:
		return o.asked(p) - o.m.Processors[p].Bandwidth
	}
	return o.m.Processors[p].Power
}

func (o *slow) projected(j int, r float64) float64 {
	if o.fresh[j] {
		return o.now + o.l.Requested[j]/r
	}
	return o.now + max(0, o.l.Requested[j]-(o.l.Work[j]-(o.left[j]-o.rate[j]*(o.now-o.since[j]))))/r
}

// backfill says who is gone at the shadow, and lets nobody take from the head what
// it needs there.
func (o *slow) backfill(head int, a cluster.Action) {
	ends := map[int]float64{}
	for _, j := range o.running {
		r := o.rate[j]
		if o.fresh[j] {
			r = o.rateNow(j)
		}
		ends[j] = o.projected(j, r)
	}
	chances := slices.Collect(maps.Values(ends))
	for _, x := range o.known() {
		chances = append(chances, x.To)
	}
	shadow := math.Inf(1)
	for _, t := range chances {
		gone := map[int]bool{}
		for j, e := range ends {
			gone[j] = e <= t+1e-6
		}
		if t < shadow && o.fits(head, gone, t) {
			shadow = t
		}
	}
	gone := map[int]bool{}
	for j, e := range ends {
		gone[j] = e <= shadow+1e-6
	}
	list := slices.DeleteFunc(o.ranked(a.Select), func(j int) bool { return j == head })
	for len(list) > 0 {
		i := 0
		if a.Select == cluster.SelectRandom {
			i = int(o.draw.Float64() * float64(len(list)))
		}
		j := list[i]
		list = slices.Delete(list, i, i+1)
		if !o.fits(j, nil, o.now) {
			continue
		}
		before := map[int]float64{}
		for _, k := range o.running {
			before[k] = o.rateNow(k)
		}
		o.place(j, a.Place)
		o.fresh[j] = true
		then := map[int]bool{j: o.projected(j, o.rateNow(j)) <= shadow+1e-6}
		for k, is := range gone {
			then[k] = is
			if r := o.rateNow(k); a.Backfill == cluster.EasyAware && r < before[k] && o.projected(k, r) > shadow+1e-6 {
				then[k] = false
			}
		}
		if o.fits(head, then, shadow) {
			gone = then
			o.begin(j)
			continue
		}
		delete(o.fresh, j)
		o.release(j)
		o.cores[j] = nil
	}
}

func (o *slow) reward(objective string) (sum float64) {
	switch objective {
	case "avg_job_slowdown":
		for _, j := range append(slices.Clone(o.waiting), o.running...) {
			sum -= 1 / o.l.Request[j]
		}
	case "avg_completion_time":
		return -float64(len(o.waiting) + len(o.running))
	case "avg_utilization":
		for _, j := range o.owner {
			if j >= 0 {
				sum++
			}
		}
	case "makespan":
		for c := range o.owner {
			sum += o.speed(c)
		}
	case "energy_consumption":
		return -o.power()
	}
	return sum
}

func part(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// observe is the normal observation.
func (o *slow) observe(sensitivity float64) (seen []float64) {
	for n, v := range o.m.Nodes {
		seen = append(seen, part(o.free(n), v.Memory))
		for i := v.From; i < v.To; i++ {
			p := o.m.Processors[i]
			seen = append(seen, part(max(0, p.Bandwidth-o.asked(int(i))), p.Bandwidth))
			for c := int(p.From); c < int(p.To); c++ {
				remaining := 0.0
				if j := o.owner[c]; j >= 0 {
					done := o.l.Work[j] - (o.left[j] - o.rate[j]*(o.now-o.since[j]))
					remaining = min(1, max(0, part(o.l.Requested[j]-done, o.l.Requested[j])))
				}
				seen = append(seen, speedFactor[o.state(c)], powerFactor[o.state(c)], remaining)
			}
		}
	}
	for _, of := range []func(j int) float64{
		func(j int) float64 { return o.l.Request[j] }, func(j int) float64 { return float64(o.l.Size[j]) },
		func(j int) float64 { return o.l.Memory[j] }, func(j int) float64 { return o.l.Bandwidth[j] },
	} {
		var list []float64
		most := 0.0
		for j := range o.l.Len() {
			most = max(most, of(j))
		}
		for _, j := range o.waiting {
			list = append(list, of(j))
		}
		slices.Sort(list)
		for k := range 5 {
			at := float64(len(list)-1) * float64(k) / 4
			low := list[int(at)]
			high := list[int(math.Ceil(at))]
			seen = append(seen, part(low+(high-low)*(at-math.Floor(at)), most))
		}
	}
	change := 1.0
	if last, now := float64(o.lastQueue), float64(len(o.waiting)); last > 0 {
		change = min(1, max(0, ((now-last)/min(now, last)+sensitivity)/(2*sensitivity)))
	}
	o.lastQueue = len(o.waiting)
	return append(seen, change)
}
