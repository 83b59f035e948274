package ui

import "github.com/vugu/vugu"

// What never changes is one node of the page: Vugu compares all of them at every render.

// letters are the keys of one letter, with what they do.
const letters vugu.HTML = `<kbd>1</kbd> Decide <kbd>2</kbd> Explore <kbd>3</kbd> Teach <kbd>4</kbd> Lab <kbd>o</kbd> choose files ` +
	`<kbd>s</kbd> the example <kbd>c</kbd> compute <kbd>t</kbd> theme <kbd>&gt;</kbd> find anything <kbd>?</kbd> ` +
	`these keys`
