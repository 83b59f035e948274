// Package drawn makes pictures of platforms: it stands between platform, which
// knows nothing of charts, and plot, which knows nothing of machines.
package drawn

import (
	"shadowtime/core/platform"
	"shadowtime/core/plot"
)

// Of is the picture of a platform, in the numbers of its nodes, processors and
// cores. The frame and the moment of a run are for the caller to give.
func Of(s *platform.Spec) (*plot.Platform, error) {
	d, err := s.Describe()
	if err != nil {
		return nil, err
	}
	processors := map[string]*platform.ProcessorType{}
	for i := range s.Processors {
		processors[s.Processors[i].Name] = &s.Processors[i]
	}
	kinds := map[string]plot.NodeKind{}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		k := plot.NodeKind{Name: n.Name, Memory: n.Memory}
		for _, of := range n.Processors {
			p := processors[of.Type]
			k.Processors = append(k.Processors, plot.ProcessorKind{Name: p.Name, Number: of.Number, Cores: p.Cores, Speed: p.Speed()})
		}
		kinds[n.Name] = k
	}
	out := &plot.Platform{Frame: plot.Frame{Title: s.Name, Subtitle: d.Words()}}
	for i := range s.Clusters {
		for _, of := range s.Clusters[i].Nodes {
			k := kinds[of.Type]
			k.Number = of.Number
			out.Kinds = append(out.Kinds, k)
		}
	}
	return out, nil
}
