package lab

import "cmp"

// Term is a word of the field with its explanation, on demand and in place. Of
// is what it speaks of where the word is but a unit.
type Term struct{ Word, Of, Tip string }

// Name is what a screen reader says before the explanation.
func (c *Term) Name() string { return cmp.Or(c.Of, c.Word) }
