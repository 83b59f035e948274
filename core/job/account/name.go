package account

import (
	"slices"

	"shadowtime/core/job"
)

// names are numbered from 1 in the order in which they first appear.
type names struct {
	number map[string]int64
	list   []string
	lost   int // records whose name came when there were MaxNames already
}

// of is the number of a name, -1 of none.
func (n *names) of(name []byte) int64 {
	if len(name) == 0 {
		return -1
	}
	name = name[:min(len(name), maxName)]
	if k, ok := n.number[string(name)]; ok {
		return k
	}
	if len(n.list) == MaxNames {
		n.lost++
		return -1
	}
	if n.number == nil {
		n.number = map[string]int64{}
	}
	s := string(name)
	n.list = append(n.list, s)
	n.number[s] = int64(len(n.list))
	return int64(len(n.list))
}

// tally counts jobs by a name that few of them share.
type tally struct {
	names
	jobs []int
}

func (t *tally) count(name []byte, n int) {
	k := t.of(name)
	if k < 0 {
		return
	}
	if int(k) > len(t.jobs) {
		t.jobs = append(t.jobs, 0)
	}
	t.jobs[k-1] += n
}

// maxTold is how many names of a kind an account tells.
const maxTold = 1000

// list are the names, those with most jobs first.
func (t *tally) list() []job.Division {
	order := make([]uint64, len(t.jobs))
	for i, n := range t.jobs {
		order[i] = uint64(MaxJobs-n)<<32 | uint64(i)
	}
	slices.Sort(order)
	list := make([]job.Division, min(len(order), maxTold))
	for i := range list {
		k := int32(order[i])
		list[i] = job.Division{Name: t.names.list[k], Jobs: t.jobs[k]}
	}
	return list
}
