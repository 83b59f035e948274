package compare

import (
	"os"
	"testing"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/metric"
)

func BenchmarkZ(b *testing.B) {
	log, err := tracefile.Open(os.Getenv("ZLOG"), nil)
	if err != nil {
		b.Fatal(err)
	}
	p := Default()
	_ = p.Normalise()
	tr, _ := job.Clean(log, p.Clean, job.MachineOf(log, 0))
	p.Suit(overview.Describe(tr))
	_ = p.Normalise()
	r, _ := NewRunner(tr, p)
	k := 1
	r.maker.Make(&r.trace, k)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			r.maker.Make(&r.trace, k)
		}
	})
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			r.engine.Load(&r.trace)
		}
	})
	from, to := r.maker.Counted(&r.trace, k)
	counted := r.trace.Part(from, to)
	watch := metric.NewWatch(&counted, r.maker.Weeks(k))
	b.Run("shape", func(b *testing.B) {
		for b.Loop() {
			metric.ShapeOf(&r.trace, r.maker.Weeks(k))
		}
	})
	b.Run("counts", func(b *testing.B) {
		for b.Loop() {
			watch.Counts()
		}
	})
	for i := range r.configs {
		b.Run(p.Orders[i], func(b *testing.B) {
			for b.Loop() {
				c := r.configs[i]
				r.engine.Run(&c)
			}
		})
	}
	r.engine.Load(&r.trace); cc := r.configs[10]; r.engine.Run(&cc)
	starts := r.engine.Starts()[from:to]
	w := 0
	for i, s := range starts {
		if s > counted.Submit[i] {
			w++
		}
	}
	b.Log("waiting", w, "of", len(starts))
	b.Run("measure", func(b *testing.B) {
		for b.Loop() {
			metric.Measure(&counted, starts, 10)
		}
	})
	b.Run("late", func(b *testing.B) {
		for b.Loop() {
			metric.Late(&counted, starts, 10)
		}
	})
	b.Run("breakdown", func(b *testing.B) {
		for b.Loop() {
			watch.Breakdown(starts)
		}
	})
}
