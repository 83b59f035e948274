package guard

import (
	"math"
	"math/bits"

	"shadowtime/core/job/rule"
)

// Fair share: what a user used until an instant is the sum over all processor-seconds, each counted by half
// for each half-life that has passed since.

// use is what one user used until an instant.
type use struct {
	used  float64
	at    int64
	procs int64  // of what has run since
	key   uint64 // what was found last,
	keyed int64  // at that instant
}

// grain are the last binary digits, which rounding may have touched: users whose use agrees in the others, 24, are equal.
const grain = 28

// until is what was used until an instant.
func (u *use) until(now int64, half float64) float64 {
	past := -float64(now-u.at) * math.Ln2 / half
	// The conversions keep a compiler from fusing product and sum.
	return float64(u.used*math.Exp(past)) - float64(float64(u.procs)*(half/math.Ln2)*math.Expm1(past))
}

// count adds processors that run from an instant on, or takes them away.
func (u *use) count(now, procs int64, half float64) {
	if now != u.at {
		u.used, u.at = u.until(now, half), now
	}
	u.procs += procs
	u.keyed = Never
}

// rank orders users at an instant by what they used, the least first.
func (u *use) rank(now int64, half float64) uint64 {
	if u.keyed != now {
		u.key, u.keyed = 1+math.Float64bits(max(u.until(now, half), 0))>>grain, now
	}
	return u.key
}

// Shares says that a rule of fair share, or one by which a class goes first, holds at some time.
func (g *Guard) Shares() bool { return g.shares|g.firsts != 0 }

// tiered is where in a rank the classes stand that go first, above all that was used.
const tiered = 56

// Share orders jobs by the classes that go first, those of most of them first, and then by what their users used until now, the
// least first: 0 of all while no such rule holds, else no job's.
func (g *Guard) Share(now int64, j int32) uint64 {
	g.look(now)
	tier := uint64(0)
	if m := g.firsts & g.holds; m != 0 {
		tier = uint64(1+bits.OnesCount64(uint64(m&^g.concern[j]))) << tiered
	}
	if g.share < 0 {
		return tier
	}
	c := &g.rules[g.share]
	return tier | c.uses[user(g.trace, int(j))].rank(now, float64(c.Half))
}

// Ranking are the rules by which Share orders jobs at an instant. While they stay the same and are steady, no job's place changes.
func (g *Guard) Ranking(now int64) (rules Mask, steady bool) {
	g.look(now)
	return g.holds & (g.firsts | g.shares), g.share < 0
}

// Used writes what users used until an instant, as a state keeps it; SetUsed takes it back.
func (g *Guard) Used(list []float64, now int64) []float64 {
	for m := g.shares; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		for u := range c.uses {
			list = append(list, c.uses[u].until(max(now, c.uses[u].at), float64(c.Half)))
		}
	}
	return list
}

// SetUsed takes what Used wrote, behind the starts of all that runs; of another number of users it takes nothing.
func (g *Guard) SetUsed(list []float64, now int64) {
	n := 0
	for m := g.shares; m != 0; m &= m - 1 {
		n += len(g.rules[m.First()].uses)
	}
	if len(list) != n {
		return
	}
	for m := g.shares; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		for u := range c.uses {
			x := &c.uses[u]
			x.used, x.at, x.keyed = list[u], now, Never
		}
		list = list[len(c.uses):]
	}
}

// resetUses forgets what was used.
func (c *counter) resetUses() {
	for u := range c.uses {
		c.uses[u] = use{at: -farthest, keyed: Never}
	}
}

// growUses makes room for the users of a rule of fair share.
func (c *counter) growUses(users int) {
	if c.Kind != rule.Share {
		users = 0
	}
	if cap(c.uses) < users {
		c.uses = make([]use, users)
	}
	c.uses = c.uses[:users]
}
