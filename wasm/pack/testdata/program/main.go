// Program calls as a packed module must: by generic functions, inlined ones, closures, methods and other
// goroutines. It prints what it computes, then fails by what its argument says.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

type number interface{ ~int | ~float64 }

//go:noinline
func at[T number](list []T, i int) T { return list[i] }

func doubled(list []int, i int) int { return 2 * at(list, i) }

type tree struct {
	left, right *tree
	value       int
}

func (t *tree) add(value int) *tree {
	if t == nil {
		return &tree{value: value}
	}
	if value < t.value {
		t.left = t.left.add(value)
	} else {
		t.right = t.right.add(value)
	}
	return t
}

func (t *tree) depth() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.left.depth(), t.right.depth())
}

//go:noinline
func (t *tree) first() int {
	return t.left.value
}

func main() {
	var t *tree
	list := []int{}
	for i := 0; i < 1000; i++ {
		list = append(list, i*7919%1000)
		t = t.add(list[i])
	}
	sort.Ints(list)
	words := map[string]int{}
	for i, v := range list {
		if at([]float64{1.5, 2}, i%2) > 1.6 {
			words[strings.Repeat("x", v%9)]++
		}
	}
	fmt.Println(len(list), t.depth(), words)
	how := func(i int) int { return doubled(list, i) }
	switch os.Args[1] {
	case "index":
		fmt.Println(how(1000))
	case "nil":
		fmt.Println((&tree{}).first())
	case "goroutine":
		done := make(chan int)
		go func() { done <- how(-1) }()
		fmt.Println(<-done)
	}
}
