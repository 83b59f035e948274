package pool

import (
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

func (f *fake) Post(id int, op string, data []byte, _ any) {
	f.ids, f.ops = append(f.ids, id), append(f.ops, op+string(data))
}
func (f *fake) Terminate() { f.ended = true }
func (f *fake) answer(s string) {
	f.receive(Message{ID: f.ids[len(f.ids)-1], Answer: []byte(s)})
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
	p.Add(&Request{Op: op, Done: func(a []byte, err error) { got[op] = outcome{string(a), err} }})
}

func TestEachWorkerHasOneRequestAtATime(t *testing.T) {
	var s shop
	p := New(2, s.spawn)
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

func TestSetupPrecedesTheFirstRequestOfEachWorker(t *testing.T) {
	var s shop
	p := New(1, s.spawn)
	got := map[string]outcome{}
	p.Setup("plan", []byte("1"))
	ask(p, "a", got)
	require.Equal(t, []string{"plan1"}, s.made[0].ops)
	s.made[0].answer("")
	require.Equal(t, []string{"plan1", "a"}, s.made[0].ops)
	s.made[0].answer("A")
	ask(p, "b", got)
	require.Equal(t, []string{"plan1", "a", "b"}, s.made[0].ops)
	s.made[0].answer("B")
	p.Setup("plan", []byte("2"))
	ask(p, "c", got)
	require.Equal(t, "plan2", s.made[0].ops[3])
}

func TestCancelEndsWorkersAndTheirLateAnswersAreDropped(t *testing.T) {
	var s shop
	p := New(1, s.spawn)
	got := map[string]outcome{}
	ask(p, "a", got)
	ask(p, "b", got)
	old := s.made[0]
	p.Cancel()
	require.True(t, old.ended)
	require.ErrorIs(t, got["a"].err, ErrCancelled)
	require.ErrorIs(t, got["b"].err, ErrCancelled)
	ask(p, "c", got)
	old.receive(Message{ID: s.made[1].ids[0], Answer: []byte("late")})
	require.NotContains(t, got, "c")
	s.made[1].answer("C")
	require.Equal(t, "C", got["c"].answer)
}

func TestAFatalWorkerIsReplacedAndItsRequestFails(t *testing.T) {
	var s shop
	p := New(1, s.spawn)
	got := map[string]outcome{}
	ask(p, "a", got)
	ask(p, "b", got)
	s.made[0].receive(Message{Err: "broken", Fatal: true})
	require.EqualError(t, got["a"].err, "broken")
	require.True(t, s.made[0].ended)
	require.Equal(t, []string{"b"}, s.made[1].ops)
}

func TestASetupThatFailsFailsTheRequestAndIsTriedAgain(t *testing.T) {
	var s shop
	p := New(1, s.spawn)
	got := map[string]outcome{}
	p.Setup("plan", nil)
	ask(p, "a", got)
	s.made[0].receive(Message{ID: s.made[0].ids[0], Err: "no whole week"})
	require.EqualError(t, got["a"].err, "no whole week")
	ask(p, "b", got)
	require.Equal(t, []string{"plan", "plan"}, s.made[0].ops)
}

func TestProgressReachesTheRequestUnderWay(t *testing.T) {
	var s shop
	p := New(1, s.spawn)
	var seen []int
	p.Add(&Request{Op: "a", Progress: func(d, n int) { seen = append(seen, d, n) }, Done: func([]byte, error) {}})
	s.made[0].receive(Message{ID: s.made[0].ids[0], Progress: true, Done: 3, Total: 12})
	require.Equal(t, []int{3, 12}, seen)
}
