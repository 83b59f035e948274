package slurm

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/sim/follow"
	"shadowtime/core/sim/slurm"
)

// Course is how fair share went among those right below an account, and how many jobs waited.
type Course struct {
	Of       string   `json:"account"`
	Accounts []string `json:"accounts"` // that have somebody below: the machine's root first
	Times    []int64  `json:"times"`    // s of the epoch, equally far apart
	Waiting  []int32  `json:"waiting"`
	Members  []Member `json:"members"` // those that used most, first
	Count    int      `json:"count"`   // of all
	HalfLife int64    `json:"halfLife"`
	FairTree bool     `json:"fairTree"`
	Says     []string `json:"says"` // of usage, of ranks, of the queue
}

// Member is an account, or a user, among its siblings.
type Member struct {
	Name    string    `json:"name"`
	Account bool      `json:"account"`
	Shares  float64   `json:"shares"` // a part of theirs
	Usage   []float64 `json:"usage"`  // a part of theirs, decayed; 0 where nobody has used anything
	Factor  []float64 `json:"factor"` // fair share, of an account that of its best user
	Ahead   []int     `json:"ahead"`  // of so many siblings it is by that
	at      int32
	rank    int // at the end
}

// Root is the account that all others are below.
const Root = "root"

// mostMembers are so many as lines can be told apart.
const mostMembers = 6

// Watch has a replay keep how fair share goes, where that counts for anything.
func Watch(x *follow.Site) {
	if s := &x.Scene.Settings; s.Multifactor && s.WeightShare > 0 && len(x.Scene.Tree) > 1 {
		x.History = &slurm.History{}
	}
}

// watched says why there is no course, if there is none.
func watched(x *follow.Site) error {
	if x.History == nil {
		return errors.New("fair share counts for nothing here: it does with PriorityType=priority/multifactor and a " +
			"PriorityWeightFairshare")
	}
	if len(x.History.Times) == 0 {
		return errors.New("no PriorityCalcPeriod ends in this log: export a longer one")
	}
	return nil
}

// courseOf is that of a replay that was watched, below an account.
func courseOf(x *follow.Site, account string) (*Course, error) {
	if err := watched(x); err != nil {
		return nil, err
	}
	h, p := x.History, x.Daemon.Priorities
	c := &Course{Of: account, Times: h.Times, Waiting: h.Waiting, HalfLife: x.Scene.Settings.HalfLife,
		FairTree: x.Scene.Settings.FairTree}
	accounts, users := x.Scene.Called()
	of, last := int32(-1), h.Factors[len(h.Factors)-1]
	for i, a := range p.Associations {
		if a.User || last[i] != last[i] { // nobody is below
			continue
		}
		c.Accounts = append(c.Accounts, accounts[i])
		if accounts[i] == account {
			of = int32(i)
		}
	}
	if of < 0 {
		return nil, errors.New("there is no account " + account + " with users: give one of " + numeral.Listed(c.Accounts))
	}
	used := map[int32]float64{}
	for i, a := range p.Associations {
		if a.Parent != of || last[i] != last[i] {
			continue
		}
		m := Member{Name: cmp.Or(users[i], accounts[i]), Account: !a.User, Shares: p.Part(int32(i)), at: int32(i)}
		for k := range h.Times {
			part := 0.0
			if all := h.Usage[k][of]; all > 0 {
				part = h.Usage[k][i] / all
			}
			used[m.at] += part
			m.Usage, m.Factor = append(m.Usage, part), append(m.Factor, h.Factors[k][i])
		}
		c.Members = append(c.Members, m)
	}
	factors := make([]float64, len(c.Members))
	for k := range h.Times {
		for i := range c.Members {
			factors[i] = c.Members[i].Factor[k]
		}
		ranks, ahead := places(factors)
		for i := range c.Members {
			m := &c.Members[i]
			m.Ahead, m.rank = append(m.Ahead, ahead[i]), ranks[i]
		}
	}
	c.say()
	c.Count = len(c.Members)
	sorted.Stable(c.Members, func(a, b Member) int { return cmp.Compare(used[b.at], used[a.at]) })
	c.Members = c.Members[:min(c.Count, mostMembers)]
	return c, nil
}

