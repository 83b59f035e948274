package model

import (
	"math"
	"slices"
	"strings"

	"shadowtime/core/sim/order"
)

// Association is an account or a user in one, of a tree: the root comes first, and parents before
// their children.
type Association struct {
	Parent int32 // -1: the root
	User   bool
	Shares int64
	Usage  float64 // CPU seconds, decayed
	Factor float64 // fair share of a user, 0 to 1
	Weight int64   // its own priority

	level     float64 // fair share among siblings; infinite where nothing was used
	effective float64 // of classic fair share: usage, a part of all, mixed with that of its parent
	seen      bool    // since the period: a user's is computed when it is first asked for
}

// Priorities are those of priority/multifactor. Between two periods they stand still.
type Priorities struct {
	Associations []Association
	QOS          int64    // the greatest priority of any
	History      *History // nil: nobody asks

	set       Settings
	machine   *Machine
	nodes     float64
	cpus      float64
	factor    int64       // the greatest PriorityJobFactor
	weight    int64       // the greatest of an association
	resources [][]float64 // of each partition what it has of those that have weights
	begun     int64       // s
	last      int64       // period, s
	children  [][]int32   // in Fair Tree as they were ranked last
	parts     []float64   // of their siblings' shares
	users     int
	stale     bool // factors of Fair Tree are those of an earlier period
}

// NewPriorities are those of a machine whose usage is as the associations say at a moment.
func NewPriorities(m *Machine, s Settings, associations []Association, now int64) *Priorities {
	p := &Priorities{Associations: associations, set: s, machine: m, nodes: float64(m.Nodes), cpus: float64(m.Nodes), begun: now, last: now}
	if m.CPUs != nil {
		p.cpus = 0
		for _, n := range m.CPUs {
			p.cpus += float64(n)
		}
	}
	for _, x := range m.Partitions {
		p.factor = max(p.factor, x.Factor)
		var all []float64
		for _, w := range s.WeightTRES {
			all = append(all, has(m, x.Nodes, w.Of))
		}
		p.resources = append(p.resources, all)
	}
	p.children = make([][]int32, len(associations))
	for i, a := range associations {
		p.weight = max(p.weight, a.Weight)
		if a.Parent >= 0 {
			p.children[a.Parent] = append(p.children[a.Parent], int32(i))
		}
	}
	p.parts = make([]float64, len(associations))
	for _, list := range p.children {
		shares := int64(0)
		for _, c := range list {
			shares += associations[c].Shares
		}
		for _, c := range list {
			p.parts[c] = float64(associations[c].Shares) / float64(max(1, shares))
			if associations[c].User {
				p.users++
			}
		}
	}
	return p
}

// Of is a job's priority as it is computed at a moment.
func (p *Priorities) Of(j *Job, now int64) int64 {
	s := &p.set
	if s.Order != nil {
		return p.ordered(j, now)
	}
	since := j.Eligible
	if s.Accrue {
		since = j.Submit
	}
	age := min(1, float64(max(0, now-since))/float64(s.MaxAge))
	nodes, cpus := float64(j.Nodes), float64(j.CPUs)
	size := (nodes/p.nodes + cpus/p.cpus) / 2
	switch {
	case s.OverTime:
		size = cpus / (float64(j.Limit) / 60) / p.cpus
	case s.FavorSmall:
		size = 1 - size
	}
	partition := float64(p.machine.Partitions[j.Partition].Factor)
	if !s.RawPart {
		partition /= max(1, float64(p.factor))
	}
	qos := float64(j.QOS)
	if !s.RawQOS {
		qos /= max(1, float64(p.QOS))
	}
	sum := float64(s.WeightAge)*age + float64(s.WeightSize)*size + float64(s.WeightPart)*partition + float64(s.WeightQOS)*qos
	if j.Association >= 0 {
		if p.See(j); s.WeightShare > 0 {
			p.settle()
		}
		a := &p.Associations[j.Association]
		own := float64(a.Weight)
		if !s.RawAssoc {
			own /= max(1, float64(p.weight))
		}
		sum += float64(s.WeightShare)*a.Factor + float64(s.WeightAssoc)*own
	}
	for i := range s.WeightTRES {
		w := &s.WeightTRES[i]
		all := 1.0
		if !s.RawTRES {
			all = p.resources[j.Partition][i]
		}
		if all > 0 {
			sum += w.By * claims(j, w.Of, p.machine) / all
		}
	}
	return max(1, int64(sum)-j.Nice)
}

