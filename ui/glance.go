package ui

// Glance is what is in the trace: load, hours, sizes, run times, requests. It
// stands below the question, and folds away when the comparison begins.
type Glance struct{ App *App }
