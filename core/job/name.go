package job

import (
	"slices"

	"shadowtime/core/base/sorted"
)

// rooms are those that naming uses again and again: of a large log a new one for each
// use would be more than the log.
type rooms struct{ keys, ids, sorted []int64 }

// name tells the applications and groups that a log names of the kept jobs.
func (t *Trace) name(l *Log, r *rooms) {
	t.applications(l, r)
	t.group(l, r)
	t.Queue, t.Partition = t.numbers(l, Queue, r), t.numbers(l, Partition, r)
}

// remember tells what memory the kept jobs need, how long they waited and what they were given.
func (t *Trace) remember(l *Log) {
	for j, i := range t.Pos {
		if wait := l.Col[Wait].At(int(i)); wait >= 0 {
			if t.Wait == nil {
				t.Wait = slices.Repeat([]int64{-1}, len(t.Pos))
			}
			t.Wait[j] = wait
		}
		if had := l.Col[Alloc].At(int(i)); had > 0 && had != int64(t.Size[j]) && had <= t.Procs {
			if t.Had == nil {
				t.Had = slices.Clone(t.Size)
			}
			t.Had[j] = int32(had)
		}
		kb := l.MemoryOf(int(i))
		if kb > 0 && t.Memory == nil {
			t.Memory = make([]int64, len(t.Pos))
		}
		if kb > 0 {
			t.Memory[j] = kb
		}
	}
}

// named fills in the numbers that a field names the kept jobs by, -1 for what is
// unknown; false when all are.
func (t *Trace) named(l *Log, f Field, r *rooms) bool {
	c := &l.Col[f]
	known := func(i int32) bool { return c.At(int(i)) >= 0 }
	if !slices.ContainsFunc(t.Pos, known) {
		return false
	}
	if r.ids == nil {
		r.ids = make([]int64, len(t.Pos))
	}
	for j, i := range t.Pos {
		r.ids[j] = max(c.At(int(i)), -1)
	}
	return true
}

// numbers are those of a field, nil where it has none of any job.
func (t *Trace) numbers(l *Log, f Field, r *rooms) []int32 {
	if !t.named(l, f, r) {
		return nil
	}
	list := make([]int32, len(r.ids))
	for j, id := range r.ids {
		if list[j] = int32(id); int64(list[j]) != id {
			list[j] = -1
		}
	}
	return list
}

// applications numbers the jobs by user, executable and queue.
func (t *Trace) applications(l *Log, r *rooms) {
	for j, u := range t.User {
		r.keys[j] = int64(u)
	}
	called := false
	for _, f := range [...]Field{Executable, Queue} {
		if !t.named(l, f, r) {
			continue
		}
		called = true
		r.sorted = sorted.Number(r.ids, r.sorted) // numbers of the log may be of any size
		for j, id := range r.ids {
			r.keys[j] = r.keys[j]<<32 | id
		}
		r.sorted = sorted.Number(r.keys, r.sorted)
	}
	if !called {
		return
	}
	t.App, t.Apps = make([]int32, len(r.keys)), int32(len(r.sorted))
	for j, k := range r.keys {
		t.App[j] = int32(k)
	}
}

// group finds the group of each user, where there are groups.
func (t *Trace) group(l *Log, r *rooms) {
	if !t.named(l, Group, r) {
		return
	}
	r.sorted = sorted.Number(r.ids, r.sorted)
	for j, id := range r.ids { // one user's jobs of one group stand together
		r.keys[j] = int64(t.User[j])<<32 | id
	}
	slices.Sort(r.keys)
	t.Groups = make([]int64, len(t.Users))
	for u := range t.Groups {
		t.Groups[u] = -1
	}
	most := make([]int, len(t.Users))
	for from, to := 0, 0; from < len(r.keys); from = to {
		for to < len(r.keys) && r.keys[to] == r.keys[from] {
			to++
		}
		u, group := r.keys[from]>>32, r.sorted[r.keys[from]&(1<<32-1)]
		if group >= 0 && to-from > most[u] {
			most[u], t.Groups[u] = to-from, group
		}
	}
}
