package rules

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/held"
)

// Grouping is a way to part the jobs of an account.
type Grouping string

// The groupings.
const (
	BySize      Grouping = "size"
	ByUser      Grouping = "user"
	ByHour      Grouping = "hour"
	ByQueue     Grouping = "queue"
	ByPartition Grouping = "partition"
)

// Groupings are those that the log of an account can tell.
func Groupings(a *held.Account) (list []Grouping) {
	for _, by := range []Grouping{BySize, ByUser, ByHour, ByQueue, ByPartition} {
		if len(Groups(a, by)) > 1 {
			list = append(list, by)
		}
	}
	return list
}

// hoursTogether are so many hours of a day in one group.
const hoursTogether = 3

// Groups are the jobs of an account, parted.
func Groups(a *held.Account, by Grouping) []held.Group {
	switch by {
	case ByUser:
		return a.Users
	case ByHour:
		list := make([]held.Group, 24/hoursTogether)
		for at := range a.Week {
			k := at % 24 / hoursTogether
			g := &list[k]
			g.ID, g.To = int64(hoursTogether*k), int64(hoursTogether*(k+1))
			for c, x := range a.Week[at] {
				g.Parts[c] += x
			}
		}
		return list
	case ByQueue:
		return a.Queues
	case ByPartition:
		return a.Partitions
	}
	return a.Sizes
}

// NameOf names a group.
func (by Grouping) NameOf(g *held.Group) string {
	id := strconv.FormatInt(g.ID, 10)
	switch {
	case by == ByHour:
		return id + " to " + strconv.FormatInt(g.To, 10) + numeral.Thin + "h"
	case by == BySize && g.To == 1:
		return "1 processor"
	case by == BySize && g.ID == g.To:
		return numeral.Count(g.ID)
	case by == BySize:
		return numeral.Count(g.ID) + " to " + numeral.Count(g.To)
	case g.ID < 0:
		return "all others"
	}
	return string(by) + " " + id
}

// GroupWords are the title of what groups waited for: which waits most in vain, for its waiting or of all.
func GroupWords(a *held.Account, by Grouping) string {
	if by == BySize {
		return SizeWords(a)
	}
	most, list := -1, Groups(a, by)
	for i := range list {
		g := &list[i]
		if g.ID >= 0 && notable*float64(g.Sum()) >= float64(a.Sum()) &&
			(most < 0 || g.Share(held.InVain) > list[most].Share(held.InVain)) {
			most = i
		}
	}
	switch {
	case by == ByUser && len(list) > 0 && list[0].ID >= 0 && a.Parts[held.InVain] > 0:
		return numeral.Capital(by.NameOf(&list[0])) + " has " +
			percent(float64(list[0].Parts[held.InVain])/float64(a.Parts[held.InVain])) + " of the waiting with room for the job"
	case most < 0 || a.Parts[held.InVain] == 0:
		return "What jobs waited for, by " + string(by)
	case by == ByHour:
		return "From " + by.NameOf(&list[most]) + ", " + percent(list[most].Share(held.InVain)) + " of the waiting is not for room"
	}
	return "Jobs of " + by.NameOf(&list[most]) + " were held for " + percent(list[most].Share(held.InVain)) + " of their wait"
}

// GroupSaid says of a group how much of its waiting was in vain: "User 46: 86 % of 1 090 h waited."
func GroupSaid(a *held.Account, by Grouping, at int) Sentence {
	g := &Groups(a, by)[at]
	name := by.NameOf(g)
	if by == BySize {
		name = SizeOf(g)
	}
	return Sentence{numeral.Capital(name) + ":", percent(g.Share(held.InVain)) + " of " + hours(g.Sum()) + " waited."}
}
