package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"shadowtime/core/base/random"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
)

// Load is the jobs that are simulated on a machine, in order of submission, equal
// ones as in their file. The columns are read only once made.
type Load struct {
	Submit    []float64 // s, 0 for the first
	Request   []float64 // requested time in s, positive
	Size      []int32   // cores
	Memory    []float64 // MB a core
	Bandwidth []float64 // GB/s a core
	Work      []float64 // GFLOP a core, or seconds where Fixed
	Requested []float64 // the work that was asked for: what the scheduler and agents know
	Fixed     []bool    // lasts its work in seconds at any speed; nil: none does

	ID    []int64
	Names []string // of jobs in files that name them by text; nil: their IDs

	Read    int       // jobs in the file that were looked at: kept, skipped and dropped
	Skipped int       // passed over as asked
	Dropped []Dropped // in order of Reason, none with 0
}

// Reason is why a job was left out. A job has one: the first that holds.
type Reason uint8

const (
	NoSubmit Reason = iota
	NoCores
	NegativeRun
	NoRequest
	OutOfRange
	OverRequest
	DoesNotFit
	numReasons
)

var reasons = [numReasons][2]string{
	{"negative-submit", "submit time negative or unknown"},
	{"no-processors", "has no processor count"},
	{"negative-run", "run time negative or unknown"},
	{"no-request", "neither requested nor run time is positive"},
	{"out-of-range", "a time beyond 317 years, or more than 2^31 processors"},
	{"run-above-request", "ran longer than it asked for"},
	{"larger-than-machine", "not even the empty platform can hold it: too many cores, or too much memory a core"},
}

// Key is the reason's name in JSON, Words the same for people.
func (r Reason) Key() string   { return reasons[r][0] }
func (r Reason) Words() string { return reasons[r][1] }

// Known says whether it is one of the reasons there are.
func (r Reason) Known() bool { return r < numReasons }

// Dropped counts the jobs left out for one reason.
type Dropped struct {
	Reason Reason
	N      int
}

// Options say which jobs of a log are simulated, and what they have to do.
type Options struct {
	Work    Work
	Skip    int    // passes over so many jobs that can be simulated
	First   int    // keeps at most so many of the rest, 0: all
	Seed    uint64 // of draws
	Overrun job.Overrun
}

// Len is the number of jobs.
func (l *Load) Len() int { return len(l.Submit) }

// DroppedJobs is how many jobs were left out.
func (l *Load) DroppedJobs() int {
	n := 0
	for _, d := range l.Dropped {
		n += d.N
	}
	return n
}

// FromLog makes the load of a log as it was read.
func FromLog(l *job.Log, m *platform.Machine, o Options) *Load {
	b := newBuilder(m, o)
	for i := range l.Len() {
		if b.full() {
			break
		}
		size, request := l.Col[job.ReqProcs].At(i), l.RequestOf(i)
		if size <= 0 {
			size = l.Col[job.Alloc].At(i)
		}
		if request <= 0 {
			request = l.Col[job.Run].At(i)
		}
		b.add(entry{
			id: l.Col[job.ID].At(i), submit: l.Col[job.Submit].At(i), run: l.Col[job.Run].At(i),
			request: request, size: size, memory: l.MemoryOf(i),
		})
	}
	return b.load()
}

// FromTrace makes the load of a cleaned trace, whose jobs stand in order of
// submission: the draws are those of FromLog where cleaning left none out.
func FromTrace(t *job.Trace, m *platform.Machine, o Options) *Load {
	b := newBuilder(m, o)
	for j := range t.Len() {
		if b.full() {
			break
		}
		e := entry{id: int64(j + 1), submit: t.Submit[j], run: t.Run[j], request: t.Request[j], size: int64(t.Size[j])}
		if t.ID != nil {
			e.id = t.ID[j]
		}
		if t.Memory != nil {
			e.memory = t.Memory[j]
		}
		b.add(e)
	}
	return b.load()
}

// entry is a job of a log: whole seconds, KB a processor.
type entry struct{ id, submit, run, request, size, memory int64 }

// builder makes a load of entries.
type builder struct {
	Options
	machine   *platform.Machine
	reference float64
	rng       *rand.Rand
	count     [numReasons]int
	l         Load
}

func newBuilder(m *platform.Machine, o Options) *builder {
	return &builder{Options: o, machine: m, reference: m.Reference(), rng: rand.New(rand.NewPCG(o.Seed, random.Drawn))}
}

// full says that no more jobs are wanted.
func (b *builder) full() bool { return b.First > 0 && b.l.Len() == b.First }

