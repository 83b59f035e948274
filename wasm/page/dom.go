//go:build js && wasm

package main

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// The page holds dom's concrete types: its interfaces (*dom.BasicElement, dom.Event,
// what dom.GetWindow gives) would link a wrapper for every kind of element and
// event there is, 0.13 MB of the module.

func element(v js.Value) *dom.BasicElement {
	if !v.Truthy() {
		return nil
	}
	return &dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}
}

func document() js.Value { return js.Global().Get("document") }

func byID(id string) *dom.BasicElement { return element(document().Call("getElementById", id)) }

func root() *dom.BasicElement { return element(document().Get("documentElement")) }

func create(tag string) *dom.BasicElement { return element(document().Call("createElement", tag)) }

func location() *dom.URLUtils { return &dom.URLUtils{Value: js.Global().Get("location")} }
