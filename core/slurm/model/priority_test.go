package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// forest is a tree of accounts with users, and jobs of theirs that ran: no two branches have used alike.
func forest(r *rand.Rand) (tree []Association, jobs []Job) {
	tree = []Association{{Parent: -1}}
	var accounts, users []int32
	for i := range 2 + r.IntN(4) {
		parent := int32(0)
		if i > 1 && r.IntN(2) == 0 {
			parent = accounts[r.IntN(len(accounts))]
		}
		accounts = append(accounts, int32(len(tree)))
		tree = append(tree, Association{Parent: parent, Shares: 1 + r.Int64N(9), Weight: r.Int64N(5)})
	}
	for _, a := range accounts {
		for range 1 + r.IntN(3) {
			users = append(users, int32(len(tree)))
			tree = append(tree, Association{Parent: a, User: true, Shares: 1 + r.Int64N(9), Weight: r.Int64N(5)})
		}
	}
	for _, u := range users {
		for range 1 + r.IntN(3) {
			start := 1 + r.Int64N(500)
			jobs = append(jobs, Job{Association: u, Start: start, End: start + 1 + r.Int64N(900), CPUs: 1 + r.Int32N(7), Nodes: 1 +
				r.Int32N(3),
				QOS: r.Int64N(4), Nice: r.Int64N(3), Eligible: r.Int64N(400), Limit: 60 * (1 + r.Int64N(30))})
		}
	}
	return tree, jobs
}

// usedBy is what jobs of an association and all below it used, a period after the other: slowly.
func usedBy(tree []Association, jobs []Job, a int32, period, now int64, half float64) (sum float64) {
	below := func(u int32) bool {
		for ; u >= 0; u = tree[u].Parent {
			if u == a {
				return true
			}
		}
		return false
	}
	d := 1 - 0.693/half
	for at := period; at <= now; at += period {
		sum *= math.Pow(d, float64(period))
		for i := range jobs {
			if from, to := max(jobs[i].Start, at-period), min(jobs[i].End, at); to > from && below(jobs[i].Association) {
				sum += float64(jobs[i].CPUs) * float64(to-from) * math.Pow(d, float64(to-from))
			}
		}
	}
	return sum
}

// Priorities are those of a slow and obvious computation: usage added up anew from all jobs, users in order of
// their branches' fair shares from the root on, factors by the book.
func TestPrioritiesAreThoseComputedSlowly(t *testing.T) {
	const period, half = 60, 400
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(5, seed))
		tree, jobs := forest(r)
		m := &Machine{Nodes: 8, Partitions: []Partition{{Nodes: nodesOf(8, 0, 1, 2, 3, 4, 5, 6, 7), Factor: 2}, {Nodes: nodesOf(8,
			1, 2), Factor: 5}}}
		s := New(V2205)
		s.HalfLife, s.CalcPeriod, s.Enforce = half, period, true
		s.WeightShare, s.WeightAge, s.WeightSize, s.WeightPart, s.WeightQOS, s.WeightAssoc = 100_000, 9000, 700, 5000, 300, 4000
		s.WeightTRES, s.MaxAge = weightsOf("CPU=600"), 1+r.Int64N(1500)
		p := NewPriorities(m, s, slices.Clone(tree), 0)
		p.QOS = 3
		now := int64(0)
		for range 20 {
			now += period
			p.Fade(now)
			for i := range jobs {
				j := &jobs[i]
				if j.Start <= now && j.End > now-period { // one that ended counts to its end
					p.Use(j, min(j.End, now))
				}
			}
			p.Rank(now)
		}
		var used []float64
		for a := range tree {
			used = append(used, usedBy(tree, jobs, int32(a), period, now, half))
			require.InEpsilon(t, used[a], p.Associations[a].Usage, 1e-9)
		}
		level := func(a int32) float64 {
			shares := int64(0)
			for i := range tree {
				if tree[i].Parent == tree[a].Parent {
					shares += tree[i].Shares
				}
			}
			return float64(tree[a].Shares) / float64(shares) / (used[a] / used[tree[a].Parent])
		}
		branch := func(a int32) (levels []float64) {
			for ; tree[a].Parent >= 0; a = tree[a].Parent {
				levels = append([]float64{-level(a)}, levels...)
			}
			return levels
		}
		var users []int32
		greatest := int64(0)
		for a := range tree {
			greatest = max(greatest, tree[a].Weight)
			if tree[a].User {
				users = append(users, int32(a))
			}
		}
		slices.SortFunc(users, func(a, b int32) int { return slices.Compare(branch(a), branch(b)) })
		for i := range jobs {
			j := &jobs[i]
			j.Partition = int32(i % 2)
			share := float64(len(users)-slices.Index(users, j.Association)) / float64(len(users))
			want := 100_000*share + 9000*min(1, float64(max(0, now-j.Eligible))/float64(s.MaxAge)) +
				700*(float64(j.Nodes)/8+float64(j.CPUs)/8)/2 + 5000*[]float64{0.4, 1}[i%2] + 300*float64(j.QOS)/3 +
				4000*float64(tree[j.Association].Weight)/float64(max(1, greatest)) + 600*float64(j.CPUs)/[]float64{8, 2}[i%2]
			require.InDelta(t, max(1, math.Floor(want)-float64(j.Nice)), float64(p.Of(j, now)), 1, "seed %d", seed)
		}
	}
}

// Usage is forgotten once in each period of its reset, at the first calculation in it.
func TestUsageIsForgottenWithItsPeriod(t *testing.T) {
	const day = 86400 // the epoch's first day was a Thursday of the first quarter
	for words, begins := range map[string][]int64{"DAILY": {day, 2 * day}, "WEEKLY": {3 * day, 10 * day}, "MONTHLY": {31 * day, 59 * day},
		"QUARTERLY": {90 * day, 181 * day}, "YEARLY": {365 * day, 730 * day}, "NONE": nil, "NOW": nil} {
		s := New(V2205)
		_, err := s.Set("PriorityUsageResetPeriod", false, words)
		require.NoError(t, err)
		s.HalfLife = 0
		m := &Machine{Nodes: 1, Partitions: []Partition{{Nodes: nodesOf(1, 0)}}}
		p := NewPriorities(m, s, []Association{{Parent: -1, Usage: 5}}, 1)
		for _, at := range begins {
			p.Associations[0].Usage = 5
			p.Fade(at - 1)
			p.Rank(at - 1)
			require.Equal(t, 5.0, p.Associations[0].Usage, "%s at %d", words, at-1)
			p.Fade(at)
			p.Rank(at)
			require.Zero(t, p.Associations[0].Usage, "%s at %d", words, at)
		}
		if begins == nil {
			p.Fade(800 * day)
			require.Equal(t, 5.0, p.Associations[0].Usage)
		}
	}
}

// Months are counted as the calendar has them.
func TestMonthsAreTheCalendars(t *testing.T) {
	for at := int64(-90 * 365 * 86400); at < 400*365*86400; at += 86399 * 3 {
		want := time.Unix(at, 0).UTC()
		require.Equal(t, int64(want.Year())*12+int64(want.Month())-1, monthOf(at), want)
	}
}
