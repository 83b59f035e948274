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
type Writer struct {
	*csv.Writer
	row []string // as it is written
}

// NewWriter is a Writer into w.
func NewWriter(w io.Writer) *Writer { return &Writer{Writer: csv.NewWriter(w)} }

// Write writes one row, which it does not change.
func (w *Writer) Write(row []string) error {
	w.row = w.row[:0]
	for _, cell := range row {
		w.row = append(w.row, harmless(cell))
	}
	return w.Writer.Write(w.row)
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

// harmless is a cell that no spreadsheet computes and no terminal obeys: control characters in it are question marks.
func harmless(cell string) string {
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
