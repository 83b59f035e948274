package place

import "slices"

// Stand is how the jobs of a run stand from one instant to the next, and what lies idle though
// jobs ask for it: holes that no waiting job fits, be it for cores, memory or its turn.
type Stand struct {
	Running, Done int
	Cores         int32   // idle ones, at most as many as waiting jobs ask for
	Memory        float64 // MB that is free, at most what they ask for
}

// Stands are those of each instant of Time, on a machine of so many cores and MB of memory. Cores
// that are out are not idle; their nodes' memory counts as free.
func (r *Run) Stands(cores int32, memory float64) []Stand {
	type change struct {
		running, done int
		cores         int64
		memory        float64
	}
	n := len(r.Time)
	changes := make([]change, n+1)
	at := func(t float64) *change {
		i, _ := slices.BinarySearch(r.Time, t)
		return &changes[i]
	}
	for i := range r.Jobs {
		j := &r.Jobs[i]
		asked := float64(j.Memory * float64(j.Size))
		x := at(j.Submit)
		x.cores += int64(j.Size)
		x.memory += asked
		x = at(j.Start)
		x.running++
		x.cores -= int64(j.Size)
		x.memory -= asked
		x = at(j.End)
		x.running--
		x.done++
	}
	list := make([]Stand, n)
	var now change
	for i := range list {
		c := &changes[i]
		now.running, now.done, now.cores, now.memory = now.running+c.running, now.done+c.done, now.cores+c.cores, now.memory+c.memory
		out := int32(0)
		for _, o := range r.Outs {
			if o.From <= r.Time[i] && r.Time[i] < o.To {
				out += o.Cores.To - o.Cores.From
			}
		}
		list[i] = Stand{now.running, now.done, int32(max(0, min(int64(cores-r.Busy[i]-out), now.cores))), 0}
		if r.Queue[i] > 0 {
			list[i].Memory = max(0, min(memory-r.Taken[i], now.memory))
		}
	}
	return list
}
