// Package ui is the shell of the page: one flow from top to bottom, Trace,
// Question, Answer, Evidence. It reads logs and keeps them on a shelf, shows the
// log in sight and the rooms, carries the question in a link, and hands what a
// visitor does to the view in sight. It holds no simulation logic, and imports no
// view: the page's main program lists them.
//
// Each component is a pair: NAME.vugu holds the markup, NAME.go its struct and
// logic; NAME_gen.go is generated (./build.sh build). A view needs no markup: it is a
// value that ui/lab/method.vugu draws. Shell and questions are
// Vugu's; forms, charts and tables are drawn as one string into hosts, elements
// that outlive Vugu's renders, because Vugu emits the whole tree each time. What
// a visitor does inside the page arrives as Act (data-act), Set (data-set) or a
// key.
//
// What the page draws first stands in public/index.html already, so that it is
// read while the program is loaded; a test of labtest writes it there.
package ui