// ordered is the priority of a job that an order gives: the smaller its key, the higher.
func (p *Priorities) ordered(j *Job, now int64) int64 {
	key := p.set.Order.Key(j.Limit, max(j.CPUs, j.Nodes), j.Submit-p.begun, max(0, now-j.Eligible))
	return max(1, int64(^order.Sortable(key)>>1))
}

// decay is what is left of usage after so many seconds.
func (p *Priorities) decay(seconds int64) float64 {
	if p.set.HalfLife == 0 {
		return 1
	}
	return math.Pow(1-0.693/float64(p.set.HalfLife), float64(seconds))
}

// Use adds what a job used since the last period, up to a moment.
func (p *Priorities) Use(j *Job, now int64) {
	if seconds := now - max(j.Start, p.last); seconds > 0 && j.Association >= 0 {
		p.settle()
		used := float64(j.CPUs) * (1 - j.Spared) * float64(seconds) * p.decay(seconds)
		for a := j.Association; a >= 0; a = p.Associations[a].Parent {
			p.Associations[a].Usage += used
		}
	}
}

// Fade begins a period: usage decays. Use and See follow for all jobs in the order of their submission,
// and Rank ends it.
func (p *Priorities) Fade(now int64) {
	d := p.decay(now - p.last)
	p.stale = false // nobody asked
	for i := range p.Associations {
		if !p.set.FairTree {
			p.mix(int32(i))
		}
		p.Associations[i].seen = false
	}
	if p.set.Reset.between(p.last, now) {
		d = 0
	}
	for i := range p.Associations {
		p.Associations[i].Usage *= d
	}
}

// has is how much of a resource nodes have in all.
func has(m *Machine, nodes Nodes, of string) (sum float64) {
	for i := range m.Nodes {
		switch {
		case !nodes.Has(i):
		case of == "node", of == "cpu" && m.CPUs == nil:
			sum++
		case of == "cpu":
			sum += float64(m.CPUs[i])
		case of == "mem" && m.Memory != nil:
			sum += float64(m.Memory[i])
		case m.Devices != nil:
			for k, n := range m.Devices[i] {
				if m.counts(k, of) {
					sum += float64(n)
				}
			}
		}
	}
	return sum
}

// counts says whether a kind of generic resources is of a name as gres/gpu or gres/gpu:a100.
func (m *Machine) counts(kind int, of string) bool {
	if kind >= len(m.Kinds) {
		return false
	}
	name := strings.ToLower("gres/" + m.Kinds[kind])
	head, _, _ := strings.Cut(name, ":")
	return name == of || head == of
}

// claims is how much of a resource a job asks for in all.
func claims(j *Job, of string, m *Machine) (sum float64) {
	switch {
	case of == "node":
		return float64(j.Nodes)
	case of == "cpu":
		return float64(j.CPUs)
	case j.Ask == nil:
		return 0
	case of == "mem":
		if j.Ask.Memory > 0 {
			return float64(j.Ask.Memory) * float64(j.Ask.Least)
		}
		return float64(j.Ask.PerCPU) * float64(j.CPUs)
	}
	for _, w := range j.Ask.Wants {
		for k := range MaxKinds {
			if w.Kinds>>k&1 != 0 && (m.counts(k, of)) {
				sum += float64(w.N) * float64(j.Ask.Least)
				break
			}
		}
	}
	return sum
}

// Reset says when all usage is forgotten.
type Reset uint8

// The periods at whose beginning it is.
const (
	Never Reset = iota
	Daily
	Weekly
	Monthly
	Quarterly
	Yearly
)

func resetOf(text string) Reset {
	at := slices.Index([]string{"DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"}, strings.ToUpper(text))
	return Reset(1 + at)
}

// between says whether one of its periods begins after a moment, up to another, in UTC.
func (r Reset) between(from, to int64) bool {
	return r != Never && r.period(from) != r.period(to)
}

