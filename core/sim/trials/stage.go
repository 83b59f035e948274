package trials

// Stage tries orders of the queued jobs of one pair. A job starts at the first
// instant that is not before its own submit nor before the start of the job ahead
// of it, and has its processors free: nobody overtakes. What the jobs ahead leave
// behind is the same in every trial, so each begins from there.
type Stage struct {
	jobs   [slots]waiting // of the pair
	size   [slots]int64   // their processors once more, to be had by a mark
	ahead  int
	queued int
	begun  machine // when the last job ahead has started
	now    machine // in a trial
}

// waiting is a job as a trial needs it.
type waiting struct {
	submit, run, size int64
	late              int64   // run - submit: added to a start, the time spent
	bound             int64   // max(run, tau)
	over              float64 // the same
}

// machine is how far jobs have been started.
type machine struct {
	free, clock int64
	// running are the marks of what runs, ascending, from place head to before
	// tail; one at least stands before them and is less than any to come.
	running    [slots]uint64
	head, tail int
}

// slots are all jobs of a pair and more, a power of two: masked indices need no
// check.
const (
	slotBits = 9
	slots    = 1 << slotBits
	slotMask = slots - 1
)

// mark is the end of a running job with the job: marks are ordered by the end. Ends
// are below 2^43, with job.MaxTime and the bounds of Sizes.
func mark(end int64, job uint16) uint64 { return uint64(end)<<slotBits | uint64(job) }

// Set prepares a pair on a machine of procs processors: its jobs, the first of them
// ahead of the others. tau bounds slowdowns.
func (s *Stage) Set(procs int64, jobs []Job, ahead int, tau int64) {
	s.ahead, s.queued = ahead, len(jobs)-ahead
	var order [slots]uint16
	for i, j := range jobs {
		bound := max(j.P, tau)
		s.jobs[i] = waiting{j.R, j.P, j.Q, j.P - j.R, bound, float64(bound)}
		s.size[i] = j.Q
		order[i] = uint16(i)
	}
	m := &s.begun
	m.free, m.clock, m.head, m.tail, m.running[0] = procs, 0, 1, 1, 0
	s.start(m, order[:ahead])
	m.tail = 1 + copy(m.running[1:], m.running[m.head:m.tail])
	m.head, m.running[0] = 1, 0
}

// Trial is the mean bounded slowdown of the queued jobs in an order of them: of
// their numbers among all jobs of the pair.
func (s *Stage) Trial(order []uint16) float64 {
	m, from := &s.now, &s.begun
	m.free, m.clock, m.head, m.tail = from.free, from.clock, from.head, from.tail
	copy(m.running[:], from.running[:from.tail])
	return s.start(m, order) / float64(len(order))
}

// start starts jobs in an order and sums up their bounded slowdowns.
func (s *Stage) start(m *machine, order []uint16) float64 {
	running := &m.running
	free, clock, head, tail, sum := m.free, m.clock, m.head, m.tail, 0.0
	for _, j := range order {
		w := &s.jobs[j&slotMask]
		clock = max(clock, w.submit)
		// What has ended is taken away only where its processors are wanted.
		for free < w.size {
			first := running[head&slotMask]
			clock = max(clock, int64(first>>slotBits))
			free += s.size[first&slotMask]
			head++
		}
		free -= w.size
		end, at := mark(clock+w.run, j), tail
		for {
			before := running[(at-1)&slotMask]
			if before < end { // as what was taken away is
				break
			}
			running[at&slotMask] = before
			at--
		}
		running[at&slotMask] = end
		tail++
		if spent := clock + w.late; spent > w.bound {
			sum += float64(spent) / w.over
		} else {
			sum++
		}
	}
	m.free, m.clock, m.head, m.tail = free, clock, head, tail
	return sum
}

// Starts is when each queued job starts in an order.
func (s *Stage) Starts(order []uint16) []int64 {
	starts := make([]int64, s.queued)
	s.Trial(order[:0])
	for i, j := range order {
		s.start(&s.now, order[i:i+1])
		starts[int(j)-s.ahead] = s.now.clock
	}
	return starts
}
