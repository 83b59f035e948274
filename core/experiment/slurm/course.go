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
	Says     []string `json:"says"`    // of usage, of ranks, of the queue
}

// Member is an account, or a user, among its siblings.
type Member struct {
	Name   string    `json:"name"`
	Shares float64   `json:"shares"` // a part of theirs
	Usage  []float64 `json:"usage"`  // a part of theirs, decayed; 0 where nobody has used anything
	Factor []float64 `json:"factor"` // fair share, of an account that of its best user
	at     int32
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
		return errors.New("fair share counts for nothing here: it does with PriorityType=priority/multifactor and a PriorityWeightFairshare")
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
	c := &Course{Of: account, Times: h.Times, Waiting: h.Waiting}
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
		m := Member{Name: cmp.Or(users[i], accounts[i]), Shares: p.Part(int32(i)), at: int32(i)}
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
	c.say(p.Associations)
	c.Count = len(c.Members)
	sorted.Stable(c.Members, func(a, b Member) int { return cmp.Compare(used[b.at], used[a.at]) })
	c.Members = c.Members[:min(c.Count, mostMembers)]
	return c, nil
}

// say says who used most beyond what is due to it, where it ranks, and when most jobs waited.
func (c *Course) say(tree []slurm.Association) {
	end := len(c.Times) - 1
	m := slices.MaxFunc(c.Members, func(a, b Member) int { return cmp.Compare(a.Usage[end]-a.Shares, b.Usage[end]-b.Shares) })
	name := "account " + m.Name
	if tree[m.at].User {
		name = "user " + m.Name
	}
	used := "nobody had used anything that has not decayed."
	if m.Usage[end] > 0 {
		used = name + " had used " + numeral.Percent(m.Usage[end], 0) + " with " + numeral.Percent(m.Shares, 0) + " of the shares."
	}
	rank, tied := 1, 0
	for i := range c.Members {
		switch f := c.Members[i].Factor[end]; {
		case f > m.Factor[end]:
			rank++
		case f == m.Factor[end]:
			tied++
		}
	}
	n := len(c.Members)
	ranks := numeral.Capital(name) + " ranks " + numeral.Count(rank) + " of " + numeral.Count(n) + "."
	switch {
	case n == 1:
		ranks = numeral.Capital(name) + " is alone here."
	case tied == n:
		ranks = "All " + numeral.Count(n) + " rank alike."
	case tied > 1:
		ranks = numeral.Capital(name) + " shares rank " + numeral.Count(rank) + " of " + numeral.Count(n) + "."
	case rank == n:
		ranks = numeral.Capital(name) + " ranks last of " + numeral.Count(n) + "."
	case rank == 1:
		ranks = numeral.Capital(name) + " ranks first of " + numeral.Count(n) + "."
	}
	queue := "Nobody waited."
	if most := slices.Max(c.Waiting); most > 0 {
		at := c.Times[slices.Index(c.Waiting, most)]
		queue = "Most jobs waited on " + time.Unix(at, 0).UTC().Format("2 January 2006 at 15:04") + ": " + numeral.Count(int(most)) + "."
	}
	c.Says = []string{"At the log’s end " + used, ranks, queue}
}

// CourseCSV lists how fair share went, of every account and user, a line a moment.
func CourseCSV(x *follow.Site) ([]byte, error) {
	if err := watched(x); err != nil {
		return nil, err
	}
	h, p := x.History, x.Daemon.Priorities
	accounts, users := x.Scene.Called()
	children := map[int32][]int32{}
	for i, a := range p.Associations {
		children[a.Parent] = append(children[a.Parent], int32(i))
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"time", "account", "user", "shares", "usage", "factor", "rank", "waiting"}) // a Buffer takes every write
	for k, at := range h.Times {
		for i, a := range p.Associations {
			f := h.Factors[k]
			if i == 0 || math.IsNaN(f[i]) {
				continue
			}
			rank, part := 1, 0.0
			for _, o := range children[a.Parent] {
				if f[o] > f[i] {
					rank++
				}
			}
			if all := h.Usage[k][a.Parent]; all > 0 {
				part = h.Usage[k][i] / all
			}
			_ = w.Write([]string{time.Unix(at, 0).UTC().Format("2006-01-02T15:04:05"), accounts[i], users[i], numeral.Plain(p.Part(int32(i))),
				numeral.Plain(part), numeral.Plain(f[i]), strconv.Itoa(rank), strconv.Itoa(int(h.Waiting[k]))})
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
