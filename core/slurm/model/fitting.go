package model

// Fitting says which jobs a machine has room for where nobody else runs.
type Fitting struct {
	engine Engine
	sets   map[[3]int32]Nodes // by partition, feature and closure
	free   Nodes
}

// NewFitting is that of a machine.
func NewFitting(m *Machine, s *Settings) *Fitting {
	f := &Fitting{sets: map[[3]int32]Nodes{}, free: NewNodes(m.Nodes)}
	f.engine.Load(m, *s, nil)
	return f
}

// Fits says whether it has for one, of nodes that are up.
func (f *Fitting) Fits(j *Job, up Nodes) bool {
	e := &f.engine
	of := [3]int32{j.Partition, j.Feature, j.Inside}
	set, ok := f.sets[of]
	if !ok {
		set = NewNodes(e.machine.Nodes)
		set.Join(e.machine.Partitions[j.Partition].Nodes)
		set.and(up)
		if j.Feature >= 0 {
			set.and(e.machine.Features[j.Feature])
		}
		if j.Inside > 0 {
			set.and(e.machine.Closures[j.Inside-1].Nodes)
		}
		f.sets[of] = set
	}
	copy(e.free, set)
	return e.enough(j)
}
