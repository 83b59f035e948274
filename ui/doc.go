// Package ui is the page: one flow from top to bottom, Trace, Question,
// Answer, Evidence. It holds no simulation logic. It talks to an Engine that
// computes and a Browser that draws; package wasm/page puts them together, and
// plain go test runs the ui with stand-ins.
//
// Each component is a pair: NAME.vugu holds the markup, NAME.go its struct and
// logic; NAME_gen.go is generated (./build.sh build). Shell and forms are
// Vugu's; charts and tables are drawn as one string into hosts, elements that
// outlive Vugu's renders, because Vugu emits the whole tree each time.
package ui
