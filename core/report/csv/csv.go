// Package csv writes tables that a spreadsheet opens as what they are. A cell that begins as a formula does is text there:
// an apostrophe stands before it. Names of a log's users, accounts and files are whatever others wrote.
package csv

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// Writer writes rows as encoding/csv does.
type Writer struct{ *csv.Writer }

// NewWriter is a Writer into w.
func NewWriter(w io.Writer) *Writer { return &Writer{csv.NewWriter(w)} }

// Write writes one row, which it does not change.
func (w *Writer) Write(row []string) error {
	for i, cell := range row {
		if Harmless(cell) != cell {
			row = append([]string(nil), row...)
			for k := range row[i:] {
				row[i+k] = Harmless(row[i+k])
			}
			break
		}
	}
	return w.Writer.Write(row)
}

// WriteAll writes rows, and all of them to the end.
func (w *Writer) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// Harmless is a cell that no spreadsheet computes and no terminal obeys: control characters in it are question marks.
func Harmless(cell string) string {
	cell = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '?'
		}
		return r
	}, cell)
	if formula(cell) {
		return "'" + cell
	}
	return cell
}

// formula says whether a spreadsheet takes a cell for more than text: it begins with = + - @, a tab or a line end, and
// is no number.
func formula(cell string) bool {
	if cell == "" {
		return false
	}
	switch cell[0] {
	case '=', '@', '\t', '\n':
		return true
	case '+', '-':
		_, err := strconv.ParseFloat(cell, 64)
		return err != nil && cell != "-"
	}
	return false
}
