package report

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/study"
)

// Choices is an answer that is kept, to be set beside another answer: the total waits of each of
// the answer's choices on each resample, in seconds.
type Choices struct {
	Digest string         // of the log
	Ground study.Workload // which resamples are made of it
	Weeks  stats.Weeks
	Named  string // the choice that its sentence names, "" where there is none
	Names  []string
	Change []Bounds  // of each choice against the answer's own baseline
	Wait   [][]int64 // total waits by choice and resample,
	K      []int     // whose numbers these are, ascending
}

// Beside is the change of the waits of an answer's choice against the choice of another answer.
type Beside struct {
	Then, Now  string // choices; the same but for the first, of those that were named
	ThenChange Bounds // of each against its own answer's baseline
	NowChange  Bounds
	Bounds         // its total wait now relative to then, on the same resamples
	Resamples  int // that both have
}

// Pairs says whether two answers are of the same resamples: of one log, made by
// one seed, in one way. Other answers' waits differ by the weeks that were drawn, too.
func (a *Choices) Pairs(b *Choices) bool {
	return a.Digest == b.Digest && a.Ground == b.Ground
}

// Besides sets the choices of now beside those of then: those that the answers
// name, where they differ, and then all that both have, from the least waiting
// now to the most. The difference is the
// pooled relative one, paired by resample, with the intervals of Bounds; it is
// not known where the answers are not of the same resamples.
func Besides(then, now *Choices) []Beside {
	var list []Beside
	set := func(i, j int) {
		b := Beside{Then: then.Names[i], Now: now.Names[j], ThenChange: then.Change[i], NowChange: now.Change[j]}
		var policy, base []int64
		if then.Pairs(now) {
			for x, k := range now.K {
				if y, ok := slices.BinarySearch(then.K, k); ok {
					policy, base = append(policy, now.Wait[j][x]), append(base, then.Wait[i][y])
				}
			}
		}
		b.Resamples, b.Bounds = len(base), Weigh(policy, base, now.Weeks, Level)
		list = append(list, b)
	}
	if i, j := slices.Index(then.Names, then.Named), slices.Index(now.Names, now.Named); i >= 0 && j >= 0 && then.Named != now.Named {
		set(i, j)
	}
	named := len(list)
	for j, name := range now.Names {
		if i := slices.Index(then.Names, name); i >= 0 {
			set(i, j)
		}
	}
	sorted.Stable(list[named:], func(a, b Beside) int { return Ascending(a.NowChange.Change, b.NowChange.Change) })
	return list
}
