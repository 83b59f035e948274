package lanes

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

const unknown = int64(-1) << 63

// schedules are of random traces, now and then one that no machine could run.
func schedules(t *testing.T, n int, do func(seed int, r *rand.Rand, tr *job.Trace, starts []int64)) {
	t.Helper()
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 41))
		tr := simtest.Trace(r, 1+r.IntN(60))
		for i := range tr.Submit { // instants that are whole as float64
			tr.Submit[i] -= tr.Start
		}
		if tr.Start == 0 && tr.Submit[0] > 1<<45 {
			first := tr.Submit[0]
			for i := range tr.Submit {
				tr.Submit[i] -= first
			}
		}
		c := simtest.Config(r)
		e := sim.New()
		e.Load(tr)
		require.NoError(t, e.Run(c))
		starts := append([]int64(nil), e.Starts()...)
		if seed%5 == 0 {
			for j := range starts {
				switch r.IntN(3) {
				case 0:
					starts[j] = unknown
				case 1:
					starts[j] = tr.Submit[j]
				}
			}
		}
		do(seed, r, tr, starts)
	}
}

func TestNoTwoJobsShareARowAtAnInstant(t *testing.T) {
	beyond := 0
	schedules(t, 400, func(seed int, _ *rand.Rand, tr *job.Trace, starts []int64) {
		l := Place(tr, starts, unknown)
		if l.Rows > tr.Procs {
			beyond++
			require.Zero(t, seed%5, "beyond the machine only where it is overrun")
		}
		for j := range tr.Len() {
			rows, last := int32(0), int32(-1)
			for _, s := range l.Spans(j) {
				require.Greater(t, s.From, last)
				require.LessOrEqual(t, int64(s.To), l.Rows)
				rows, last = rows+s.To-s.From, s.To-1
			}
			if starts[j] == unknown || tr.Run[j] == 0 {
				require.Zero(t, rows)
				continue
			}
			require.Equal(t, tr.Size[j], rows, "a row a processor")
			for k := range j {
				if starts[k] == unknown || starts[k] >= l.end(int32(j)) || starts[j] >= l.end(int32(k)) {
					continue
				}
				for _, a := range l.Spans(j) {
					for _, b := range l.Spans(k) {
						require.True(t, a.To <= b.From || b.To <= a.From, "seed %d: jobs %d and %d", seed, j, k)
					}
				}
			}
		}
	})
	require.Positive(t, beyond)
}

func TestAPixelIsTheJobInItsMiddle(t *testing.T) {
	fixture.Long(t)
	schedules(t, 60, func(seed int, r *rand.Rand, tr *job.Trace, starts []int64) {
		l := Place(tr, starts, unknown)
		colours := make([]uint32, tr.Len())
		last := int64(1)
		for j := range colours {
			colours[j] = uint32(j + 1)
			if starts[j] != unknown {
				last = max(last, l.end(int32(j)))
			}
		}
		// A power of two of pixels for a power of two of seconds and rows: no
		// middle is rounded.
		w := Window{From: r.Int64N(last), Top: 0, Bottom: 64, Width: 32 << (3 * r.IntN(2)), Height: 128}
		for w.To = w.From + 64; w.To < last && r.IntN(3) > 0; {
			w.To += w.To - w.From
		}
		pixels := make([]uint32, w.Width*w.Height)
		l.Draw(w, colours, 0, pixels)
		for y := range w.Height {
			for x := range w.Width {
				at, row := w.Point(x, y)
				want := uint32(0)
				if j, ok := l.At(at, row); ok {
					want = colours[j]
				}
				require.Equal(t, want, pixels[y*w.Width+x], "seed %d at %d row %d", seed, at, row)
			}
		}
		for _, j := range l.order { // a job's boxes are its pixels
			n := 0
			for _, s := range l.Spans(int(j)) {
				left, top, right, bottom := w.Box(starts[j], l.end(j), s)
				n += max(0, right-left) * max(0, bottom-top)
			}
			for _, p := range pixels {
				if p == colours[j] {
					n--
				}
			}
			require.Zero(t, n, "seed %d job %d", seed, j)
		}
	})
}

func TestExtremesAreThoseOfEveryInstant(t *testing.T) {
	schedules(t, 60, func(seed int, r *rand.Rand, tr *job.Trace, starts []int64) {
		for name, s := range map[string]*Series{"busy": Busy(tr, starts, unknown), "queue": Queue(tr, starts, unknown)} {
			at := func(instant int64) (n int64) {
				for j, start := range starts {
					switch {
					case start == unknown:
					case name == "busy" && start <= instant && instant < start+tr.Run[j]:
						n += int64(tr.Size[j])
					case name == "queue" && tr.Submit[j] <= instant && instant < start:
						n++
					}
				}
				return n
			}
			first := tr.Submit[0]
			for range 20 {
				from := first - 5 + r.Int64N(200)
				to := from + 1 + r.Int64N(100)
				least, most := at(from), at(from)
				for i := from; i < to; i++ {
					least, most = min(least, at(i)), max(most, at(i))
				}
				a, b := s.Range(from, to)
				require.Equal(t, []int64{least, most}, []int64{a, b}, "seed %d %s from %d to %d", seed, name, from, to)
				peak := from
				for at(peak) < most {
					peak++
				}
				require.Equal(t, peak, s.Peak(from, to), "seed %d %s from %d to %d", seed, name, from, to)
			}
		}
	})
	// Long enough for several levels.
	r := rand.New(rand.NewPCG(1, 1))
	var ends, much [5000]int64
	for i := range ends {
		ends[i], much[i] = int64(i)+1+r.Int64N(50), r.Int64N(10)
	}
	s := seriesOf(len(ends), func(j int32) (from, to, n int64) { return int64(j), ends[j], much[j] })
	require.GreaterOrEqual(t, len(s.levels), 3)
	values := s.Values.Values()
	for range 2000 {
		i := r.IntN(len(values))
		end := i + 1 + r.IntN(len(values)-i)
		least, most := values[i], values[i]
		for _, v := range values[i:end] {
			least, most = min(least, v), max(most, v)
		}
		a, b := s.extremes(i, end)
		require.Equal(t, []int64{least, most}, []int64{a, b})
	}
}
