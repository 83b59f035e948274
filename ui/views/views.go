// Package views lists the page's views: a folder of ui with a view.go is one. What
// ./build.sh build writes of them (views_gen.go) is all that names them.
package views

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// All are the page's views in the order of their tabs: as the core lists their kinds, those
// without a kind of their own behind.
func All(l *lab.Lab) []lab.View {
	kinds := experiment.Kinds()
	place := func(v lab.View) int {
		if at := slices.IndexFunc(kinds, func(k study.Kind) bool { return k.Name == v.Key() }); at >= 0 {
			return at
		}
		return len(kinds)
	}
	list := made(l)
	sorted.Stable(list, func(a, b lab.View) int { return cmp.Compare(place(a), place(b)) })
	return list
}
