package cluster

// sum adds and takes away without losing what float64 rounds off, so that a total
// of the machine does not drift from that of its parts.
type sum struct{ high, low float64 }

func (s *sum) add(x float64) {
	t := s.high + x
	b := t - s.high
	s.low += (s.high - (t - b)) + (x - b)
	s.high = t
}

func (s *sum) value() float64 { return s.high + s.low }