// places ranks factors, the greatest first, those alike the same; ahead is how many are less than each.
func places(factors []float64) (ranks, ahead []int) {
	sorted := slices.Sorted(slices.Values(factors))
	for _, f := range factors {
		less, _ := slices.BinarySearch(sorted, f)
		upTo, _ := slices.BinarySearch(sorted, math.Nextafter(f, math.Inf(1)))
		ranks, ahead = append(ranks, len(sorted)-upTo+1), append(ahead, less)
	}
	return ranks, ahead
}

// say says who used most beyond what is due to it, where it ranks, and when most jobs waited.
func (c *Course) say() {
	end := len(c.Times) - 1
	m := slices.MaxFunc(c.Members, func(a, b Member) int { return cmp.Compare(a.Usage[end]-a.Shares, b.Usage[end]-b.Shares) })
	name := "user " + m.Name
	if m.Account {
		name = "account " + m.Name
	}
	used := "nobody had used anything that has not decayed."
	if m.Usage[end] > 0 {
		used = name + " had used " + numeral.Percent(m.Usage[end], 0) + " with " + numeral.Percent(m.Shares, 0) + " of the shares."
	}
	n, rank := len(c.Members), m.rank
	tied := n - m.Ahead[end] - rank + 1
	ranks := " ranks " + numeral.Count(rank) + " of " + numeral.Count(n) + "."
	switch {
	case n == 1:
		ranks = " is alone here."
	case tied == n:
		ranks = " ranks like all " + numeral.Count(n) + "."
	case tied > 1:
		ranks = " shares rank " + numeral.Count(rank) + " of " + numeral.Count(n) + "."
	case rank == n:
		ranks = " ranks last of " + numeral.Count(n) + "."
	case rank == 1:
		ranks = " ranks first of " + numeral.Count(n) + "."
	}
	queue := "Nobody waited."
	if most := slices.Max(c.Waiting); most > 0 {
		at := c.Times[slices.Index(c.Waiting, most)]
		queue = "At most " + numeral.Count(int(most)) + numeral.Plural(int(most), " job", " jobs") + " waited at a time, on " +
			time.Unix(at, 0).UTC().Format("2 January 2006 at 15:04") + "."
	}
	c.Says = []string{"At the log’s end " + used, numeral.Capital(name) + ranks, queue}
}

// CourseCSV lists how fair share went, of every account and user, a line a moment.
func CourseCSV(x *follow.Site) ([]byte, error) {
	if err := watched(x); err != nil {
		return nil, err
	}
	h, p := x.History, x.Daemon.Priorities
	accounts, users := x.Scene.Called()
	figure := func(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) } // as far as all platforms agree
	siblings, shares := map[int32][]int{}, make([]string, len(accounts))
	for i, a := range p.Associations {
		if last := h.Factors[len(h.Factors)-1]; i > 0 && last[i] == last[i] { // somebody is below
			siblings[a.Parent], shares[i] = append(siblings[a.Parent], i), figure(p.Part(int32(i)))
		}
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"time", "account", "user", "shares", "usage", "factor", "rank", "waiting"}) // a Buffer takes every write
	for k, at := range h.Times {
		ranks := make([]int, len(accounts))
		for _, list := range siblings {
			var factors []float64
			for _, i := range list {
				factors = append(factors, h.Factors[k][i])
			}
			places, _ := places(factors)
			for j, i := range list {
				ranks[i] = places[j]
			}
		}
		when, waiting := time.Unix(at, 0).UTC().Format("2006-01-02T15:04:05"), strconv.Itoa(int(h.Waiting[k]))
		for i, a := range p.Associations {
			if ranks[i] == 0 {
				continue
			}
			part := 0.0
			if all := h.Usage[k][a.Parent]; all > 0 {
				part = h.Usage[k][i] / all
			}
			_ = w.Write([]string{when, accounts[i], users[i], shares[i], figure(part), figure(h.Factors[k][i]),
				strconv.Itoa(ranks[i]), waiting})
		}
	}
	w.Flush()
	return b.Bytes(), nil
}

// CourseRequest asks how fair share went below an account: DecodeCourse reads the answer.
func CourseRequest(account string) []byte { return requestOf(askCourse, 0, account) }

// DecodeCourse reads it; of nothing, nil.
func DecodeCourse(b []byte) (c *Course, err error) {
	if len(b) > 0 {
		err = json.Unmarshal(b, &c)
	}
	return c, err
}
