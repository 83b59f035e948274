// Package platform describes machines that are no bag of equal processors:
// nodes with memory, processors with speed, memory bandwidth and power, cores
// that share them (HDeepRM, section 4.1.1 and appendix B).
package platform

// Machine is a platform laid out: nodes, processors and cores are numbered from
// 0, depth first in the order of its files. It is read only once made.
type Machine struct {
	Name       string
	Nodes      []Node
	Processors []Processor
}

// Node is a computer: its memory is a hard limit to the jobs on it.
type Node struct {
	Type     string
	Memory   float64 // MB
	From, To int32   // its processors, To excluded
}

// Processor is what cores share: its memory bandwidth is a soft limit, beyond
// which all its busy cores slow down. Its cores are alike.
type Processor struct {
	Type      string
	Node      int32
	From, To  int32   // its cores, To excluded
	Speed     float64 // GFLOPS a core: clock rate in GHz x double-precision flops a cycle
	Power     float64 // W a core: the processor's, split over its cores
	Bandwidth float64 // GB/s
}

// Cores is the number of cores.
func (m *Machine) Cores() int {
	if len(m.Processors) == 0 {
		return 0
	}
	return int(m.Processors[len(m.Processors)-1].To)
}

// Reference is the reference speed in GFLOPS, the mean of all cores: what a
// job's run time in a log is taken to have been measured at. Each speed is weighed by how many
// cores have it, so that equal cores have the mean of one of them to the last bit.
func (m *Machine) Reference() float64 {
	var speeds, counts []float64
	at := map[float64]int{}
	for i := range m.Processors {
		p := &m.Processors[i]
		k, ok := at[p.Speed]
		if !ok {
			k, at[p.Speed] = len(speeds), len(speeds)
			speeds, counts = append(speeds, p.Speed), append(counts, 0)
		}
		counts[k] += float64(p.To - p.From)
	}
	if len(speeds) == 1 {
		return speeds[0]
	}
	sum := 0.0
	for k, n := range counts {
		sum += float64(n * speeds[k])
	}
	return sum / float64(m.Cores())
}
