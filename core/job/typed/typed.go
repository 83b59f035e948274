// Package typed has columns of a table as files of types hold them: numbers, instants and words that many rows share, so that
// nobody has to write them as text to read that again.
package typed

// Kind is what the values of a column are.
type Kind uint8

// The kinds of columns.
const (
	None    Kind = iota // every cell is empty
	Int                 // N are whole numbers
	Real                // N are the bits of numbers (math.Float64bits)
	Instant             // N count from 1970, in parts of a second, by a clock without zone unless it is UTC
	Text                // N are places in Words
)

// Column is one of some rows that follow each other.
type Column struct {
	Kind  Kind
	UTC   bool
	Per   int64 // parts of a second that instants count
	N     []int64
	Empty []bool // of each row
	Words [][]byte
	Known int // the first of the words that stay the same
	Turn  int // as long as this does
	Write func(b []byte, n int64) []byte
}

// Append writes the cell of a row as a table of text has it.
func (c *Column) Append(b []byte, row int) []byte {
	switch {
	case c.Kind == None || c.Empty[row]:
		return b
	case c.Kind == Text:
		return append(b, c.Words[c.N[row]]...)
	}
	return c.Write(b, c.N[row])
}
