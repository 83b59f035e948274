package ui

// LessonView is the small picture of EASY backfilling on the empty page.
type LessonView struct{ App *App }
