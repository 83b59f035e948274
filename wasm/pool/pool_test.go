package pool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fake is a worker whose answers the test gives by hand.
type fake struct {
	receive func(Message)
	ids     []int
	ops     []string
	ended   bool
}

func (f *fake) Post(id int, p Post) {
	f.ids, f.ops = append(f.ids, id), append(f.ops, p.Op+string(p.Data))
}
func (f *fake) Terminate() { f.ended = true }
func (f *fake) answer(s string) {
	f.receive(Message{ID: f.ids[len(f.ids)-1], Answer: Answer{Data: []byte(s)}})
}

type shop struct{ made []*fake }

func (s *shop) spawn(receive func(Message)) Worker {
	f := &fake{receive: receive}
	s.made = append(s.made, f)
	return f
}

type outcome struct {
	answer string
	err    error
}

func ask(p *Pool, op string, got map[string]outcome) {
	askWith(p, op, got)
}

// askWith asks with what it needs, named by keys.
func askWith(p *Pool, op string, got map[string]outcome, needs ...string) {
	r := &Request{Post: Post{Op: op}, Doing: "Doing " + op, Done: func(a Answer, err error) { got[op] = outcome{string(a.Data), err} }}
	for _, key := range needs {
		r.Needs = append(r.Needs, Setup{Key: key, Kept: strings.HasPrefix(key, "log"), Post: Post{Op: key}})
	}
	p.Add(r)
}

func TestEachWorkerHasOneRequestAtATime(t *testing.T) {
	var s shop
	p := New(2, s.spawn, nil)
	got := map[string]outcome{}
	for _, op := range []string{"a", "b", "c"} {
		ask(p, op, got)
	}
	require.Equal(t, []string{"a"}, s.made[0].ops)
	require.Equal(t, []string{"b"}, s.made[1].ops)
	s.made[1].answer("B")
	require.Equal(t, outcome{"B", nil}, got["b"])
	require.Equal(t, []string{"b", "c"}, s.made[1].ops)
	s.made[0].answer("A")
	s.made[1].answer("C")
	require.False(t, p.Busy())
	require.Equal(t, "C", got["c"].answer)
}

func TestAWorkerIsGivenWhatARequestNeedsUnlessItHasIt(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	askWith(p, "a", got, "trace1", "plan1")
	w := s.made[0]
	w.answer("")
	w.answer("")
	require.Equal(t, []string{"trace1", "plan1", "a"}, w.ops)
	w.answer("A")
	askWith(p, "b", got, "trace1", "plan1")
	require.Equal(t, "b", w.ops[3], "it has both")
	w.answer("B")
	askWith(p, "c", got, "trace1", "plan2")
	require.Equal(t, "plan2", w.ops[4], "another plan on the same trace")
	w.answer("")
	w.answer("C")
	askWith(p, "d", got, "trace2", "plan2")
	require.Equal(t, "trace2", w.ops[6])
	w.answer("")
	require.Equal(t, "plan2", w.ops[7], "a plan belongs to the trace before it")
	w.answer("")
	w.answer("D")
	ask(p, "e", got)
	require.Equal(t, "e", w.ops[9], "it needs nothing")
	require.Equal(t, "D", got["d"].answer)
	w.answer("E")
	p.Cancel()
	askWith(p, "f", got, "trace2")
	p.Cancel()
	askWith(p, "g", got, "trace2")
	require.Equal(t, []string{"trace2"}, s.made[1].ops, "a new worker has nothing")
}

func TestWhatAWorkerKeepsIsGivenAgainOnlyToANewOne(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	for _, log := range []string{"log1", "log2"} {
		p.Add(&Request{Post: Post{Op: "read " + log}, Gives: log, Done: func(Answer, error) {}})
		s.made[0].answer("")
	}
	askWith(p, "clean 1", got, "log1")
	s.made[0].answer("")
	askWith(p, "clean 2", got, "log2")
	s.made[0].answer("")
	require.Equal(t, []string{"read log1", "read log2", "clean 1", "clean 2"}, s.made[0].ops, "it keeps both")
	p.Add(&Request{Post: Post{Op: "forget"}, Takes: "log1", Done: func(Answer, error) {}})
	s.made[0].answer("")
	askWith(p, "clean 3", got, "log2")
	p.Cancel()
	askWith(p, "clean 4", got, "log2")
	require.Equal(t, []string{"log2"}, s.made[1].ops, "a new worker is given it")
	s.made[1].answer("")
	s.made[1].answer("cleaned")
	require.Equal(t, "cleaned", got["clean 4"].answer)
}

func TestCancelEndsWorkersAndTheirLateAnswersAreDropped(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	ask(p, "a", got)
	ask(p, "b", got)
	old := s.made[0]
	p.Cancel()
	require.True(t, old.ended)
	require.ErrorIs(t, got["a"].err, ErrCancelled)
	require.ErrorIs(t, got["b"].err, ErrCancelled)
	ask(p, "c", got)
	old.receive(Message{ID: s.made[1].ids[0], Answer: Answer{Data: []byte("late")}})
	require.NotContains(t, got, "c")
	s.made[1].answer("C")
	require.Equal(t, "C", got["c"].answer)
}

