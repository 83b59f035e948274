package tune

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// The reports of the largest search that the page proposes: 1,440 settings on
// 250 weeks, a third of them hardly apart.
func BenchmarkReports(b *testing.B) {
	p := Default()
	var err error
	p.Primaries, p.Backfills, err = ParsePairs(Twelve)
	require.NoError(b, err)
	p.Thresholds = Sweep()
	require.NoError(b, p.Normalise())
	m := &machine{t: b, rng: rand.New(rand.NewPCG(1, 1))}
	for c := range p.Choices() {
		m.ratio = append(m.ratio, 0.7+0.3*float64(c%3))
	}
	rows := m.log(40, 250)
	for name, make := range map[string]func(Plan, job.Digest, []Row) *Report{"Merge": Merge, "Glance": Glance} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				make(p, job.Digest{}, rows)
			}
		})
	}
}
