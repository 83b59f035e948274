package predictor

import "shadowtime/core/job"

// recent is how many of a user's last jobs are known one by one.
const recent = 3

// past is what is known of a user's jobs.
type past struct {
	run    [recent]int64 // of the last jobs that ended, the last first
	submit [recent]int64 // theirs

	submitted, ended  int64
	sizes, endedSizes int64 // processors, summed over those submitted, and ended
	runs              int64 // summed over those ended
	lastEnd           int64
	running, procs    int64 // jobs on the machine, and theirs
	starts            int64 // summed over those
	oldest, youngest  int32 // of those, by their starts; -1: none
}

// record follows the users of a trace.
type record struct {
	trace       *job.Trace
	users       []past
	older, next []int32 // of jobs that run: the one of the same user that started before, and after
	began       []int64 // when they started
}

func (h *record) load(t *job.Trace) {
	t = withUsers(t)
	h.trace = t
	h.users = cleared(h.users, len(t.Users))
	for u := range h.users {
		h.users[u].oldest, h.users[u].youngest = -1, -1
	}
	h.older, h.next, h.began = cleared(h.older, t.Len()), cleared(h.next, t.Len()), cleared(h.began, t.Len())
}

// of is the past of a job's user.
func (h *record) of(j int32) *past { return &h.users[h.trace.User[j]] }

func (h *record) submit(j int32) {
	u := h.of(j)
	u.submitted++
	u.sizes += int64(h.trace.Size[j])
}

func (h *record) start(j int32, now int64) {
	u := h.of(j)
	u.running++
	u.procs += int64(h.trace.Size[j])
	u.starts += now
	h.began[j], h.older[j], h.next[j] = now, u.youngest, -1
	if u.youngest >= 0 {
		h.next[u.youngest] = j
	} else {
		u.oldest = j
	}
	u.youngest = j
}

func (h *record) end(j int32, now int64) {
	u, t := h.of(j), h.trace
	u.running--
	u.procs -= int64(t.Size[j])
	u.starts -= h.began[j]
	before, after := h.older[j], h.next[j]
	if before >= 0 {
		h.next[before] = after
	} else {
		u.oldest = after
	}
	if after >= 0 {
		h.older[after] = before
	} else {
		u.youngest = before
	}
	copy(u.run[1:], u.run[:])
	copy(u.submit[1:], u.submit[:])
	u.run[0], u.submit[0] = t.Run[j], t.Submit[j]
	u.ended++
	u.runs += t.Run[j]
	u.endedSizes += int64(t.Size[j])
	u.lastEnd = now
}

// elapsed is for how long the user's jobs on the machine have run, all together
// and the longest.
func (h *record) elapsed(u *past, now int64) (sum, longest int64) {
	if u.oldest < 0 {
		return 0, 0
	}
	return u.running*now - u.starts, now - h.began[u.oldest]
}
