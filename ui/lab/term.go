package lab

// Term is a word of the field with its explanation, on demand and in place.
type Term struct{ Word, Tip string }