func (b *builder) add(e entry) {
	b.l.Read++
	if why, bad := b.unusable(e); bad {
		b.count[why]++
		return
	}
	// Drawn for whoever could be simulated on some platform, so that draws do not
	// depend on the platform or on what is skipped.
	u1, u2 := b.rng.Float64(), b.rng.Float64()
	if b.l.Skipped < b.Skip {
		b.l.Skipped++
		return
	}
	// A part of its request is what it was given to do: it overruns by being drawn so.
	if b.Work == Ran && e.run > e.request {
		switch b.Overrun {
		case job.Extend:
			e.request = e.run
		case job.Kill:
			e.run = e.request
		case job.Swap:
			e.run, e.request = e.request, e.run
		default:
			b.count[OverRequest]++
			return
		}
	}
	memory := float64(e.memory / 1000)
	if e.size > math.MaxInt32 || !Holds(b.machine, int32(e.size), memory) {
		b.count[DoesNotFit]++
		return
	}
	work := b.reference * float64(e.run)
	if b.Work == Accuracy {
		work = b.reference * accuracy(u1) * float64(e.request)
	}
	l := &b.l
	l.ID = append(l.ID, e.id)
	l.Submit = append(l.Submit, float64(e.submit))
	l.Request = append(l.Request, float64(e.request))
	l.Size = append(l.Size, int32(e.size))
	l.Memory = append(l.Memory, memory)
	l.Bandwidth = append(l.Bandwidth, 4*(1+math.Floor(6*u2)))
	l.Work = append(l.Work, work)
	l.Requested = append(l.Requested, b.reference*float64(e.request))
}

// unusable says why a job can be simulated on no platform.
func (b *builder) unusable(e entry) (Reason, bool) {
	switch {
	case e.submit < 0:
		return NoSubmit, true
	case e.size <= 0:
		return NoCores, true
	case e.run < 0 && b.Work == Ran:
		return NegativeRun, true
	case e.request <= 0:
		return NoRequest, true
	case max(e.submit, e.run, e.request) > job.MaxTime || e.size > job.MaxSize:
		return OutOfRange, true
	}
	return 0, false
}

func (b *builder) load() *Load {
	for why, n := range b.count {
		if n > 0 {
			b.l.Dropped = append(b.l.Dropped, Dropped{Reason(why), n})
		}
	}
	b.l.Arrange()
	return &b.l
}

// accuracies are the weights, in hundredths, of the parts of their requested times
// that jobs take, 5 % to 125 % (Tsafrir's histogram).
var accuracies = [25]float64{15, 9, 7, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 6, 8}

// accuracy is the part that u, 0 to 1, stands for.
func accuracy(u float64) float64 {
	sum := 0.0
	for k, w := range accuracies {
		if sum += w; sum > 100*u {
			return float64(5*(k+1)) / 100
		}
	}
	return 1.25
}

// Holds says whether the empty machine can hold a job.
func Holds(m *platform.Machine, size int32, memory float64) bool {
	if int(size) > m.Cores() {
		return false
	}
	left := size
	for i := range m.Nodes {
		n := &m.Nodes[i]
		if n.From == n.To {
			continue
		}
		cores := m.Processors[n.To-1].To - m.Processors[n.From].From
		if left -= room(cores, n.Memory, memory); left <= 0 {
			return true
		}
	}
	return false
}

// slack is what memory, bandwidth and instants may be apart and count as the same.
const (
	slack      = 1e-9
	sameMoment = 1e-6 // s
)

// room is how many cores of a job a node has.
func room(idle int32, free, memory float64) int32 {
	if idle == 0 || memory <= 0 {
		return idle
	}
	if n := math.Floor((free + slack) / memory); n < float64(idle) {
		return max(0, int32(n))
	}
	return idle
}

// Arrange puts a load's jobs in order of submission and its clock to the first.
// Whoever fills a Load by hand calls it once.
func (l *Load) Arrange() {
	n := l.Len()
	if n == 0 {
		return
	}
	if !slices.IsSorted(l.Submit) {
		at := make([]int, n)
		for i := range at {
			at[i] = i
		}
		submit := l.Submit
		slices.SortStableFunc(at, func(a, b int) int {
			switch {
			case submit[a] < submit[b]:
				return -1
			case submit[a] > submit[b]:
				return 1
			}
			return 0
		})
		for _, column := range []*[]float64{&l.Submit, &l.Request, &l.Memory, &l.Bandwidth, &l.Work, &l.Requested} {
			*column = arranged(*column, at)
		}
		l.Size, l.ID, l.Fixed, l.Names = arranged(l.Size, at), arranged(l.ID, at), arranged(l.Fixed, at), arranged(l.Names, at)
	}
	if first := l.Submit[0]; first != 0 {
		for i := range l.Submit {
			l.Submit[i] -= first
		}
	}
}

// Part is jobs from..to-1 of an arranged load, on a clock that begins with the first.
func (l *Load) Part(from, to int) *Load {
	p := &Load{
		Submit: slices.Clone(l.Submit[from:to]), Request: l.Request[from:to], Size: l.Size[from:to], Memory: l.Memory[from:to],
		Bandwidth: l.Bandwidth[from:to], Work: l.Work[from:to], Requested: l.Requested[from:to], ID: l.ID[from:to],
	}
	if l.Fixed != nil {
		p.Fixed = l.Fixed[from:to]
	}
	if l.Names != nil {
		p.Names = l.Names[from:to]
	}
	p.Arrange()
	return p
}

func arranged[T any](column []T, at []int) []T {
	if column == nil {
		return nil
	}
	list := make([]T, len(at))
	for i, j := range at {
		list[i] = column[j]
	}
	return list
}
