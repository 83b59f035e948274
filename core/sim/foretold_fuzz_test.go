//go:build !js

package sim_test

import (
	"testing"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// foretold makes a case of any bytes: 6 or more of the configuration, the machine
// and the clock, then the jobs with a prediction each. Dialect pyss gets run times
// of 1 s at least.
func (r *reader) foretold() *foretoldCase {
	every := order.Every()
	c := &foretoldCase{config: sim.Foresight{Backfill: every[r.byte()%18], Threshold: sim.None}}
	flags := r.byte()
	c.config.Correction = sim.Correction(flags % 3)
	if flags&16 != 0 {
		c.config.Threshold = r.long()
	}
	least := int64(0)
	if flags&32 != 0 {
		c.config.Dialect, least = sim.PYSS, 1
	}
	if flags&64 != 0 {
		c.config.Depth, c.config.Tries = int(r.byte()%8), int(r.byte()%6)
	}
	t := &job.Trace{Procs: 1 + r.long(), Users: []int64{-1, 4}}
	clock := r.long()
	t.Start = clock
	var s script
	for len(r.data) > 0 && t.Len() < 40 {
		clock += r.long()
		t.Submit = append(t.Submit, clock)
		t.Run = append(t.Run, max(r.long(), least))
		t.Request = append(t.Request, r.long())
		t.Size = append(t.Size, int32(1+r.byte()%min(t.Procs, 1<<20)))
		j, way := t.Len()-1, r.byte()
		t.User = append(t.User, int32(way/8%2))
		s = append(s, predicted(int(way%mixed), t.Run[j], t.Request[j], func(n int64) int64 { return r.long() % n }))
	}
	c.trace, c.engines, c.ours = t, s, s
	return c
}

func FuzzForetold(f *testing.F) {
	f.Add([]byte("\x00\x00\x0f\x00" + "\x00\x10\x20\x08\x00\x01\x10\x20\x0c\x01\x01\x05\x05\x04\x02\x03\x01\x40\x40\x04\x04"))
	f.Add([]byte("\x02\x21\x03\x07" + "\x00\x40\x60\x01\x02\x0a\x00\x20\x20\x03\x04\x0a\x05\x05\x00\x01\x00\x06\x09\x01\x03\x02"))
	f.Add([]byte("\x06\x12\x05\x01\x00" +
		"\x00\xd0\x04\xd2\x06\x01\x00\x00\x10\x10\x01\x04\x01\x08\x08\x00\x0c\x02\x00\x00\x01\x00\x01\x03\x02\x00\x08"))
	f.Add([]byte("\x01\x32\x02\x03\x00" + "\x00\xc9\x0a\x05\x01\x00\x00\x30\x30\x03\x01\x05\x07\x09\x01\x0a\x03\x06\x04\x04\x00\x00"))
	f.Add([]byte("\x02\x41\x02\x01\x03\x07" + "\x00\x40\x60\x01\x02\x0a\x00\x20\x20\x03\x04\x0a\x05\x05\x00\x01\x00\x06\x09\x01\x03\x02"))
	var e sim.ForetoldEngine
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{data}
		c := r.foretold()
		c.hold(t, &e)
		for i, fresh := range predictors() { // the same jobs, told by what their users did
			c.engines, c.ours = predictors()[i], fresh
			c.hold(t, &e)
		}
	})
}
