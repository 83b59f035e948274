//go:build !js

package sim_test

import (
	"errors"
	"testing"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// reader makes numbers of a fuzzer's bytes; a missing byte is 0.
type reader struct{ data []byte }

func (r *reader) byte() int64 {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return int64(b)
}

// long is small most often and large now and then.
func (r *reader) long() int64 {
	b := r.byte()
	if b < 200 {
		return b
	}
	return (b - 199) << (r.byte() % 40)
}

// decode makes a configuration and a trace of any bytes: 10 of the
// configuration, then the jobs.
func (r *reader) decode() (*job.Trace, *sim.Config) {
	every := order.Every()
	c := &sim.Config{Primary: every[r.byte()%18], Backfill: every[r.byte()%18], Threshold: sim.None}
	switch flags := r.byte(); {
	case flags&1 != 0:
		c.Threshold = r.long()
	case flags&2 != 0:
		c.Slowdown = float64(r.byte()) / 8
	}
	backfilling := r.byte()
	c.Backfilling, c.Promises = sim.Backfilling(backfilling%3), sim.Promises(backfilling/3%2)
	c.Dialect = sim.Dialect(r.byte() % 3)
	if ties := r.byte(); c.Dialect == sim.Shadowtime && ties > 0 {
		c.Rules = &sim.Rules{PrimaryTies: sim.Ties(ties % 2), BackfillTies: sim.Ties(ties / 2 % 3),
			BackfillThreshold: ties&16 != 0, SparingExtra: ties&32 != 0, FrontThreshold: ties&64 != 0}
	}
	if backfilling >= 6 && c.Backfilling != sim.Conservative {
		c.Depth, c.Tries = int(backfilling/6%8), int(backfilling/48)
	}
	t := &job.Trace{Procs: 1 + r.long()}
	clock := r.long()
	t.Start = clock
	for len(r.data) > 0 && len(t.Submit) < 60 {
		clock += r.long()
		t.Submit = append(t.Submit, clock)
		t.Run = append(t.Run, r.long())
		t.Request = append(t.Request, r.long())
		t.Size = append(t.Size, int32(1+r.byte()%min(t.Procs, 1<<20)))
	}
	return t, c
}

func FuzzEngine(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x0f\x00" + "\x00\x10\x20\x08\x01\x10\x20\x0c\x01\x05\x05\x04\x01\x40\x40\x04"))
	f.Add([]byte("\x0a\x02\x01\x14\x00\x00\x33\x0f\x05" + "\x00\x10\x08\x08\x00\x00\x00\x0c\x01\x05\x05\x04\x00\x40\x20\x04"))
	f.Add([]byte("\x06\x06\x02\x10\x01\x01\x00\x40\x05" + "\x00\x10\x08\x3f\x00\x00\x00\x0c\x01\x05\x05\x04\x00\x40\x20\x3f"))
	f.Add([]byte("\x00\x02\x00\x00\x02\x00\x10\x00" + "\x00\x04\x04\x08\x04\x01\x01\x0f\x00\x04\x04\x08\x00\x00\x00\x04"))
	f.Add([]byte("\x0c\x0d\x00\x02\x00\x00\x10\x00" + "\x00\x04\x09\x08\x04\x01\x06\x0f\x00\x04\x04\x08\x00\x00\x03\x04"))
	f.Add([]byte("\x02\x02\x00\x05\x00\x00\x07\x00" +
		"\x00\x04\x09\x03\x01\x01\x06\x07\x00\x00\x00\x05\x01\x02\x05\x02\x00\x09\x02\x06\x01\x03\x08\x04"))
	f.Add([]byte("\x02\x0a\x00\x0c\x00\x00\x07\x00" +
		"\x00\x04\x09\x03\x01\x01\x06\x07\x00\x00\x00\x05\x01\x02\x05\x02\x00\x09\x02\x06\x01\x03\x08\x04"))
	f.Add([]byte("\x0c\x02\x02\x10\x42\x01\x00\x07\x00" +
		"\x00\x04\x09\x03\x01\x01\x06\x07\x00\x00\x00\x05\x01\x02\x05\x02\x00\x09\x02\x06\x01\x03\x08\x04"))
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(3)}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{data}
		tr, c := r.decode()
		want := oracle.Starts(tr, simtest.Setup(c))
		for _, e := range engines {
			e.Load(tr)
			if err := e.Run(c); err != nil {
				t.Fatal(err)
			}
			if !equal(want, e.Starts()) {
				t.Fatalf("%s\nwant %v\ngot  %v", describe(tr, c), want, e.Starts())
			}
		}
		if n := tr.Len(); n > 0 { // the same in two pieces, with the orders exchanged between them
			at := tr.Submit[n/2]
			s := simtest.Setup(c)
			s.Switches = []oracle.Switch{{At: at, Primary: s.Backfill, Backfill: s.Primary}}
			want = oracle.Starts(tr, s)
			for _, e := range engines {
				if err := errors.Join(e.Start(c), e.Advance(at), e.SetOrders(c.Backfill, c.Primary), e.Finish()); err != nil {
					t.Fatal(err)
				}
				if !equal(want, e.Starts()) {
					t.Fatalf("orders exchanged at %d\n%s\nwant %v\ngot  %v", at, describe(tr, c), want, e.Starts())
				}
			}
		}
		w := watcher{tb: t, trace: tr, config: c, reserved: map[int]int64{}, head: -1, upper: upperBounds(tr)}
		c.Observer = &w
		if err := engines[0].Run(c); err != nil {
			t.Fatal(err)
		}
		w.drained()
	})
}
