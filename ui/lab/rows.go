package lab

import (
	"errors"
	"strconv"

	"shadowtime/core/archive"
	"shadowtime/core/keep"
	"shadowtime/core/study"
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
func (q *Question[P, R, PP, RR]) TakeRows(o *Opened, of keep.Part, files []RowsFile) (t Taken, mine bool, err error) {
	if of.Kind != q.Kind {
		return t, false, nil
	}
	var row R
	var found study.Rows[R, RR]
	var list []R
	g := keep.Gather{Of: of, Take: func() { list = append(list, row) }, Decode: func(b []byte) (k int, err error) {
		row, err = study.Decode[R, RR](b)
		return RR(&row).Number(), err
	}}
	p := q.Plan
	if err := gather(o, &g, files, PP(&p).Settings(), q.Number); err != nil || len(list) == 0 {
		return Taken{0, g.Faults}, true, err
	}
	found.Fill(list)
	err = PP(&p).Normalise()
	if err == nil && q.Judge != nil {
		about := o.about()
		err = archive.Try(func() error { q.Judge(p, &about, found.All()); return nil })
	}
	if err != nil {
		return t, true, err
	}
	known := q.book.Rows(of.Digest, PP(&p).Settings().TaskKey())
	for _, row := range list {
		known.Add(row)
	}
	q.Plan, q.byHand = p, true
	return Taken{len(list), g.Faults}, true, nil
}

// gather finds the rows, and makes a plan theirs: as many as there are of it were asked
// for where none is missing, else those at least.
func gather(o *Opened, g *keep.Gather, files []RowsFile, plan study.Settings, number string) error {
	if zone := o.Import.Zone; zone != "" {
		return errors.New("the log was read here with times of " + zone + ", the command reads none: save it as SWF, and give that to both")
	}
	if err := plan.AskKey(g.Of.Key); err != nil {
		return err
	}
	for _, f := range files {
		if err := g.File(f.Name, f.Bytes); err != nil {
			return err
		}
	}
	wanted := plan.Find(number)
	was, _ := strconv.Atoi(wanted.Get()) // it is a whole number
	if n, whole := g.Most(); n > was || n > 0 && whole {
		return wanted.Set(strconv.Itoa(n))
	}
	return nil
}
