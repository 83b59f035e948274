package reproduce

import (
	_ "embed"
	"strings"
)

// printed is a block a table: the study's name and the title, the columns' names, rows.
// Cells stand between tabs, as a page shows them; a test makes it of what is published.
//
//go:embed printed.tsv
var printed string

// Printed are tables of what a study that is run alone printed and released, beside
// nothing.
func (s *Study) Printed() (list []Grid) {
	for block := range strings.SplitSeq(printed, "\n\n") {
		var g Grid
		for line := range strings.Lines(block) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			switch {
			case g.Title == "":
				if cells[0] != s.Name {
					break
				}
				g.Title = cells[1]
			case g.Head == nil:
				g.Head = cells
			default:
				g.Rows = append(g.Rows, cells)
			}
		}
		if g.Title != "" {
			list = append(list, g)
		}
	}
	return list
}
