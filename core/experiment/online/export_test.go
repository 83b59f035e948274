package online

// For tests that make up rows, which stand outside.
var Often = often

func (n *Named) Spoken() string { return n.spoken() }
