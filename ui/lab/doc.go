// Package lab is what a view of the page builds on: the state of the page and
// of what is being computed (Lab, Work), a plan with its rows and the report that
// answers it (Question), the forms that ask for its settings (Panel), tables with
// columns declared as data (Table), figures with their numbers and files (Gallery).
// A view imports lab and its own core, never another view.
//
// A view is a value, a Method, and method.vugu draws it: the question as a sentence
// with controls in it, folds with settings as they are declared, what stands below
// the answer, the evidence. What a view has of its own is a Part of these lists.
//
// It talks to an Engine that computes and a Browser that draws; package
// wasm/page puts them together, and plain go test runs views with stand-ins
// (package labtest).
package lab
