//go:build js && wasm

package main

import "syscall/js"

// node is an element of the page, nil where there is none.
type node struct{ js.Value }

func element(v js.Value) *node {
	if !v.Truthy() {
		return nil
	}
	return &node{v}
}

func (n *node) setAttribute(name, value string) { n.Call("setAttribute", name, value) }

func (n *node) removeAttribute(name string) { n.Call("removeAttribute", name) }

// event is what the page is told of.
type event struct{ js.Value }

func (e event) preventDefault() { e.Call("preventDefault") }

func document() js.Value { return js.Global().Get("document") }

func byID(id string) *node { return element(document().Call("getElementById", id)) }

func root() *node { return element(document().Get("documentElement")) }

func create(tag string) *node { return element(document().Call("createElement", tag)) }

// location is a part of the address: href, search, hash.
func location(part string) string { return js.Global().Get("location").Get(part).String() }
