package slurm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/report/csv"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
)

// Course is how fair share went among those right below an account, and how many jobs waited.
type Course struct {
	Of       string   `json:"account"`
	Accounts []string `json:"accounts"` // that have somebody below: the machine's root first
	Times    []int64  `json:"times"`    // s of the epoch, equally far apart
	Waiting  []int    `json:"waiting"`
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
	Rank    []int     `json:"rank"`   // by that, 1 goes first
	used    float64
}

// Root is the account that all others are below.
const Root = "root"

// mostMembers are so many as lines can be told apart.
const mostMembers = 6

// Watch has a replay keep how fair share goes, where that counts for anything.
func Watch(x *follow.Site) {
	if s := &x.Scene.Settings; s.Multifactor && s.WeightShare > 0 && len(x.Scene.Tree) > 1 {
		x.History = &model.History{}
	}
}

// watched says why there is no course, if there is none.
func watched(x *follow.Site) error {
	if x.History == nil {
		return errors.New("fair share counts for nothing here: it does with PriorityType=priority/multifactor and a " +
			"PriorityWeightFairshare")
	}
	if len(x.History.Moments) == 0 {
		return errors.New("no PriorityCalcPeriod ends in this log: export a longer one")
	}
	return nil
}

// courseOf is that of a replay that was watched, below an account.
func courseOf(x *follow.Site, account string) (*Course, error) {
	if err := watched(x); err != nil {
		return nil, err
	}
	c := &Course{Of: account, HalfLife: x.Scene.Settings.HalfLife, FairTree: x.Scene.Settings.FairTree}
	accounts, users := x.Scene.Called()
	of := int32(-1)
	for i, list := range families(x) {
		if list == nil {
			continue
		}
		if c.Accounts = append(c.Accounts, accounts[i]); accounts[i] == account {
			of = int32(i)
		}
	}
	if of < 0 {
		return nil, errors.New("there is no account " + account + " with users: give one of " + numeral.Listed(c.Accounts))
	}
	list := families(x)[of]
	for _, i := range list {
		name := users[i]
		if name == "" {
			name = accounts[i]
		}
		c.Members = append(c.Members, Member{Name: name, Account: users[i] == "", Shares: x.Daemon.Priorities.Part(i)})
	}
	for k := range x.History.Moments {
		m := &x.History.Moments[k]
		c.Times, c.Waiting = append(c.Times, m.At), append(c.Waiting, m.Waiting)
		parts, ranks := places(m, of, list)
		for j, i := range list {
			x := &c.Members[j]
			x.Usage, x.Factor, x.Rank = append(x.Usage, parts[j]), append(x.Factor, m.Fair[i]), append(x.Rank, ranks[j])
			x.used += parts[j]
		}
	}
	c.say()
	c.Count = len(list)
	sorted.Stable(c.Members, func(a, b Member) int { return cmp.Compare(b.used, a.used) })
	c.Members = c.Members[:min(c.Count, mostMembers)]
	return c, nil
}

// families are who is right below each association, those without users aside.
func families(x *follow.Site) [][]int32 {
	tree, fair := x.Daemon.Priorities.Associations, x.History.Moments[0].Fair
	list := make([][]int32, len(tree))
	for i := range tree {
		if up := tree[i].Parent; up >= 0 && fair[i] == fair[i] {
			list[up] = append(list[up], int32(i))
		}
	}
	return list
}

// places are the parts of usage and the ranks, by fair share, of those below an association at a moment.
func places(m *model.Moment, of int32, list []int32) (parts []float64, ranks []int) {
	ranks, parts = make([]int, len(list)), make([]float64, len(list))
	order := make([]int, len(list))
	for j := range order {
		order[j] = j
	}
	fair := func(j int) float64 { return m.Fair[list[j]] }
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(fair(b), fair(a)) })
	for k, j := range order {
		if ranks[j] = k + 1; k > 0 && fair(j) == fair(order[k-1]) {
			ranks[j] = ranks[order[k-1]]
		}
		if all := m.Usage[of]; all > 0 {
			parts[j] = m.Usage[list[j]] / all
		}
	}
	return parts, ranks
}

// say says who used most beyond what is due to it, where it ranks, and when most jobs waited.
func (c *Course) say() {
	end, n := len(c.Times)-1, len(c.Members)
	m := &c.Members[0]
	for i := range c.Members {
		if x := &c.Members[i]; x.Usage[end]-x.Shares > m.Usage[end]-m.Shares {
			m = x
		}
	}
	name := "user " + m.Name
	if m.Account {
		name = "account " + m.Name
	}
	used := "nobody had used anything that has not decayed."
	if m.Usage[end] > 0 {
		used = name + " had used " + numeral.Percent(m.Usage[end], 0) + " with " + numeral.Percent(m.Shares, 0) + " of the shares."
	}
	tied := 0
	for i := range c.Members {
		if c.Members[i].Rank[end] == m.Rank[end] {
			tied++
		}
	}
	ranks := " ranks "
	if tied > 1 {
		ranks = " shares rank "
	}
	place := numeral.Count(m.Rank[end])
	if m.Rank[end] == n && n > 1 {
		place = "last"
	}
	ranks += place + " of " + numeral.Count(n) + "."
	queue := "Nobody waited."
	if most := slices.Max(c.Waiting); most > 0 {
		at := c.Times[slices.Index(c.Waiting, most)]
		queue = "At most " + numeral.Jobs(most) + " waited at a time, on " +
			time.Unix(at, 0).UTC().Format("2 January 2006 at 15:04") + "."
	}
	c.Says = []string{"At the log’s end " + used, numeral.Capital(name) + ranks, queue}
}

// CourseCSV lists how fair share went, of every account and user, a line a moment.
func CourseCSV(x *follow.Site) ([]byte, error) {
	if err := watched(x); err != nil {
		return nil, err
	}
	accounts, users := x.Scene.Called()
	figure := func(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) } // as far as all platforms agree
	all := families(x)
	shares := make([]string, len(all))
	for _, list := range all {
		for _, i := range list {
			shares[i] = figure(x.Daemon.Priorities.Part(i))
		}
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"time", "account", "user", "shares", "usage", "factor", "rank", "waiting"}) // a Buffer takes every write
	for k := range x.History.Moments {
		m := &x.History.Moments[k]
		when, waiting := time.Unix(m.At, 0).UTC().Format("2006-01-02T15:04:05"), strconv.Itoa(m.Waiting)
		for of, list := range all {
			parts, ranks := places(m, int32(of), list)
			for j, i := range list {
				_ = w.Write([]string{when, accounts[i], users[i], shares[i], figure(parts[j]), figure(m.Fair[i]), strconv.Itoa(ranks[j]),
					waiting})
			}
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
