package overview

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Summary says what a log holds before cleaning.
type Summary struct {
	Name       string
	Jobs       int
	Lines, Bad int
	Faults     []job.Fault
	Notes      []string
	Pairs      []job.Pair // where the log comes from
	Machine    job.Machine
	Known      string // the machine's name in the published studies, or ""
	KnownProcs []int64
	KnownWhy   string
	Digest     job.Digest
	Import     *job.Import // how it was read
	Imported   bool        // of records that can be read in other ways

	// Told is what a file that holds no log says of a machine: all else is empty then.
	Told job.Size

	// Asked is of a file that has several readings: all else is empty then. Nil: it has one.
	Asked *job.Asked
}

// Wire sends or takes the summary.
func (s *Summary) Wire(b wire.Both) {
	b.All(&s.Name, &s.Jobs, &s.Lines, &s.Bad)
	wire.List(b, &s.Faults)
	b.All(&s.Notes)
	wire.Listed(b, &s.Pairs, func(p *job.Pair) { b.All(&p.Key, &p.Value) })
	b.All(&s.Machine, &s.Known, &s.KnownProcs, &s.KnownWhy)
	b.Raw(s.Digest[:])
	imported, asked := job.Import{}, job.Asked{}
	if s.Import != nil {
		imported = *s.Import
	}
	if s.Asked != nil {
		asked = *s.Asked
	}
	b.All(&imported, &s.Imported, &s.Told.Procs, &s.Told.Nodes, &s.Told.Why, &asked.Says)
	wire.List(b, &asked.Readings)
	if b.Take == nil {
		return
	}
	if s.Import = &imported; len(asked.Readings) > 0 {
		s.Asked = &asked
	}
}

// Summarise describes a log before cleaning.
func Summarise(log *job.Log) *Summary {
	m := log.Examined()
	s := &Summary{
		Name: log.Name, Jobs: log.Len(), Lines: log.Lines, Bad: log.Bad,
		Faults: log.Faults, Notes: log.Notes, Pairs: headline(&log.Header),
		Machine: job.MachineOf(log, 0), Digest: log.Digest,
		Import: &m, Imported: log.Import != nil,
	}
	if k, ok := job.Recognise(log); ok {
		s.Known, s.KnownProcs, s.KnownWhy = k.Name, k.Procs, k.Why
	}
	return s
}

// headline picks the header lines that say where a log comes from.
func headline(h *job.Header) []job.Pair {
	var pairs []job.Pair
	for _, key := range []string{"Computer", "Installation", "Acknowledge", "StartTime", "EndTime"} {
		if v, ok := h.Get(key); ok && v != "" {
			pairs = append(pairs, job.Pair{Key: key, Value: v})
		}
	}
	return pairs
}
