// Package pool hands requests to workers that each answer one at a time:
// ids, queue, what a request needs before it, progress, cancellation, restart.
// It knows nothing of the browser; a Worker is whatever can be posted to and
// ended.
//
// All calls, and all callbacks, happen on one goroutine at a time: the page's
// event loop, or a test's.
package pool

import (
	"errors"
	"strconv"
)

// Worker is one worker: Post never blocks; answers come through the function
// that Spawn was given.
type Worker interface {
	Post(id int, p Post)
	Terminate()
}

// Post is one operation for a worker: its name, its data, and what is handed
// over beside it without being looked into (an open file, a trace).
type Post struct {
	Op     string
	Data   []byte
	Beside any
}

// Answer is what a worker answers: data, and what is beside it.
type Answer struct {
	Data   []byte
	Beside any
}

// Message is what a worker sends.
type Message struct {
	ID          int
	Ready       bool
	Answer      Answer // when Err is "" and it is no progress
	Err         string
	Fatal       bool // the worker can't be used any more; Err says why
	Died        bool // likewise, and nobody knows why
	Progress    bool
	Done, Total float64
}

// Spawn starts a worker whose messages go to receive.
type Spawn func(receive func(Message)) Worker

// Setup is what a worker must have been given before a request: a log, a trace,
// a plan. A worker that has what the Key names is not given it again.
type Setup struct {
	Key string
	// Kept says that a worker has any number of these, until it is told to
	// Forget one. Others build on those before them in a request's Needs, and
	// a worker has the last of each.
	Kept bool
	Post
}

// Request is one operation for a worker, with what it needs.
type Request struct {
	Post
	Doing    string // in words, for when it fails: "Reading a.swf"
	Needs    []Setup
	Gives    string // the key of what is kept once it is answered, if anything
	Takes    string // the key of what is not kept any longer
	Progress func(done, total float64)
	Done     func(answer Answer, err error)
	deaths   int // of workers that had it
}

// MaxDeaths is how many workers may die over one request: that many don't by chance.
const MaxDeaths = 3

// ErrCancelled is the outcome of requests that Cancel took back.
var ErrCancelled = errors.New("cancelled")

// Pool is a fixed number of workers and a queue of requests.
type Pool struct {
	spawn  Spawn
	slots  []*slot
	queue  []*Request
	nextID int
	barred func(why string)
}

type slot struct {
	worker  Worker
	ready   bool
	alive   int // counts restarts: messages of an ended worker are dropped
	current *Request
	id      int
	held    []string        // keys of the setups it has, each building on those before
	kept    map[string]bool // keys of what it keeps
	setting *Setup          // the one it is being given, nil while it has all
}

// New makes a pool of n workers and starts the first, so that it is warm: others start
// once so many requests are there, as each holds memory. barred is told why one can't
// even be started, before anything was asked of it.
func New(n int, spawn Spawn, barred func(why string)) *Pool {
	p := &Pool{spawn: spawn, barred: barred}
	for range max(n, 1) {
		p.slots = append(p.slots, &slot{})
	}
	p.start(p.slots[0])
	return p
}

// Size is the number of workers.
func (p *Pool) Size() int { return len(p.slots) }

func (p *Pool) start(s *slot) {
	s.alive++
	alive := s.alive
	s.current, s.held, s.kept, s.setting, s.ready = nil, nil, map[string]bool{}, nil, false
	s.worker = p.spawn(func(m Message) {
		if s.alive == alive {
			p.receive(s, m)
		}
	})
}

// Add queues a request.
func (p *Pool) Add(r *Request) {
	p.queue = append(p.queue, r)
	p.feed()
}

// Busy says whether any request is queued or being answered.
func (p *Pool) Busy() bool {
	if len(p.queue) > 0 {
		return true
	}
	for _, s := range p.slots {
		if s.current != nil {
			return true
		}
	}
	return false
}

// Cancel ends the workers that compute, and starts new ones: a Go program in
// WASM does not see messages while it computes. Requests queued or under way
// end with ErrCancelled.
func (p *Pool) Cancel() {
	dropped := p.queue
	p.queue = nil
	for _, s := range p.slots {
		if s.current == nil {
			continue
		}
		dropped = append(dropped, s.current)
		s.worker.Terminate()
		p.start(s)
	}
	for _, r := range dropped {
		r.Done(Answer{}, ErrCancelled)
	}
}

// Rest ends the workers that have nothing to do, and their memory with them: the next request starts one.
func (p *Pool) Rest() {
	for _, s := range p.slots {
		if s.worker != nil && s.current == nil && len(p.queue) == 0 {
			s.worker.Terminate()
			s.alive++
			s.worker = nil
		}
	}
}

// feed gives queued requests to idle workers.
func (p *Pool) feed() {
	for _, s := range p.slots {
		if len(p.queue) == 0 {
			return
		}
		if s.current != nil {
			continue
		}
		if s.worker == nil {
			p.start(s)
		}
		s.current, p.queue = p.queue[0], p.queue[1:]
		p.post(s)
	}
}

// post sends a worker the first setup that it lacks, else its request.
func (p *Pool) post(s *slot) {
	p.nextID++
	s.id, s.setting = p.nextID, nil
	built := 0
	for i := range s.current.Needs {
		need := &s.current.Needs[i]
		if need.Kept {
			if s.kept[need.Key] {
				continue
			}
		} else {
			built++
			if built <= len(s.held) && s.held[built-1] == need.Key {
				continue
			}
			s.held = s.held[:min(built-1, len(s.held))]
		}
		s.setting = need
		s.worker.Post(s.id, need.Post)
		return
	}
	s.worker.Post(s.id, s.current.Post)
}

func (p *Pool) receive(s *slot, m Message) {
	if m.Ready {
		s.ready = true
		return
	}
	r := s.current
	if m.Fatal || m.Died {
		p.lose(s, m)
		return
	}
	if r == nil || m.ID != s.id {
		return
	}
	switch {
	case m.Progress:
		if r.Progress != nil && s.setting == nil {
			r.Progress(m.Done, m.Total)
		}
		return
	case s.setting != nil && m.Err == "":
		if s.setting.Kept {
			s.kept[s.setting.Key] = true
		} else {
			s.held = append(s.held, s.setting.Key)
		}
		p.post(s)
		return
	}
	s.current = nil
	if m.Err != "" {
		r.Done(Answer{}, errors.New(m.Err))
	} else {
		if r.Gives != "" {
			s.kept[r.Gives] = true
		}
		delete(s.kept, r.Takes)
		r.Done(m.Answer, nil)
	}
	p.feed()
}

// lose replaces a worker that ended. What it was doing is done by another when
// nothing speaks against it; an end that has a reason would come again.
func (p *Pool) lose(s *slot, m Message) {
	r := s.current
	s.worker.Terminate()
	if !s.ready && r == nil {
		s.alive++
		s.worker = nil // it can't even start: the next request will try, and tell
		if m.Fatal {
			p.barred(m.Err)
		}
		return
	}
	p.start(s)
	switch {
	case r == nil:
	case m.Fatal:
		r.Done(Answer{}, errors.New(r.Doing+": "+m.Err))
	default:
		r.deaths++
		if r.deaths < MaxDeaths {
			p.queue = append([]*Request{r}, p.queue...)
			break
		}
		r.Done(Answer{}, errors.New(r.Doing+": "+strconv.Itoa(r.deaths)+" workers ended without a word, one after the other: close other "+
			"tabs, or take fewer jobs"))
	}
	p.feed()
}
