package model

// MaxKinds is how many kinds of generic resources a machine may have.
const MaxKinds = 8

// Devices are generic resources: so many of each kind, as of GPUs by type.
type Devices [MaxKinds]int32

// Ask is what a job asks for where nodes are shared: tasks, none of them on two nodes. Jobs may have one together.
type Ask struct {
	Tasks     int32
	Each      int32 // CPUs of a task
	PerNode   int32 // tasks on each node; 0: any number
	Least     int32 // nodes
	Most      int32 // nodes; 0: any number
	Exclusive bool  // nodes that nobody runs on, and all that they have
	Memory    int64 // MB on each node, AllMemory: all that it has; 0: by CPU
	PerCPU    int64 // MB for each CPU
	Wants     []Want
}

// Want is so many of some kinds of generic resources on each node.
type Want struct {
	Kinds uint8 // a bit for each that will do
	N     int32
}

// AllMemory of a node is that on which no other job has any.
const AllMemory = -1

// CPUs are those of all tasks.
func (a *Ask) CPUs() int32 { return a.Tasks * a.Each }

// Piece is what a job has of a node.
type Piece struct {
	Node, CPUs int32
	Memory     int64 // MB
	Devices    Devices
}

// stock is what nobody uses of each node.
type stock struct {
	cpus    []int32
	memory  []int64   // nil: nobody counts
	devices []Devices // nil: there are none
	kinds   int       // of devices
}

func newStock(m *Machine, memory bool) stock {
	s := stock{cpus: make([]int32, m.Nodes)}
	if memory && m.Memory != nil {
		s.memory = make([]int64, m.Nodes)
	}
	if m.Devices != nil {
		s.devices = make([]Devices, m.Nodes)
	}
	s.kinds = len(m.Kinds)
	s.fill(&stock{m.CPUs, m.Memory, m.Devices, s.kinds})
	return s
}

// fill makes it the same as another.
func (s *stock) fill(o *stock) {
	copy(s.cpus, o.cpus)
	copy(s.memory, o.memory)
	copy(s.devices, o.devices)
}

// change adds a piece, or by -1 takes it away.
func (s *stock) change(p *Piece, by int32) {
	s.cpus[p.Node] += by * p.CPUs
	if s.memory != nil {
		s.memory[p.Node] += int64(by) * p.Memory
	}
	if s.devices != nil {
		d := &s.devices[p.Node]
		for k, n := range p.Devices[:s.kinds] {
			d[k] += by * n
		}
	}
}

// linked is a piece of a running job, and where its next is: -1, nowhere.
type linked struct {
	Piece
	next int32
}

// hold keeps pieces, and says where the first is.
func (e *Engine) hold(pieces []Piece) (first int32) {
	first = -1
	for i := len(pieces) - 1; i >= 0; i-- {
		at := e.vacant
		if at < 0 {
			at = int32(len(e.store))
			e.store = append(e.store, linked{})
		} else {
			e.vacant = e.store[at].next
		}
		e.store[at] = linked{pieces[i], first}
		first = at
	}
	return first
}

// drop gives the places of pieces back.
func (e *Engine) drop(first int32) {
	for at := first; at >= 0; {
		next := e.store[at].next
		e.store[at].next, e.vacant = e.vacant, at
		at = next
	}
}

// Pieces appends what a running job has of its nodes, where they are shared.
func (e *Engine) Pieces(k int32, to []Piece) []Piece {
	for at := e.Jobs[k].first; at >= 0; at = e.store[at].next {
		to = append(to, e.store[at].Piece)
	}
	return to
}
