package main

import (
	"errors"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/study"
)

// counted are tasks that note their numbers, and fail at one of them.
type counted struct {
	mu   sync.Mutex
	did  []int
	fail int
}

var errTask = errors.New("no jobs")

func (c *counted) Steps() int { return 1 }

func (c *counted) Task(k int, _ study.Progress) (compare.Row, error) {
	if k == c.fail {
		return compare.Row{}, errTask
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.did = append(c.did, k)
	return compare.Row{K: k}, nil
}

func TestOnlyMissingTasksAreComputed(t *testing.T) {
	for _, workers := range []int{1, 3, 50} {
		var rows compare.Rows
		c := &taskCall{Call: &cli.Call{Workers: workers, Stderr: io.Discard}}
		tasks := &counted{}
		start := func() (study.Tasks[compare.Row], error) { return tasks, nil }
		rows.Add(compare.Row{K: 2})
		require.NoError(t, compute(c, &rows, batch[compare.Row]{from: 1, upTo: 4, start: start}))
		require.NoError(t, compute(c, &rows, batch[compare.Row]{from: 1, upTo: 6, start: start}))
		slices.Sort(tasks.did)
		require.Equal(t, []int{1, 3, 4, 5, 6}, tasks.did)
		require.Equal(t, 6, rows.Unbroken())
	}
}

func TestAnErrorEndsTheComputing(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var rows compare.Rows
		c := &taskCall{Call: &cli.Call{Workers: workers, Stderr: io.Discard}}
		tasks := &counted{fail: 3}
		err := compute(c, &rows, batch[compare.Row]{from: 1, upTo: 1000, start: func() (study.Tasks[compare.Row], error) { return tasks, nil }})
		require.ErrorIs(t, err, errTask)
		require.Less(t, len(tasks.did), 1000)
		err = compute(c, &rows, batch[compare.Row]{from: 1, upTo: 1000, start: func() (study.Tasks[compare.Row], error) { return nil, errTask }})
		require.ErrorIs(t, err, errTask, "what start says")
	}
}