func TestAFatalWorkerIsReplacedAndItsRequestFails(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	ask(p, "a", got)
	ask(p, "b", got)
	s.made[0].receive(Message{Err: "broken", Fatal: true})
	require.EqualError(t, got["a"].err, "Doing a: broken")
	require.True(t, s.made[0].ended)
	require.Equal(t, []string{"b"}, s.made[1].ops)
}

func TestASetupThatFailsFailsTheRequestAndIsTriedAgain(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	askWith(p, "a", got, "trace", "plan")
	s.made[0].answer("")
	s.made[0].receive(Message{ID: s.made[0].ids[1], Err: "no whole week"})
	require.EqualError(t, got["a"].err, "no whole week")
	askWith(p, "b", got, "trace", "plan")
	require.Equal(t, []string{"trace", "plan", "plan"}, s.made[0].ops)
}

func TestProgressReachesTheRequestUnderWay(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	var seen []float64
	p.Add(&Request{Post: Post{Op: "a"}, Progress: func(d, n float64) { seen = append(seen, d, n) }, Done: func(Answer, error) {}})
	s.made[0].receive(Message{ID: s.made[0].ids[0], Progress: true, Done: 3.5, Total: 12})
	require.Equal(t, []float64{3.5, 12}, seen)
}

func TestWhatADeadWorkerHadIsDoneByAnother(t *testing.T) {
	var s shop
	p := New(2, s.spawn, nil)
	got := map[string]outcome{}
	require.Len(t, s.made, 1, "one is warm")
	for _, op := range []string{"a", "b", "c"} {
		askWith(p, op, got, "trace")
	}
	require.Len(t, s.made, 2, "others are asked for")
	for _, w := range s.made {
		w.receive(Message{Ready: true})
	}
	s.made[0].answer("")
	s.made[0].receive(Message{Died: true})
	require.True(t, s.made[0].ended)
	require.Equal(t, []string{"trace"}, s.made[2].ops, "a new worker has nothing")
	s.made[2].answer("")
	s.made[2].answer("A")
	require.Equal(t, outcome{"A", nil}, got["a"], "before those that wait")
	require.NotContains(t, got, "c")

	s.made[1].answer("")
	s.made[1].answer("B")
	s.made[2].answer("C")
	require.False(t, p.Busy())
	s.made[1].receive(Message{Died: true})
	require.Len(t, s.made, 4, "an idle one is replaced too")
	s.made[3].receive(Message{Died: true})
	require.Len(t, s.made, 4, "but not one that never was ready: none may be")
	askWith(p, "d", got)
	askWith(p, "e", got)
	require.Len(t, s.made, 5, "until it is asked for")
	s.made[4].answer("E")
	require.Equal(t, "E", got["e"].answer)
}

func TestARequestThatWorkersKeepDyingOverFails(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	ask(p, "a", got)
	ask(p, "b", got)
	for i := range MaxDeaths {
		require.NotContains(t, got, "a")
		s.made[i].receive(Message{Died: true})
	}
	require.ErrorContains(t, got["a"].err, "Doing a: 3 workers ended without a word")
	s.made[MaxDeaths].answer("B")
	require.Equal(t, outcome{"B", nil}, got["b"])
}

func TestWhyWorkersCannotEvenStartIsTold(t *testing.T) {
	var s shop
	var told []string
	p := New(1, s.spawn, func(why string) { told = append(told, why) })
	s.made[0].receive(Message{Fatal: true, Err: "no worker.js"})
	require.Equal(t, []string{"no worker.js"}, told)
	got := map[string]outcome{}
	ask(p, "a", got)
	s.made[1].receive(Message{Fatal: true, Err: "no worker.js"})
	require.EqualError(t, got["a"].err, "Doing a: no worker.js")
	require.Len(t, told, 1, "who asked is told")
}

// A worker that rests is ended, and what it had with it; one that has something to do is not.
func TestWorkersThatRestAreStartedAgain(t *testing.T) {
	var s shop
	p := New(1, s.spawn, nil)
	got := map[string]outcome{}
	askWith(p, "a", got, "trace")
	p.Rest()
	require.False(t, s.made[0].ended)
	s.made[0].answer("")
	s.made[0].answer("A")
	require.Equal(t, "A", got["a"].answer)
	p.Rest()
	require.True(t, s.made[0].ended)
	p.Cancel()
	require.Len(t, s.made, 1)

	askWith(p, "b", got, "trace")
	require.Equal(t, []string{"trace"}, s.made[1].ops, "it has nothing")
	s.made[1].answer("")
	s.made[1].answer("B")
	require.Equal(t, "B", got["b"].answer)
	p.Add(&Request{Post: Post{Op: "c"}, Done: func(Answer, error) { p.Rest() }})
	s.made[1].answer("C")
	require.True(t, s.made[1].ended, "also by who was answered last")
}
