package sacct

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
)

// Join makes one job of several that are pieces of one: it was resized while it ran, or exports of several spans cut
// it. Each has the place of its last piece. Whole is how many there are of these.
func Join(jobs []Job) (list []Job, whole int) {
	order := make([]int, 0, len(jobs))
	for i := range jobs {
		if j := &jobs[i]; j.ID > 0 && j.Start > 0 && j.End >= j.Start && !j.Never && !j.cut {
			order = append(order, i)
		}
	}
	sorted.Stable(order, func(a, b int) int {
		x, y := &jobs[a], &jobs[b]
		return cmp.Or(cmp.Compare(x.ID, y.ID), cmp.Compare(x.Task, y.Task), cmp.Compare(x.End, y.End), cmp.Compare(x.Start, y.Start))
	})
	gone := map[int]bool{}
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && goesOn(jobs, order[from:to], order[to]) {
			to++
		}
		if to-from > 1 {
			last := order[from]
			for _, i := range order[from+1 : to] {
				gone[last] = true
				last = i
			}
			jobs[last] = one(jobs, order[from:to])
			whole++
		}
		from = to
	}
	if whole == 0 {
		return jobs, 0
	}
	for i, j := range jobs {
		if !gone[i] {
			list = append(list, j)
		}
	}
	return list, whole
}

// goesOn says whether the next job tells more of the run of which the others are pieces, or one of them again.
func goesOn(jobs []Job, of []int, next int) bool {
	q := jobs[next].piece()
	if jobs[next].ID != jobs[of[0]].ID || jobs[next].Task != jobs[of[0]].Task {
		return false
	}
	return slices.ContainsFunc(of, func(i int) bool {
		p := jobs[i].piece()
		return p.Continues(&q) || len(of) > 1 && p == q
	})
}

func (j *Job) piece() account.Piece {
	run := j.Run
	if run < 0 {
		run = j.End - j.Start
	}
	return account.Piece{Submit: j.Submit, Start: j.Start, End: j.End, Run: run, Size: j.CPUs, Resizing: j.State == account.Resizing}
}

// one is the job of pieces, by their ends: what the last says of it, on the nodes of the largest.
func one(jobs []Job, of []int) Job {
	var list, nodes []account.Piece
	largest, eligible := of[0], jobs[of[0]].Eligible
	for _, i := range of {
		j := &jobs[i]
		p := j.piece()
		list = append(list, p)
		p.Size = j.NodeCount
		nodes = append(nodes, p)
		if j.CPUs > jobs[largest].CPUs {
			largest = i
		}
		if j.Eligible > 0 {
			eligible = min(eligible, j.Eligible)
		}
	}
	w, _ := account.Whole(list)
	_, area := account.Whole(nodes)
	j := jobs[of[len(of)-1]]
	if j.Billing > 0 && j.CPUs > 0 { // as its processors
		j.Billing = (j.Billing*w.Size + j.CPUs/2) / j.CPUs
	}
	j.Submit, j.Eligible, j.Start, j.End, j.Run, j.CPUs = w.Submit, eligible, w.Start, w.End, w.Run, w.Size
	j.Nodes = jobs[largest].Nodes
	if w.Run > 0 {
		j.NodeCount = (area + w.Run - 1) / w.Run
	}
	return j
}
