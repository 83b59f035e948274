package platform

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Description is what a platform comes to, in all and by type. Types that no
// node has are left out.
type Description struct {
	Name string `json:"name"`
	Total
	Reference  float64          `json:"referenceSpeed"` // GFLOPS, mean of all cores
	Slowest    float64          `json:"slowestCore"`    // GFLOPS
	Fastest    float64          `json:"fastestCore"`
	Nodes      []NodeTotal      `json:"nodeTypes"`
	Processors []ProcessorTotal `json:"processorTypes"`
}

// Total is what a platform or a part of it has in all. Power is that of all
// cores busy, and of all idle (P3).
type Total struct {
	NodeCount      int     `json:"nodes"`
	ProcessorCount int     `json:"processors"`
	Cores          int     `json:"cores"`
	Speed          float64 `json:"gflops"`
	Power          float64 `json:"watts"`
	Idle           float64 `json:"wattsIdle"`
	Memory         float64 `json:"memory"` // GB
}

func (t *Total) add(o Total, times int) {
	n := float64(times)
	t.NodeCount += o.NodeCount * times
	t.ProcessorCount += o.ProcessorCount * times
	t.Cores += o.Cores * times
	t.Speed += o.Speed * n
	t.Power += o.Power * n
	t.Idle += o.Idle * n
	t.Memory += o.Memory * n
}

// NodeTotal is a type of node: one of them, and how many there are.
type NodeTotal struct {
	Type   string `json:"type"`
	Number int    `json:"number"`
	Each   Total  `json:"each"`
}

// ProcessorTotal is a type of processor.
type ProcessorTotal struct {
	Type      string  `json:"type"`
	Number    int     `json:"number"`
	Cores     int     `json:"cores"`     // of each
	Speed     float64 `json:"gflops"`    // of a core
	Power     float64 `json:"watts"`     // of a core
	Bandwidth float64 `json:"bandwidth"` // GB/s of each
}

// Describe sums a platform up without laying it out.
func (s *Spec) Describe() (*Description, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	nodes, processors := s.index()
	nodeNumber, processorNumber := make([]int, len(s.Nodes)), make([]int, len(s.Processors))
	for i := range s.Clusters {
		for _, of := range s.Clusters[i].Nodes {
			nodeNumber[nodes[of.Type]] += of.Number
		}
	}
	d := &Description{Name: s.Name, Slowest: math.Inf(1)}
	for i := range s.Nodes {
		if nodeNumber[i] == 0 {
			continue
		}
		n := &s.Nodes[i]
		each := Total{NodeCount: 1, Memory: n.Memory}
		for _, of := range n.Processors {
			at := processors[of.Type]
			processorNumber[at] += of.Number * nodeNumber[i]
			each.add(s.Processors[at].total(), of.Number)
		}
		d.add(each, nodeNumber[i])
		d.Nodes = append(d.Nodes, NodeTotal{n.Name, nodeNumber[i], each})
	}
	for i := range s.Processors {
		if processorNumber[i] == 0 {
			continue
		}
		p := &s.Processors[i]
		d.Slowest, d.Fastest = math.Min(d.Slowest, p.Speed()), math.Max(d.Fastest, p.Speed())
		d.Processors = append(d.Processors, ProcessorTotal{p.Name, processorNumber[i], p.Cores, p.Speed(),
			p.Power / float64(p.Cores), p.Bandwidth})
	}
	d.Reference = d.Speed / float64(d.Cores)
	return d, nil
}

func (p *ProcessorType) total() Total {
	return Total{ProcessorCount: 1, Cores: p.Cores, Speed: p.Speed() * float64(p.Cores), Power: p.Power, Idle: states[3].Power * p.Power}
}

// Words say it in two sentences.
func (d *Description) Words() string {
	speeds := numeral.Number(d.Slowest) + " GFLOPS"
	if d.Fastest > d.Slowest {
		speeds = numeral.Number(d.Slowest) + " to " + numeral.Number(d.Fastest) + " GFLOPS, " + numeral.Number(d.Reference) + " on average"
	}
	return numbered(d.NodeCount, "node", "nodes") + " with " + numbered(d.ProcessorCount, "processor", "processors") + " and " +
		numbered(d.Cores, "core", "cores") + " of " + speeds + ". Together " + scaled(d.Speed, "GFLOPS", "TFLOPS") + ", " +
		scaled(d.Power, "W", "kW") + " with all busy and " + scaled(d.Idle, "W", "kW") + " idle, " + scaled(d.Memory, "GB",
		"TB") + " of memory."
}

func numbered(n int, one, many string) string {
	return numeral.Count(n) + " " + numeral.Plural(n, one, many)
}

// scaled writes a quantity in the unit that leaves it short.
func scaled(v float64, unit, thousand string) string {
	if v < 1000 {
		return numeral.Number(v) + " " + unit
	}
	return numeral.Number(v/1000) + " " + thousand
}
