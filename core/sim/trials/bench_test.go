package trials

import (
	"math/rand/v2"
	"testing"
)

// stagePair is made up: a busy machine of 256 processors.
func stagePair(seed uint64) []Job {
	r := rand.New(rand.NewPCG(seed, 7))
	jobs := make([]Job, DefaultSizes.Jobs())
	at := int64(0)
	for i := range jobs {
		jobs[i] = Job{1 + int64(r.IntN(40)*r.IntN(40)*r.IntN(40)), 1 << r.IntN(8), at}
		at += int64(r.IntN(600))
	}
	return jobs
}

func BenchmarkTrial(b *testing.B) {
	var s Sampler
	s.Set(256, stagePair(1), DefaultSizes.Ahead, 10)
	s.tally.reset(s.queued)
	s.orders.reset(s.ahead, s.queued)
	s.draws.begin(1, 1)
	b.ReportAllocs()
	for i := 0; i < b.N; i += s.queued {
		s.round()
	}
}

func BenchmarkShuffle(b *testing.B) {
	var d draws
	d.begin(1, 1)
	list := make([]uint16, 31)
	for range b.N {
		d.shuffle(list)
	}
}
