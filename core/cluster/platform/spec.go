package platform

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/jsontext"
)

// The limits of a description. What is beyond them is refused before anything
// of its size is made.
const (
	MaxCores   = 1_000_000 // of a platform; the largest machines of the archive have a tenth
	MaxFile    = 1 << 20   // bytes of a file
	MaxEncoded = 16 << 10  // bytes of a platform in a plan or link
	MaxGroups  = 10_000    // node entries of all clusters, and types of nodes and of processors
)

// Spec describes a platform by types and counts, as its files do.
type Spec struct {
	Name       string // of the built-in or file it came from
	Clusters   []Cluster
	Nodes      []NodeType
	Processors []ProcessorType

	// What is not simulated is kept as it was found, so that no conversion loses
	// it: links and documentation of the platform, types of memories and networks.
	Properties, TypesProperties, NodesProperties, ProcessorsProperties []Property
}

// Property is a member of an object that is not simulated: its name and its value as
// compact JSON.
type Property struct{ Key, Text string }

// Cluster is a group of nodes behind one link.
type Cluster struct {
	ID         string
	Nodes      []Count
	Properties []Property
}

// Count is so many of a type.
type Count struct {
	Type       string
	Number     int
	Properties []Property
}

// NodeType is a kind of computer.
type NodeType struct {
	Name             string
	Processors       []Count
	Memory           float64 // GB
	MemoryProperties []Property
	Properties       []Property
}

// ProcessorType is a kind of processor.
type ProcessorType struct {
	Name       string
	Cores      int
	Clock      float64 // GHz
	Flops      float64 // double precision, a cycle
	Bandwidth  float64 // GB/s
	Power      float64 // W
	Properties []Property
}

// Speed is that of one core, in GFLOPS.
func (p *ProcessorType) Speed() float64 { return p.Clock * p.Flops }

// Fault is what is wrong with a description: where, what was found, what to do.
type Fault struct {
	Types     bool // in the types, not in the platform
	Place     string
	Value     string // empty when it is missing
	Complaint string
}

func (f *Fault) Error() string {
	s := f.Place + ": "
	if f.Value != "" {
		s += f.Value + " "
	}
	return s + f.Complaint
}

// Paths as they stand in errors.
func clusterAt(i int) string { return "clusters[" + strconv.Itoa(i) + "]" }
func entryAt(at, list string, i int) string {
	return at + "." + list + "[" + strconv.Itoa(i) + "]"
}
func nodeAt(name string) string      { return "nodes " + jsontext.Short(name) }
func processorAt(name string) string { return "processors " + jsontext.Short(name) }

// Check says what is wrong, if anything is: a *Fault.
func (s *Spec) Check() error {
	_, err := s.size()
	return err
}

// size is what a platform comes to.
type size struct{ nodes, processors, cores int }

func (a size) times(n int) size { return size{a.nodes * n, a.processors * n, a.cores * n} }
func (a size) plus(b size) size {
	return size{a.nodes + b.nodes, a.processors + b.processors, a.cores + b.cores}
}

// size checks everything before anything is made of it.
func (s *Spec) size() (total size, err error) {
	cores, err := s.checkProcessors()
	if err != nil {
		return total, err
	}
	nodes, err := s.checkNodes(cores)
	if err != nil {
		return total, err
	}
	if len(s.Clusters) == 0 {
		return total, &Fault{Place: "clusters", Complaint: "is empty: a platform has at least one cluster"}
	}
	ids, groups := map[string]bool{}, 0
	for i := range s.Clusters {
		c := &s.Clusters[i]
		at := clusterAt(i)
		if ids[c.ID] {
			return total, &Fault{Place: at + ".id", Value: jsontext.Short(c.ID),
				Complaint: "is another cluster's already: give each its own"}
		}
		ids[c.ID] = true
		if len(c.Nodes) == 0 {
			return total, &Fault{Place: at + ".nodes", Complaint: "is empty: a cluster has at least one node"}
		}
		if groups += len(c.Nodes); groups > MaxGroups {
			return total, tooMany(false, at+".nodes", "entries of nodes")
		}
		for j, n := range c.Nodes {
			at := entryAt(at, "nodes", j)
			one, known := nodes[n.Type]
			if !known {
				return total, unknown(false, at, n.Type, "node", names(s.Nodes, func(n *NodeType) string { return n.Name }))
			}
			if err := whole(false, at+".number", n.Number); err != nil {
				return total, err
			}
			if total = total.plus(one.times(n.Number)); total.cores > MaxCores {
				return total, tooLarge(false, at, total.cores)
			}
		}
	}
	return total, nil
}

func (s *Spec) checkProcessors() (map[string]int, error) {
	if len(s.Processors) > MaxGroups {
		return nil, tooMany(true, "processors", "types")
	}
	cores := make(map[string]int, len(s.Processors))
	for i := range s.Processors {
		p := &s.Processors[i]
		at := processorAt(p.Name)
		if _, twice := cores[p.Name]; twice || !isName(p.Name) {
			return nil, badName(at, twice)
		}
		cores[p.Name] = p.Cores
		if err := whole(true, at+".cores", p.Cores); err != nil {
			return nil, err
		}
		for _, q := range p.quantities() {
			if err := q.check(at); err != nil {
				return nil, err
			}
		}
	}
	return cores, nil
}

