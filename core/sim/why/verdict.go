package why

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// Reason is what a pass finds of a job at its turn.
type Reason uint8

const (
	// Front: it starts from the front of the queue.
	Front Reason = iota
	// Backfilled: it starts while another stays at the head.
	Backfilled
	// Behind: nobody looks at it. Without backfilling it stands behind a head that
	// does not fit; under limits it is too far down the queue, or all tries are used.
	Behind
	// TooWide: it asks for more processors than are free.
	TooWide
	// WouldDelay: it fits, but would take processors promised to another.
	WouldDelay
	// Head: it is the head of the queue and does not fit.
	Head
	// Barred: it fits, but its request would run into processors that go out.
	Barred
	// Held: it fits, but rules forbid its start.
	Held
)

var reasons = [...]string{"front", "backfill", "behind", "too-wide", "would-delay", "head", "barred", "held"}

// String is the reason's name in JSON.
func (r Reason) String() string { return reasons[r] }

// MarshalText writes it so.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// None is no job, and no instant.
const (
	None    = -1
	Unknown = int64(-1) << 63
)

// Facts are what a verdict rests on, at the job's turn in a pass.
type Facts struct {
	Head int // of the queue once the pass is over, None when nobody waits
	// Shadow and Extra are the head's reservation under EASY, Extra as it is left.
	// Under conservative backfilling Shadow is where the job itself is placed.
	// Unknown, and -1, where there is none.
	Shadow, Extra int64
	Free          int64 // processors free at the job's turn
}

// room is what a pass under EASY has to give.
type room struct{ free, shadow, extra int64 }

// verdict is that of a job behind the head.
func (r *room) verdict(t *job.Trace, now int64, j int32) Reason {
	q := int64(t.Size[j])
	switch {
	case q > r.free:
		return TooWide
	case now+t.Request[j] > r.shadow && q > r.extra:
		return WouldDelay
	}
	return Backfilled
}

// left is that of a job that the pass leaves waiting, barred where the engine says so.
func (r *room) left(t *job.Trace, now int64, j int32, barred bool) Reason {
	switch {
	case int64(t.Size[j]) > r.free:
		return TooWide
	case barred:
		return Barred
	}
	return WouldDelay
}

// take lets a job start.
func (r *room) take(t *job.Trace, now int64, j int32) {
	q := int64(t.Size[j])
	r.free -= q
	if now+t.Request[j] > r.shadow {
		r.extra -= q
	}
}

// tried is a candidate and what is found of it.
type tried struct {
	job    int32
	reason Reason
	room   // before it
}

// candidates goes through the jobs behind a head as the pass does, in the order in
// which they are tried; waiting are all, in submit order. Whom limits keep from
// being tried come last. found is what is found of a job in a room.
func candidates(t *job.Trace, c *sim.Config, e *sim.Engine, now int64, head int, waiting []int32, r room,
	found func(j int32, r *room) Reason) (list []tried) {
	depth, tries := len(waiting), len(waiting)
	if c.Depth > 0 {
		depth = min(depth, c.Depth)
	}
	if c.Tries > 0 {
		tries = c.Tries
	}
	seen, beyond := slices.Clone(waiting[:depth]), waiting[depth:]
	if i := slices.Index(seen, int32(head)); i >= 0 {
		seen = slices.Delete(seen, i, i+1)
	}
	before := func(a, b int32) int {
		if e.TriedBefore(a, b) {
			return -1
		}
		return 1
	}
	sorted.Stable(seen, before)
	for len(seen) > 0 && tries > 0 {
		j := seen[0]
		x := tried{j, found(j, &r), r}
		list = append(list, x)
		seen = seen[1:]
		tries--
		if x.reason != Backfilled {
			continue
		}
		if r.take(t, now, j); len(beyond) > 0 {
			i, _ := slices.BinarySearchFunc(seen, beyond[0], before)
			seen = slices.Insert(seen, i, beyond[0])
			beyond = beyond[1:]
		}
	}
	for _, rest := range [][]int32{seen, beyond} {
		for _, j := range rest {
			list = append(list, tried{j, Behind, r})
		}
	}
	return list
}
