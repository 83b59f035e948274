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

	near [1024]int32 // numbers of names by their ends: most records have one of few, which are found without the map
}

// of is the number of a name, -1 of none.
func (n *names) of(name []byte) int64 {
	if len(name) == 0 {
		return -1
	}
	name = name[:min(len(name), maxName)]
	near := &n.near[nearOf(name)]
	if k := *near; k > 0 && n.list[k-1] == string(name) {
		return int64(k)
	}
	if k, ok := n.number[string(name)]; ok {
		*near = int32(k)
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

// nearOf is where a name stands among those that are near, by its last letters.
func nearOf(name []byte) (h int) {
	for _, c := range name[max(0, len(name)-4):] {
		h = h*31 + int(c)
	}
	return (h + len(name)) & 1023
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