func (s *Spec) checkNodes(cores map[string]int) (map[string]size, error) {
	if len(s.Nodes) > MaxGroups {
		return nil, tooMany(true, "nodes", "types")
	}
	sizes := make(map[string]size, len(s.Nodes))
	for i := range s.Nodes {
		n := &s.Nodes[i]
		at := nodeAt(n.Name)
		if _, twice := sizes[n.Name]; twice || !isName(n.Name) {
			return nil, badName(at, twice)
		}
		one := size{nodes: 1}
		for j, p := range n.Processors {
			at := entryAt(at, "processors", j)
			of, known := cores[p.Type]
			if !known {
				return nil, unknown(true, at, p.Type, "processor", names(s.Processors, func(p *ProcessorType) string { return p.Name }))
			}
			if err := whole(true, at+".number", p.Number); err != nil {
				return nil, err
			}
			if one = one.plus(size{0, p.Number, p.Number * of}); one.cores > MaxCores {
				return nil, tooLarge(true, at, one.cores)
			}
		}
		if one.processors == 0 {
			return nil, &Fault{Types: true, Place: at + ".processors", Complaint: "is empty: a node has at least one processor"}
		}
		if err := (quantity{"memory.capacity", n.Memory, 1e-6, 1e9, "GB"}).check(at); err != nil {
			return nil, err
		}
		sizes[n.Name] = one
	}
	return sizes, nil
}

// quantity is a measured number and what it may be.
type quantity struct {
	key         string
	value       float64
	least, most float64
	unit        string
}

func (p *ProcessorType) quantities() [4]quantity {
	return [4]quantity{
		{"clock_rate", p.Clock, 1e-6, 1e6, "GHz"},
		{"dpflops_per_cycle", p.Flops, 1e-6, 1e6, "operations a cycle"},
		{"mem_bw", p.Bandwidth, 1e-6, 1e9, "GB/s"},
		{"power", p.Power, 0, 1e9, "W"},
	}
}

func (q quantity) check(at string) error {
	if q.value >= q.least && q.value <= q.most { // NaN is neither
		return nil
	}
	return &Fault{Types: true, Place: at + "." + q.key, Value: number(q.value),
		Complaint: "is out of range: write " + q.unit + " from " + number(q.least) + " to " + number(q.most)}
}

func whole(types bool, at string, n int) error {
	if n >= 1 && n <= MaxCores {
		return nil
	}
	return &Fault{Types: types, Place: at, Value: strconv.Itoa(n), Complaint: "is out of range: " + counts}
}

var counts = "write a whole number from 1 to " + strconv.Itoa(MaxCores)

func unknown(types bool, at, name, kind string, known []string) error {
	if len(known) == 0 {
		return &Fault{types, at + ".type", jsontext.Short(name), "is no type, as there are no types of " + kind +
			"s at all: give the types too"}
	}
	list := ""
	for i, k := range known {
		if i == 8 {
			list += ", ... (" + strconv.Itoa(len(known)) + " in all)"
			break
		}
		if i > 0 {
			list += ", "
		}
		list += jsontext.Short(k)
	}
	return &Fault{types, at + ".type", jsontext.Short(name), "is no " + kind + " type: add it to the types, or use one of " + list}
}

func names[T any](list []T, name func(*T) string) []string {
	all := make([]string, len(list))
	for i := range list {
		all[i] = name(&list[i])
	}
	return all
}

// isName leaves names that begin with an underscore to documentation.
func isName(s string) bool { return s != "" && s[0] != '_' }

func badName(at string, twice bool) error {
	f := &Fault{Types: true, Place: at, Complaint: "is no name of a type: begin it with another character than an underscore"}
	if twice {
		f.Complaint = "is given twice: give each type its own name"
	}
	return f
}

func tooMany(types bool, at, what string) error {
	return &Fault{Types: types, Place: at, Complaint: "has more than " + strconv.Itoa(MaxGroups) + " " + what +
		": put like ones together and give their number"}
}

func tooLarge(types bool, at string, cores int) error {
	return &Fault{Types: types, Place: at, Complaint: "brings the platform to " + strconv.Itoa(cores) + " cores: at most " +
		strconv.Itoa(MaxCores) + " can be simulated, lower the numbers"}
}

