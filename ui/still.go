package ui

import "github.com/vugu/vugu"

// What never changes is one node of the page: Vugu compares all of them at every render.

// colophon is the foot of the page.
const colophon vugu.HTML = `<p><b>Read and computed on this machine</b> Nothing is uploaded. Logs and results stay in this browser until ` +
	`you delete them, below.</p><p><b>Teach with it</b> <a href="course/index.html">Course</a>, <a ` +
	`href="docs/embed.html">embed a figure</a>, <a href="docs/offline.html">one file that works offline</a>, <a ` +
	`href="docs/tour.html">a tour</a></p><p><b>How it works</b> <a href="docs/method.html">Methods</a>, <a ` +
	`href="docs/evidence.html">evidence</a>, <a href="docs/inputs.html">which files are read</a>, <a ` +
	`href="docs/limits.html">limits</a>, <a href="docs/command.html">the command</a>, <a ` +
	`href="docs/campaigns.html">campaigns</a>, <a href="docs/index.html">all pages</a></p>`

// letters are the keys of one letter, with what they do.
const letters vugu.HTML = `<kbd>1</kbd> Decide <kbd>2</kbd> Explore <kbd>3</kbd> Teach <kbd>4</kbd> Lab <kbd>o</kbd> choose files ` +
	`<kbd>s</kbd> the example <kbd>c</kbd> compute <kbd>t</kbd> theme <kbd>&gt;</kbd> find anything <kbd>?</kbd> ` +
	`these keys`
