package held

// stretch sums up what jobs waited for from an instant to before another.
type stretch struct {
	from, to int64
	Parts
}

// Within goes through a record under what is supposed of the machine, and tells what its jobs waited for from an instant
// to before another, in seconds.
func Within(r *Record, m *Machine, from, to int64) (Parts, error) {
	p := NewPass(r)
	s := &stretch{from: from, to: to}
	p.Watch = s
	_, err := p.Run(m)
	return s.Parts, err
}

// Interval adds what lies within.
func (s *stretch) Interval(from, to int64, jobs *[Causes]int64) {
	if seconds := min(to, s.to) - max(from, s.from); seconds > 0 {
		for c, n := range jobs {
			s.Parts[c] += n * seconds
		}
	}
}

// Start and End need no more.
func (s *stretch) Start(int64, int32, bool) {}
func (s *stretch) End(int32)                {}
