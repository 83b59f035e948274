package ui

import (
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/study/keep"
	"shadowtime/ui/lab"
)

// taker is a view that goes on from rows that other machines computed.
type taker interface {
	TakeRows(o *lab.Opened, of keep.Identity, files []lab.RowsFile) (t lab.Taken, mine bool, err error)
}

// OpenRows takes files of rows, as --keep writes them: each plan's together, of logs on
// the page; those of another log wait for it.
func (a *App) OpenRows(files []lab.RowsFile, err error) {
	var said []string
	if err != nil {
		said = append(said, "The rows can't be taken: "+err.Error()+".")
	}
	a.CancelRun()
	a.waiting = nil
	for len(files) > 0 {
		of, more, err := headOf(files[0])
		if err != nil {
			said, files = append(said, lab.Beginning(files[0].Name)+": "+err.Error()+"."), files[1:]
			continue
		}
		same, others := parted(files, more)
		said, files = append(said, a.takeRows(of, same)), others
	}
	a.Message = strings.Join(said, " ")
}

// headOf is what the rows of a file belong to, and how its head begins that those of the
// same plan and log have, too.
func headOf(f lab.RowsFile) (of keep.Identity, begins []byte, err error) {
	of, _, _, _, err = keep.Parse(f.Bytes)
	return of, of.Beginning(), err
}

// parted are the files that begin so, and the others.
func parted(files []lab.RowsFile, begins []byte) (same, others []lab.RowsFile) {
	for _, f := range files {
		if strings.HasPrefix(string(f.Bytes[:min(len(f.Bytes), len(begins))]), string(begins)) {
			same = append(same, f)
		} else {
			others = append(others, f)
		}
	}
	return same, others
}

// takeRows takes rows of one plan, and says what came of it.
func (a *App) takeRows(of keep.Identity, files []lab.RowsFile) string {
	at := a.shelved(of.Digest)
	if at < 0 {
		a.waiting = append(a.waiting, files...)
		a.bringBack(of.Digest, func(error) {}) // if it is kept
		return "These rows are of a log that is not on the page: drop the one whose columns have a SHA-256 that begins with " +
			of.Digest.Hex()[:12] + ", and they are taken."
	}
	for _, v := range a.views {
		x, ok := v.(taker)
		if !ok {
			continue
		}
		t, mine, err := x.TakeRows(a.Shelf[at], of, files)
		if !mine {
			continue
		}
		if err != nil {
			return "The rows of " + jsontext.Short(of.Kind) + " can't be taken: " + err.Error() + "."
		}
		ground := *v.Ground()
		a.SetView(v.Key())
		a.comeUpon(at, ground)
		return takenWords(of, t)
	}
	return "The rows are of a kind that this page goes on from no study of, " + jsontext.Short(of.Kind) +
		": shadowtime merge reports on their folder."
}

func takenWords(of keep.Identity, t lab.Taken) string {
	s := numeral.Count(t.Rows) + numeral.Plural(t.Rows, " task is", " tasks are") + " taken, computed elsewhere by " +
		lab.Beginning(of.Build) + "."
	for _, f := range t.Faults {
		s += " " + lab.Beginning(f.File) + ": " + f.Words + "."
	}
	return s
}
