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

// Encode writes the summary for the page.
func (s *Summary) Encode(w *wire.Writer) {
	w.String(s.Name)
	w.Int(int64(s.Jobs))
	w.Int(int64(s.Lines))
	w.Int(int64(s.Bad))
	job.EncodeFaults(w, s.Faults)
	w.Int(int64(len(s.Notes)))
	for _, n := range s.Notes {
		w.String(n)
	}
	w.Int(int64(len(s.Pairs)))
	for _, p := range s.Pairs {
		w.String(p.Key)
		w.String(p.Value)
	}
	s.Machine.Encode(w)
	w.String(s.Known)
	w.Ints(s.KnownProcs)
	w.String(s.KnownWhy)
	w.Raw(s.Digest[:])
	m := s.Import
	if m == nil {
		m = &job.Import{}
	}
	m.Encode(w)
	w.Bool(s.Imported)
	w.Int(s.Told.Procs)
	w.Int(s.Told.Nodes)
	w.String(s.Told.Why)
	asked := s.Asked
	if asked == nil {
		asked = &job.Asked{}
	}
	w.String(asked.Says)
	job.EncodeReadings(w, asked.Readings)
}

// DecodeSummary reads what Encode wrote.
func DecodeSummary(b []byte) (*Summary, error) {
	r := wire.NewReader(b)
	s := &Summary{Name: r.String(), Jobs: int(r.Int()), Lines: int(r.Int()), Bad: int(r.Int())}
	s.Faults = job.DecodeFaults(r)
	for n := r.Len(); n > 0; n-- {
		s.Notes = append(s.Notes, r.String())
	}
	for n := r.Len(); n > 0; n-- {
		s.Pairs = append(s.Pairs, job.Pair{Key: r.String(), Value: r.String()})
	}
	s.Machine = job.DecodeMachine(r)
	s.Known, s.KnownProcs, s.KnownWhy = r.String(), r.Ints(), r.String()
	copy(s.Digest[:], r.Raw(len(s.Digest)))
	s.Import, s.Imported = job.DecodeImport(r), r.Bool()
	s.Told = job.Size{Procs: r.Int(), Nodes: r.Int(), Why: r.String()}
	if says, list := r.String(), job.DecodeReadings(r); len(list) > 0 {
		s.Asked = &job.Asked{Says: says, Readings: list}
	}
	return s, r.Close()
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
