package account

import (
	"slices"

	"shadowtime/core/base/numeral"
)

// longWait is from how many seconds on a job counts as one that waited.
const longWait = 60

// resource is what jobs compete for: what each uses, and the most in use at once.
type resource struct {
	name, few string
	of        func(i int) int64
	used      int64
	most      int64
	lacking   int // jobs that waited and found too few of it
}

// beside keeps what jobs have of the resource that is not counted, GPUs beside processors or processors beside GPUs, from the
// first job with GPUs on.
func (b *Builder) beside(r *Record) {
	other := r.GPUs
	if b.o.Unit == GPUs {
		other = max(r.Alloc, 0)
	}
	if r.GPUs <= 0 && b.other.Len() == 0 || b.o.Unit == Nodes {
		return
	}
	for b.other.Len() < b.store.n-1 {
		b.other.Append(0)
	}
	b.other.Append(min(max(other, 0), maxSize))
}

// set keeps what a job without a GPU had of the processors, where GPUs are counted.
func (b *Builder) set(r *Record) {
	end := r.End.Sec
	if r.Run >= 0 {
		end = r.Start.Sec + r.Run
	}
	for at, v := range [...]int64{r.Start.Sec, end, min(r.Alloc, maxSize)} {
		b.aside[at].Append(v)
	}
}

// scarce says of which resource jobs that waited found too little in the second before they started: a replay knows one alone.
func (b *Builder) scarce() {
	s := &b.store
	if b.other.Len() == 0 || !b.waits {
		return
	}
	counted := func(i int) int64 {
		if i >= s.n {
			return 0
		}
		return s.at(alloc, i)
	}
	other := func(i int) int64 {
		if i >= s.n {
			return b.aside[2].At(i - s.n)
		}
		return max(b.other.At(i), 0)
	}
	procs, cards := counted, other
	if b.o.Unit == GPUs {
		procs, cards = other, counted
	}
	kilobytes := func(i int) int64 {
		if i >= s.n {
			return 0
		}
		return max(s.at(memory, i), 0) * s.at(alloc, i)
	}
	list := []resource{{name: "GPUs", few: "too few GPUs", of: cards}, {name: "processors", few: "too few processors", of: procs},
		{name: "KB of memory", few: "too little memory", of: kilobytes}}
	waited, enough := b.lacking(list)
	if waited == 0 {
		return
	}
	text, most := "", ""
	for _, r := range list {
		if r.most > 0 {
			text += ", " + numeral.Count(r.lacking) + " found " + r.few + " free"
			most += ", " + numeral.Count(r.most) + " " + r.name
		}
	}
	b.Warn("in the second before they started, of " + Count(waited, "job", "jobs") + " that waited a minute or more" + text + ", " +
		numeral.Count(enough) + " enough of all (the most in use at once: " + most[2:] + "); the replay counts " +
		[...]string{"processors", "nodes", "GPUs"}[b.o.Unit] + " alone")
	switch {
	case b.o.Unit == Processors && list[0].lacking > list[1].lacking:
		b.Offer("unit", GPUs.String(), "count GPUs")
	case b.o.Unit == GPUs && list[1].lacking > list[0].lacking:
		b.Offer("unit", Processors.String(), "count processors")
	}
}

// lacking goes through the jobs in the order of their starts, twice: for the most of each resource that is in use at once,
// then for who found too little of it. enough are those that found enough of all.
func (b *Builder) lacking(list []resource) (waited, enough int) {
	s := &b.store
	var starts, ends []int32
	start := func(i int32) int64 {
		if at := int(i) - s.n; at >= 0 {
			return b.aside[0].At(at)
		}
		return s.at(submit, int(i)) + s.at(wait, int(i))
	}
	end := func(i int32) int64 {
		if at := int(i) - s.n; at >= 0 {
			return b.aside[1].At(at)
		}
		return start(i) + s.at(run, int(i))
	}
	for i := range int32(s.n + b.aside[0].Len()) {
		if s.alive(int(i)) && end(i) > start(i) {
			starts, ends = append(starts, i), append(ends, i)
		}
	}
	by := func(of func(int32) int64) func(x, y int32) int {
		return func(x, y int32) int { return int(max(min(of(x)-of(y), 1), -1)) }
	}
	slices.SortFunc(starts, by(start))
	slices.SortFunc(ends, by(end))
	for again := range 2 {
		began, ended := 0, 0
		to := func(now int64) {
			for ; ended < len(ends) && end(ends[ended]) <= now; ended++ {
				use(list, ends[ended], -1)
			}
			for ; began < len(starts) && start(starts[began]) <= now; began++ {
				use(list, starts[began], 1)
			}
		}
		for _, i := range starts {
			if again == 0 {
				to(start(i))
				for k := range list {
					list[k].most = max(list[k].most, list[k].used)
				}
				continue
			}
			if int(i) >= s.n || s.at(wait, int(i)) < longWait {
				continue
			}
			to(start(i) - 1)
			waited++
			none := true
			for k := range list {
				if r := &list[k]; r.used+r.of(int(i)) > r.most {
					r.lacking++
					none = false
				}
			}
			if none {
				enough++
			}
		}
		for k := range list {
			list[k].used = 0
		}
	}
	return waited, enough
}

// use adds what a job has to what is in use, or takes it away.
func use(list []resource, i int32, sign int64) {
	for k := range list {
		list[k].used += sign * list[k].of(int(i))
	}
}
