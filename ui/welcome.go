package ui

// Welcome is the empty page: drop zone, sample, the lesson; and the progress
// of reading, which may also happen with a trace on the page.
type Welcome struct{ App *App }
