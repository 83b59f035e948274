package lab

import (
	"strings"

	"shadowtime/core/base/numeral"
)

// levels are the marks of how far something is to be doubted; form and word carry the level, colour helps.
var levels = map[string]string{
	"good":     `<circle cx="9" cy="9" r="7.2" fill="none" stroke-width="1.6"/><path d="M5.5 9.2l2.4 2.4 4.6-5" fill="none" stroke-width="1.6"/>`,
	"doubtful": `<path d="M9 2.2L16.6 15.6H1.4Z" fill="none" stroke-width="1.6"/><path d="M9 7v4.4M9 12.8v1.2" stroke-width="1.8"/>`,
	"fix first": `<path d="M5.7 1h6.6L17 5.7v6.6L12.3 17H5.7L1 12.3V5.7Z" fill="currentColor"/><path d="M6 6l6 6M12 6l-6 6" ` +
		`style="stroke:var(--paper)" stroke-width="1.8"/>`,
	"open": `<circle cx="9" cy="9" r="7.2" fill="none" stroke-width="1.6" stroke-dasharray="3 2.4"/>`,
}

// LevelClass is the class of what has a level, LevelIcon its mark, Level the mark with its word.
func LevelClass[L ~string](l L) string { return "level-" + strings.ReplaceAll(string(l), " ", "-") }
func LevelIcon[L ~string](l L) string  { return Icon(levels[string(l)]) }
func Level[L ~string](l L) string {
	return `<span class="level">` + LevelIcon(l) + Esc(numeral.Capital(string(l))) + `</span>`
}

// Icon is a mark of a line's height.
func Icon(path string) string {
	return `<svg width="18" height="18" viewBox="0 0 18 18" stroke="currentColor" aria-hidden="true">` + path + `</svg>`
}
