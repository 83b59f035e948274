// Package pool hands requests to workers that each answer one at a time:
// ids, queue, progress, cancellation, restart. It knows nothing of the
// browser; a Worker is whatever can be posted to and ended.
//
// All calls, and all callbacks, happen on one goroutine at a time: the page's
// event loop, or a test's.
package pool

import "errors"

// Worker is one worker: Post never blocks; answers come through the function
// that Spawn was given.
type Worker interface {
	Post(id int, op string, data []byte, file any)
	Terminate()
}

// Message is what a worker sends.
type Message struct {
	ID          int
	Ready       bool
	Answer      []byte // when Err is "" and Done and Total are 0
	Err         string
	Fatal       bool // the worker can't be used any more
	Progress    bool
	Done, Total int
}

// Spawn starts a worker whose messages go to receive.
type Spawn func(receive func(Message)) Worker

// Request is one operation for a worker.
type Request struct {
	Op       string
	Data     []byte
	File     any // an open file, for the op that reads one
	Progress func(done, total int)
	Done     func(answer []byte, err error)
}

// ErrCancelled is the outcome of requests that Cancel took back.
var ErrCancelled = errors.New("cancelled")

// Pool is a fixed number of workers and a queue of requests.
type Pool struct {
	spawn Spawn
	slots []*slot
	queue []*Request
	// setup is posted to each worker before its first request after it changed
	setup      *Request
	generation int
	nextID     int
}

type slot struct {
	worker     Worker
	ready      bool
	alive      int // counts restarts: messages of an ended worker are dropped
	current    *Request
	id         int
	generation int // of the setup it has
	inSetup    bool
}

// New makes a pool of n workers and starts them, so that they are warm.
func New(n int, spawn Spawn) *Pool {
	p := &Pool{spawn: spawn}
	for range max(n, 1) {
		s := &slot{}
		p.slots = append(p.slots, s)
		p.start(s)
	}
	return p
}

// Size is the number of workers.
func (p *Pool) Size() int { return len(p.slots) }

func (p *Pool) start(s *slot) {
	s.alive++
	alive := s.alive
	s.current, s.generation, s.inSetup, s.ready = nil, 0, false, false
	s.worker = p.spawn(func(m Message) {
		if s.alive == alive {
			p.receive(s, m)
		}
	})
}

// Setup gives every worker the same request before the next one it takes
// (the trace and the plan). It replaces an earlier setup.
func (p *Pool) Setup(op string, data []byte) {
	p.generation++
	p.setup = &Request{Op: op, Data: data}
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
		r.Done(nil, ErrCancelled)
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

// post sends a worker its setup if it lacks it, else its request.
func (p *Pool) post(s *slot) {
	p.nextID++
	s.id = p.nextID
	if s.inSetup = p.setup != nil && s.generation != p.generation; s.inSetup {
		s.generation = p.generation
		s.worker.Post(s.id, p.setup.Op, p.setup.Data, nil)
		return
	}
	s.worker.Post(s.id, s.current.Op, s.current.Data, s.current.File)
}

func (p *Pool) receive(s *slot, m Message) {
	if m.Ready {
		s.ready = true
		return
	}
	r := s.current
	if m.Fatal {
		s.worker.Terminate()
		if !s.ready && r == nil {
			// it can't even start: the next request will try, and tell
			s.worker = nil
			return
		}
		p.start(s)
		if r != nil {
			r.Done(nil, errors.New(m.Err))
		}
		p.feed()
		return
	}
	if r == nil || m.ID != s.id {
		return
	}
	switch {
	case m.Progress:
		if r.Progress != nil && !s.inSetup {
			r.Progress(m.Done, m.Total)
		}
		return
	case s.inSetup && m.Err == "":
		p.post(s)
		return
	}
	s.current = nil
	if m.Err != "" {
		if s.inSetup {
			s.generation = 0
		}
		r.Done(nil, errors.New(m.Err))
	} else {
		r.Done(m.Answer, nil)
	}
	p.feed()
}
