package held

import (
	"cmp"
	"slices"
)

// Ranks are the jobs of the queue at an instant as they stand in it, and as a plain sort has them.
func (p *Pass) Ranks(now int64) (is, plain []int32) {
	list := slices.Clone(p.queue)
	slices.SortStableFunc(list, func(a, b waiter) int {
		x, y := p.guard.Share(now, a.job), p.guard.Share(now, b.job)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(p.key(&a), p.key(&b)), cmp.Compare(a.job, b.job))
	})
	for i := range list {
		is, plain = append(is, p.queue[i].job), append(plain, list[i].job)
	}
	return is, plain
}
