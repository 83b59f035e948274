package job

import (
	"slices"

	"shadowtime/core/ranked"
)

// name tells the applications, the groups and the memory that a log names of the
// kept jobs.
func (t *Trace) name(l *Log) {
	executable, queue := t.named(l, Executable), t.named(l, Queue)
	if executable != nil || queue != nil {
		t.applications(executable, queue)
	}
	if group := t.named(l, Group); group != nil {
		t.group(group)
	}
	t.remember(l)
}

// remember tells what memory the kept jobs need.
func (t *Trace) remember(l *Log) {
	for j, i := range t.Pos {
		kb := l.MemoryOf(int(i))
		if kb > 0 && t.Memory == nil {
			t.Memory = make([]int64, len(t.Pos))
		}
		if kb > 0 {
			t.Memory[j] = kb
		}
	}
}

// named are the numbers that a field names the kept jobs by, -1 for what is unknown;
// nil when all are.
func (t *Trace) named(l *Log, f Field) []int64 {
	c := &l.Col[f]
	known := func(i int32) bool { return c.At(int(i)) >= 0 }
	if !slices.ContainsFunc(t.Pos, known) {
		return nil
	}
	ids := make([]int64, len(t.Pos))
	for j, i := range t.Pos {
		if ids[j] = -1; known(i) {
			ids[j] = c.At(int(i))
		}
	}
	return ids
}

// applications numbers the jobs by user, executable and queue; a column that names
// nothing is nil.
func (t *Trace) applications(executable, queue []int64) {
	keys := make([]int64, t.Len())
	for j, u := range t.User {
		keys[j] = int64(u)
	}
	var kinds []int64
	for _, ids := range [][]int64{executable, queue} {
		if ids == nil {
			continue
		}
		kinds = ranked.Number(ids, kinds) // numbers of the log may be of any size
		for j, id := range ids {
			keys[j] = keys[j]<<32 | id
		}
		kinds = ranked.Number(keys, kinds)
	}
	t.App, t.Apps = make([]int32, len(keys)), int32(len(kinds))
	for j, k := range keys {
		t.App[j] = int32(k)
	}
}

// group finds the group of each user.
func (t *Trace) group(ids []int64) {
	groups := ranked.Number(ids, nil)
	keys := make([]int64, len(ids)) // one user's jobs of one group stand together
	for j, id := range ids {
		keys[j] = int64(t.User[j])<<32 | id
	}
	slices.Sort(keys)
	t.Groups = make([]int64, len(t.Users))
	for u := range t.Groups {
		t.Groups[u] = -1
	}
	most := make([]int, len(t.Users))
	for from, to := 0, 0; from < len(keys); from = to {
		for to < len(keys) && keys[to] == keys[from] {
			to++
		}
		u, group := keys[from]>>32, groups[keys[from]&(1<<32-1)]
		if group >= 0 && to-from > most[u] {
			most[u], t.Groups[u] = to-from, group
		}
	}
}