// number writes a quantity so that reading gives it back.
func number(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Lay numbers nodes, processors and cores, depth first in the order of the
// description.
func (s *Spec) Lay() (*Machine, error) {
	total, err := s.size()
	if err != nil {
		return nil, err
	}
	m := &Machine{Name: s.Name, Nodes: make([]Node, 0, total.nodes), Processors: make([]Processor, 0, total.processors)}
	nodes, processors := s.index()
	for i := range s.Clusters {
		for _, of := range s.Clusters[i].Nodes {
			for range of.Number {
				m.add(&s.Nodes[nodes[of.Type]], s.Processors, processors)
			}
		}
	}
	return m, nil
}

// index finds types by name.
func (s *Spec) index() (nodes, processors map[string]int) {
	nodes, processors = map[string]int{}, map[string]int{}
	for i := range s.Nodes {
		nodes[s.Nodes[i].Name] = i
	}
	for i := range s.Processors {
		processors[s.Processors[i].Name] = i
	}
	return nodes, processors
}

// add lays out one node.
func (m *Machine) add(n *NodeType, types []ProcessorType, at map[string]int) {
	node := Node{Type: n.Name, Memory: n.Memory * 1000, From: int32(len(m.Processors))}
	for _, of := range n.Processors {
		t := &types[at[of.Type]]
		for range of.Number {
			first := int32(m.Cores())
			m.Processors = append(m.Processors, Processor{
				Type: t.Name, Node: int32(len(m.Nodes)), From: first, To: first + int32(t.Cores),
				Speed: t.Speed(), Power: t.Power / float64(t.Cores), Bandwidth: t.Bandwidth,
			})
		}
	}
	node.To = int32(len(m.Processors))
	m.Nodes = append(m.Nodes, node)
}

// Clone is a copy that shares nothing which an edit could change.
func (s *Spec) Clone() *Spec {
	c := *s
	c.Clusters = slices.Clone(s.Clusters)
	for i := range c.Clusters {
		c.Clusters[i].Nodes = slices.Clone(c.Clusters[i].Nodes)
	}
	c.Nodes = slices.Clone(s.Nodes)
	for i := range c.Nodes {
		c.Nodes[i].Processors = slices.Clone(c.Nodes[i].Processors)
	}
	c.Processors = slices.Clone(s.Processors)
	return &c
}

// edited is a copy after a change, if it is still a platform.
func (s *Spec) edited(change func(c *Spec) error) (*Spec, error) {
	c := s.Clone()
	if err := change(c); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	return c, nil
}

// WithMemory gives a type of node so many GB.
func (s *Spec) WithMemory(node string, gigabytes float64) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		n, err := c.node(node)
		if err == nil {
			n.Memory = gigabytes
		}
		return err
	})
}

// ScaleMemory multiplies the memory of a type of node: by 2 doubles it.
func (s *Spec) ScaleMemory(node string, by float64) (*Spec, error) {
	n, err := s.node(node)
	if err != nil {
		return nil, err
	}
	return s.WithMemory(node, n.Memory*by)
}

// SwapProcessor puts processors of type to where a type of node has those of
// type from.
func (s *Spec) SwapProcessor(node, from, to string) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		n, err := c.node(node)
		if err != nil {
			return err
		}
		found := false
		for i := range n.Processors {
			if p := &n.Processors[i]; p.Type == from {
				p.Type, found = to, true
			}
		}
		if !found {
			return unknown(true, nodeAt(node)+".processors", from, "processor",
				names(n.Processors, func(p *Count) string { return p.Type }))
		}
		return nil
	})
}

// WithProcessors gives an entry of a type of node's processors another number.
func (s *Spec) WithProcessors(node string, entry, number int) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		n, err := c.node(node)
		if err != nil {
			return err
		}
		return setNumber(true, nodeAt(node), "processors", n.Processors, entry, number)
	})
}

// WithNumber gives an entry of a cluster's nodes another number.
func (s *Spec) WithNumber(cluster, entry, number int) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		if cluster < 0 || cluster >= len(c.Clusters) {
			return &Fault{Place: clusterAt(cluster), Complaint: "is not there: " + strconv.Itoa(len(c.Clusters)) +
				" clusters are described"}
		}
		return setNumber(false, clusterAt(cluster), "nodes", c.Clusters[cluster].Nodes, entry, number)
	})
}

func setNumber(types bool, at, list string, entries []Count, i, number int) error {
	if i < 0 || i >= len(entries) {
		return &Fault{Types: types, Place: entryAt(at, list, i), Complaint: "is not there: the list has " +
			strconv.Itoa(len(entries)) + " entries"}
	}
	entries[i].Number = number
	return nil
}

// WithProcessor replaces the type of processor of that name, or adds it.
func (s *Spec) WithProcessor(p ProcessorType) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		c.Processors = with(c.Processors, p, func(p *ProcessorType) string { return p.Name })
		return nil
	})
}

// WithNode replaces the type of node of that name, or adds it.
func (s *Spec) WithNode(n NodeType) (*Spec, error) {
	return s.edited(func(c *Spec) error {
		c.Nodes = with(c.Nodes, n, func(n *NodeType) string { return n.Name })
		return nil
	})
}

func with[T any](list []T, item T, name func(*T) string) []T {
	for i := range list {
		if name(&list[i]) == name(&item) {
			list[i] = item
			return list
		}
	}
	return append(list, item)
}

func (s *Spec) node(name string) (*NodeType, error) {
	for i := range s.Nodes {
		if s.Nodes[i].Name == name {
			return &s.Nodes[i], nil
		}
	}
	return nil, unknown(true, "nodes", name, "node", names(s.Nodes, func(n *NodeType) string { return n.Name }))
}
