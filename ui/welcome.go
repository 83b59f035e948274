package ui

// Welcome is the empty page's drop zone and sample, and the progress of
// reading, which may also happen with a trace on the page.
type Welcome struct{ App *App }