func (r Reset) period(at int64) int64 {
	const day = 86400
	switch r {
	case Daily:
		return floor(at, day) / day
	case Weekly: // the epoch was a Thursday
		return floor(at+4*day, 7*day) / day
	}
	month := monthOf(at)
	return map[Reset]int64{Monthly: month, Quarterly: floor(month, 3), Yearly: floor(month, 12)}[r]
}

// monthOf counts months by the calendar, years of twelve. (The package time would make the page longer.)
func monthOf(at int64) int64 {
	days := floor(at, 86_400)/86_400 + 719_468 // from a first of March, so that leap days end years
	era := floor(days, 146_097) / 146_097
	of := days - era*146_097
	year := (of - of/1460 + of/36_524 - of/146_096) / 365
	of -= 365*year + year/4 - year/100
	return (era*400+year)*12 + (5*of+2)/153 + 2
}

// mix computes an association's effective usage of classic fair share from that of its parent.
func (p *Priorities) mix(i int32) {
	a := &p.Associations[i]
	if a.effective = 0; a.Parent < 0 {
		return
	}
	if all := p.Associations[0].Usage; all > 0 {
		a.effective = a.Usage / all
	}
	if a.Parent > 0 {
		a.effective += (p.Associations[a.Parent].effective - a.effective) * p.part(i)
	}
}

// part is an association's part of its siblings' shares.
func (p *Priorities) part(i int32) float64 { return p.parts[i] }

// See looks at a job that waits. In classic fair share its user's effective usage is what it is when
// it is first looked at in a period, whereas its account's is of the beginning.
func (p *Priorities) See(j *Job) {
	if j.Association < 0 || p.set.FairTree || p.Associations[j.Association].seen {
		return
	}
	a := &p.Associations[j.Association]
	a.seen = true
	p.mix(j.Association)
	a.Factor = p.classic(j.Association)
}

// classic is an association's classic fair share, of its effective usage.
func (p *Priorities) classic(of int32) float64 {
	shares := 1.0
	for i := of; i > 0; i = p.Associations[i].Parent {
		shares *= p.part(i)
	}
	if shares == 0 {
		return 0
	}
	return math.Pow(2, -(p.Associations[of].effective / shares / float64(p.set.Dampening)))
}

// Rank ends a period: in Fair Tree each user has another fair share then, computed when it is first asked for.
func (p *Priorities) Rank(now int64) {
	p.last, p.stale = now, p.set.FairTree && len(p.Associations) > 0
}

// settle computes the fair share of each user in Fair Tree, where it is of an earlier period.
func (p *Priorities) settle() {
	if !p.stale {
		return
	}
	p.stale = false
	for i := range p.Associations {
		if p.Associations[i].User {
			p.Associations[i].Factor = 0
		}
	}
	place := p.users
	p.tree(p.children[0], &place)
}

// tree ranks users that are siblings, and those of accounts below them. All of a tie have the higher place, a user as the
// best user of an account beside it; the children of tied accounts are siblings.
func (p *Priorities) tree(list []int32, place *int) {
	for _, c := range list {
		x := &p.Associations[c]
		x.level = math.Inf(1)
		if x.Usage > 0 {
			x.level = p.parts[c] / (x.Usage / p.Associations[x.Parent].Usage)
		}
	}
	for i := 1; i < len(list); i++ { // they are nearly in order since the last time
		c := list[i]
		level, at := p.Associations[c].level, i
		for ; at > 0 && p.Associations[list[at-1]].level < level; at-- {
			list[at] = list[at-1]
		}
		list[at] = c
	}
	for i := 0; i < len(list); {
		end, level := i+1, p.Associations[list[i]].level
		for end < len(list) && p.Associations[list[end]].level == level {
			end++
		}
		top, accounts, one := *place, 0, int32(-1)
		for _, a := range list[i:end] {
			if !p.Associations[a].User {
				accounts, one = accounts+1, a
			}
		}
		switch {
		case accounts == 1:
			p.tree(p.children[one], place)
		case accounts > 1:
			var all []int32
			for _, a := range list[i:end] {
				if !p.Associations[a].User {
					all = append(all, p.children[a]...)
				}
			}
			p.tree(all, place)
		}
		for _, a := range list[i:end] {
			if x := &p.Associations[a]; x.User {
				x.Factor = float64(top) / float64(p.users)
				*place--
			}
		}
		i = end
	}
}
