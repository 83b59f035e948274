// Package lab is what a view of the page builds on: the state of the page and
// of what is being computed (Lab, Work), the questions of a plan (Question), the
// forms that ask for its settings (Panel), the frame of an answer (Progress),
// tables with columns declared as data (Table), figures with their numbers and
// files (Gallery). A view imports lab and its own core, never another view.
//
// It talks to an Engine that computes and a Browser that draws; package
// wasm/page puts them together, and plain go test runs views with stand-ins
// (package labtest).
package lab
