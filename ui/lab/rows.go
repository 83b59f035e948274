package lab

import (
	"errors"
	"strconv"

	"shadowtime/core/report/archive"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

// RowsFile is a file of rows that was read.
type RowsFile struct {
	Name  string
	Bytes []byte
}

// Taken is what came of files of rows.
type Taken struct {
	Rows   int
	Faults []keep.Fault
}

// TakeRows makes the plan of a campaign's rows the question about a log, with the rows
// that are whole; false: they are of another kind.
func (s *Method) TakeRows(o *Opened, of keep.Identity, files []RowsFile) (t Taken, mine bool, err error) {
	if of.Kind != s.Kind {
		return t, false, nil
	}
	x, t, err := gather(o, s.about(o), of, files, s.typed.clone(s.plan).Settings(), s.Number, s.typed.number)
	if x != nil {
		_, err = s.TakeStudy(x)
	}
	return t, true, err
}

// gather finds the rows of a plan as a study; nil: there is none. As many as there are
// of it were asked for where none is missing, else those at least.
func gather(o *Opened, about archive.Log, of keep.Identity, files []RowsFile, plan study.Settings, number string,
	decode func(b []byte) (int, error)) (*archive.File, Taken, error) {
	if zone := o.Import.Zone; zone != "" {
		return nil, Taken{}, errors.New("the log was read here with times of " + zone + ", the command reads none: save it as SWF, and " +
			"give that to both")
	}
	if err := plan.AskKey(of.Key); err != nil {
		return nil, Taken{}, err
	}
	s := &archive.File{Asked: archive.Asked{Kind: of.Kind}, Log: about}
	g := keep.Gather{Of: of, Decode: decode, Take: func(row []byte) { s.Known = append(s.Known, row) }}
	for _, f := range files {
		if err := g.File(f.Name, f.Bytes); err != nil {
			return nil, Taken{}, err
		}
	}
	t := Taken{len(s.Known), g.Faults}
	if t.Rows == 0 {
		return nil, t, nil
	}
	wanted := plan.Find(number)
	if wanted == nil { // the plan says how many there are
		s.Plan = archive.Values(plan)
		return s, t, nil
	}
	was, _ := strconv.Atoi(wanted.Get()) // it is a whole number
	if n, whole := g.Most(); n > was || n > 0 && whole {
		if err := wanted.Set(strconv.Itoa(n)); err != nil {
			return nil, t, err
		}
	}
	s.Plan = archive.Values(plan)
	return s, t, nil
}
