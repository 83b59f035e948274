package report

import "shadowtime/core/report/paper"

// Answer is what the report of a capability says of a log: text, page and files are made of
// these alone, whatever was asked.
type Answer interface {
	// Sentence is what came out, with how sure that is.
	Sentence() string
	// Methods is a paragraph with every setting, for a report.
	Methods() string
	// Table is the answer's table in words, its head first.
	Table() [][]string
	// CSV has a line for each row of figures, in full precision, below a line of names.
	CSV() string
	// Paper is the answer as a page to read or print, with its charts.
	Paper() *paper.Paper
}
