package cluster

// Story is told what happens in a run, in order of time. It may look at the Sim,
// but not act. What it is given is valid during the call.
type Story interface {
	Submitted(t float64, job int32)
	// Started tells that a job begins on cores, ascending.
	Started(t float64, job int32, cores []int32)
	Ended(t float64, job int32)
	// Processor tells how many cores of a processor are busy from now on, and whether
	// they ask for more bandwidth than it has.
	Processor(t float64, processor, busy int32, over bool)
	// Instant tells that all of an instant is settled.
	Instant(t float64, s *Sim)
}

// Why is why a job waits.
type Why uint8

const (
	NotBlocked  Why = iota
	LacksCores      // too few are idle
	LacksMemory     // cores are idle, in nodes without the memory
	InLine          // it would fit: others are before it, or it would delay the head
	Barred          // it would fit, but for nodes that are out or would be before it ends
)

var whys = [...]string{"does not wait", "too few idle cores", "too little free memory", "others come first",
	"nodes that are out or about to be"}

// Words say it for people.
func (w Why) Words() string { return whys[w] }

// lacks is what a job that doesn't fit lacks.
func (s *Sim) lacks(j int32) Why {
	if s.load.Size[j] > s.idleCores {
		return LacksCores
	}
	if live := s.live; len(live) > 0 {
		s.live = nil
		barred := s.fits(j)
		if s.live = live; barred {
			return Barred
		}
	}
	return LacksMemory
}

// Why says why a job waits after the last pass.
func (s *Sim) Why(j int) Why {
	switch {
	case !s.waiting[SelectFirst].has(int32(j)):
		return NotBlocked
	case s.fits(int32(j)):
		return InLine
	}
	return s.lacks(int32(j))
}

// Head is the job that blocked the last pass, and what it lacked then; -1: none did.
func (s *Sim) Head() (job int, why Why) { return int(s.head), s.blocked }

// Power, Speed and Busy are the machine's as last settled: W, GFLOPS in use and
// busy cores; Over is how many processors are asked for more bandwidth than they have.
func (s *Sim) Power() float64 { return s.watts.value() }
func (s *Sim) Speed() float64 { return s.flops.value() }
func (s *Sim) Busy() int      { return int(s.busyCores) }
func (s *Sim) Over() int      { return int(s.over) }

// FreeMemory is a node's in MB, Asked the bandwidth asked of a processor in GB/s.
func (s *Sim) FreeMemory(node int) float64 { return s.nodes[node].free }
func (s *Sim) Asked(processor int) float64 { return s.processors[processor].asked }

// Owner is the job on a core, -1 on an idle one.
func (s *Sim) Owner(core int) int { return int(s.owner[core]) }
