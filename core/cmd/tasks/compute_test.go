package tasks

import (
	"errors"
	"io"
	"slices"
	"strings"
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
		c := &Call{Call: &cli.Call{Workers: workers, Stderr: io.Discard}}
		tasks := &counted{}
		start := func() (study.Tasks[compare.Row], error) { return tasks, nil }
		rows.Add(compare.Row{K: 2})
		require.NoError(t, Compute(c, &rows, Batch[compare.Row]{From: 1, UpTo: 4, Start: start}))
		require.NoError(t, Compute(c, &rows, Batch[compare.Row]{From: 1, UpTo: 6, Start: start}))
		slices.Sort(tasks.did)
		require.Equal(t, []int{1, 3, 4, 5, 6}, tasks.did)
		require.Equal(t, 6, rows.Unbroken())
	}
}

func TestAnErrorEndsTheComputing(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var rows compare.Rows
		c := &Call{Call: &cli.Call{Workers: workers, Stderr: io.Discard}}
		tasks := &counted{fail: 3}
		err := Compute(c, &rows, Batch[compare.Row]{From: 1, UpTo: 1000, Start: func() (study.Tasks[compare.Row],
			error) {
			return tasks, nil
		}})
		require.ErrorIs(t, err, errTask)
		require.Less(t, len(tasks.did), 1000)
		err = Compute(c, &rows, Batch[compare.Row]{From: 1, UpTo: 1000, Start: func() (study.Tasks[compare.Row],
			error) {
			return nil, errTask
		}})
		require.ErrorIs(t, err, errTask, "what start says")
	}
}

func TestATaskIsListenedTo(t *testing.T) {
	var w strings.Builder
	tasks := &telling{}
	var rows compare.Rows
	c := &Call{Call: &cli.Call{Workers: 1, Stderr: &w}}
	require.NoError(t, Compute(c, &rows, Batch[compare.Row]{From: 1, UpTo: 2, Start: func() (study.Tasks[compare.Row],
		error) {
		return tasks, nil
	}}))
	require.True(t, tasks.heard, "a task of a study is listened to")
}

// telling is a task that notes whether somebody listens.
type telling struct{ heard bool }

func (x *telling) Steps() int { return 2 }
func (x *telling) Task(k int, progress study.Progress) (compare.Row, error) {
	x.heard = progress != nil
	progress.Done(2)
	return compare.Row{K: k}, nil
}
