package learn

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// the columns of a file of scores.
var columns = [...]string{"p", "q", "r", "score"}

// ReadScores reads scored jobs, one a line: p,q,r,score; a first line that names
// the columns is left out. Jobs of one pair stand together, block of them.
func ReadScores(text string, block int) (*Training, error) {
	t := &Training{Block: block}
	text = strings.TrimPrefix(text, "\ufeff")
	for line := 1; text != ""; line++ {
		var row string
		row, text, _ = strings.Cut(text, "\n")
		row = strings.TrimSpace(row)
		if row == "" || line == 1 && heading(row) {
			continue
		}
		if err := t.read(row); err != nil {
			return nil, errors.New("line " + strconv.Itoa(line) + ": " + err.Error())
		}
	}
	if t.Len() == 0 {
		return nil, errors.New("no scores: each line holds p,q,r,score of a job")
	}
	if n := t.Len(); n%block != 0 {
		return nil, errors.New("its " + numeral.Count(n) + " scores are no whole number of pairs of " + strconv.Itoa(block) +
			": say with --sizes |S|,|Q| how many were queued in a pair, or complete the file")
	}
	return t, nil
}

// heading says whether a line names the columns.
func heading(row string) bool {
	return strings.EqualFold(strings.ReplaceAll(strings.ReplaceAll(row, " ", ""), "\"", ""), strings.Join(columns[:], ","))
}

func (t *Training) read(row string) error {
	fields := strings.Split(row, ",")
	if len(fields) != len(columns) {
		return errors.New(strconv.Quote(short(row)) + " has " + numeral.Count(len(fields)) + numeral.Plural(len(fields), " field",
			" fields") + " instead of four: write p,q,r,score")
	}
	var v [len(columns)]float64
	for i, text := range fields {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		want := ""
		switch {
		case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
			want = "give a number"
		case i < 2 && !(x > 0 && x <= job.MaxTime):
			want = "give a number above 0, and at most 10,000,000,000"
		case i == 2 && !(x >= 0 && x <= job.MaxTime):
			want = "give seconds from the pair's begin, 0 to 10,000,000,000"
		case i == 3 && !(x >= 0 && x <= 1):
			want = "give a share from 0 to 1"
		}
		if want != "" {
			return errors.New(columns[i] + " is " + strconv.Quote(short(text)) + ": " + want)
		}
		v[i] = x
	}
	t.P, t.Q, t.R, t.Score = append(t.P, v[0]), append(t.Q, v[1]), append(t.R, v[2]), append(t.Score, v[3])
	return nil
}

// WriteScores writes what ReadScores reads, to the last digit.
func WriteScores(t *Training) []byte {
	var b []byte
	for i := range t.Score {
		for j, x := range [...]float64{t.P[i], t.Q[i], t.R[i], t.Score[i]} {
			if j > 0 {
				b = append(b, ',')
			}
			format := byte('f')
			if j == len(columns)-1 {
				format = 'g'
			}
			b = strconv.AppendFloat(b, x, format, -1, 64)
		}
		b = append(b, '\n')
	}
	return b
}
