package keep

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Ending is how names of files of rows end.
const Ending = ".rows"

// Fault is what was passed over in a file.
type Fault struct{ File, Words string }

func (f Fault) String() string { return f.File + ": " + f.Words }

// Loaded are the rows of a part in a folder, and what was passed over.
type Loaded[R any, RR study.RowOf[R]] struct {
	Rows   study.Rows[R, RR]
	Faults []Fault
}

// Gather finds the rows of a part in files. What does not belong there, or is not
// whole, is passed over and told; a task with two different rows is an error.
type Gather struct {
	Of     Identity
	Decode func(row []byte) (number int, err error)
	Take   func(row []byte) // the one decoded last
	Faults []Fault
	seen   map[int]seen
}

// seen is a row that was found: its sum, and where.
type seen struct {
	sum  uint64
	file string
}

// Most is the largest number of a row that was taken, and Whole whether all from 1 to
// there were.
func (g *Gather) Most() (n int, whole bool) {
	resamples := 0
	for k := range g.seen {
		n = max(n, k)
		if k > study.Logged {
			resamples++
		}
	}
	return n, n == resamples
}

// Read finds the rows of a part below a folder; a file that can't be read is an error.
func Read[R any, RR study.RowOf[R]](in fs.FS, of Identity) (*Loaded[R, RR], error) {
	var list []R
	var row R
	g := Gather{Of: of, Take: func([]byte) { list = append(list, row) }}
	g.Decode = func(b []byte) (k int, err error) {
		row, err = study.Decode[R, RR](b)
		return RR(&row).Number(), err
	}
	err := g.folder(in)
	if err != nil {
		return nil, err
	}
	found := &Loaded[R, RR]{Faults: g.Faults}
	found.Rows.Fill(list)
	return found, nil
}

func (g *Gather) folder(in fs.FS) error {
	entries, err := fs.ReadDir(in, g.Of.Folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), Ending) {
			continue
		}
		name := path.Join(g.Of.Folder(), e.Name())
		b, err := fs.ReadFile(in, name)
		if errors.Is(err, fs.ErrNotExist) { // it went meanwhile
			continue
		}
		if err == nil {
			err = g.File(name, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// File takes the rows of a file.
func (g *Gather) File(name string, b []byte) error {
	of := g.Of
	pass := func(words string) { g.Faults = append(g.Faults, Fault{name, words}) }
	is, rows, damaged, whole, err := Parse(b)
	switch {
	case err != nil:
		if len(b) > 0 { // one that was just made
			pass("passed over: " + err.Error())
		}
		return nil
	case is.Kind != of.Kind || is.Key != of.Key:
		pass("passed over: its rows are of another plan")
		return nil
	case is.Digest != of.Digest:
		pass("passed over: its rows are of another log, with digest " + short(is.Digest) + ", not " + short(of.Digest))
		return nil
	case is.Build != of.Build:
		pass("passed over: its " + count(len(rows), "row") + " were computed by another version of Shadowtime, " + is.Build +
			", and this is " + of.Build)
		return nil
	}
	for _, w := range rows {
		k, err := g.Decode(w.Row)
		if err != nil {
			damaged++
			continue
		}
		if was, ok := g.seen[k]; ok {
			if was.sum != w.Sum {
				return errors.New(was.file + " and " + name + " have two different rows of task " + strconv.Itoa(k) +
					": one of them is wrong; remove the one you do not trust")
			}
			continue
		}
		if g.seen == nil {
			g.seen = map[int]seen{}
		}
		g.seen[k] = seen{w.Sum, name}
		g.Take(w.Row)
	}
	if damaged > 0 {
		pass(count(damaged, "record") + " in it " + numeral.Plural(damaged, "is", "are") + " damaged and passed over")
	}
	if whole < len(b) {
		pass("its last record was cut off while it was written, and is passed over")
	}
	return nil
}

func short(d job.Digest) string { return d.Hex()[:12] }

func count(n int, what string) string {
	return numeral.Count(n) + " " + numeral.Plural(n, what, what+"s")
}

// Ranges writes ascending numbers, as in 0, 3-5, 9; of many the first.
func Ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if len(parts) == 12 {
			return strings.Join(parts, ", ") + ", ..."
		}
		if j > i {
			parts = append(parts, strconv.Itoa(list[i])+"-"+strconv.Itoa(list[j]))
		} else {
			parts = append(parts, strconv.Itoa(list[i]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
