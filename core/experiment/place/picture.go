// Package drawn makes pictures of platforms: it stands between platform, which
// knows nothing of charts, and plot, which knows nothing of machines.
package place

import (
	"shadowtime/core/cluster/platform"
	"shadowtime/core/report/plot"
)

// MachinePicture is the picture of a platform, in the numbers of its nodes, processors and
// cores. The frame and the moment of a run are for the caller to give.
func MachinePicture(s *platform.Spec) (*plot.Platform, error) {
	d, err := s.Describe()
	if err != nil {
		return nil, err
	}
	return &plot.Platform{Frame: plot.Frame{Title: s.Name, Subtitle: d.Words()}, Kinds: kinds(s)}, nil
}

// RunPicture is the picture of a run by core, without its jobs: these, the frame and the
// moment are for the caller to give.
func RunPicture(s *platform.Spec) (*plot.Schedule, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return &plot.Schedule{Frame: plot.Frame{Title: s.Name}, Kinds: kinds(s)}, nil
}

// kinds are the nodes of a platform that was checked, in their order.
func kinds(s *platform.Spec) (list []plot.NodeKind) {
	processors := map[string]*platform.ProcessorType{}
	for i := range s.Processors {
		processors[s.Processors[i].Name] = &s.Processors[i]
	}
	nodes := map[string]plot.NodeKind{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		k := plot.NodeKind{Name: n.Name, Memory: n.Memory}
		for _, of := range n.Processors {
			p := processors[of.Type]
			k.Processors = append(k.Processors, plot.ProcessorKind{Name: p.Name, Number: of.Number, Cores: p.Cores, Speed: p.Speed()})
		}
		nodes[n.Name] = k
	}
	for i := range s.Clusters {
		for _, of := range s.Clusters[i].Nodes {
			k := nodes[of.Type]
			k.Number = of.Number
			list = append(list, k)
		}
	}
	return list
}
