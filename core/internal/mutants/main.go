// Command mutants puts faults into a copy of the tree, one at a time, and tells which test
// sees each first: the tests of the fault's own package, else of those that build on it,
// without a browser; first what is short, then all. It fails where nobody sees a fault, where only a golden file
// does, which -update overwrites, or where a fault's text has changed.
//
//	go run ./core/internal/mutants [part of a name]...
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A mutant is a fault: new stands in its file where old did, which stands there once.
type mutant struct{ name, file, old, new string }

// seen is what came of one.
type seen struct {
	by        string        // package and test, "": nobody
	processor time.Duration // of all tests up to that one
	wrong     string        // why the fault counts as unseen, "": it does not
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // the copy goes with it
	wrong, err := try(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || wrong > 0 {
		os.Exit(1)
	}
}

// try puts in those faults in whose names one of the parts stands, all where there are none,
// and counts those that went wrong.
func try(ctx context.Context, parts []string) (wrong int, err error) {
	var list []mutant
	for _, m := range mutants {
		if len(parts) == 0 || slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(m.name, part) }) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return 0, fmt.Errorf("no fault has any of %q in its name", parts)
	}
	c, err := copied(ctx)
	if err != nil {
		return 0, err
	}
	defer c.remove()
	fmt.Printf("%-52s %8s  %s\n", "fault", "seconds", "seen first by")
	for _, m := range list {
		s, err := c.put(m)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return wrong, err
		}
		if s.wrong != "" {
			wrong++
			s.by = strings.TrimSpace("!!! " + s.wrong + ": " + s.by)
		}
		fmt.Printf("%-52s %8.1f  %s\n", m.name, s.processor.Seconds(), strings.TrimSuffix(s.by, ":"))
	}
	fmt.Printf("tried: %d, not seen as they should be: %d\n", len(list), wrong)
	return wrong, nil
}
