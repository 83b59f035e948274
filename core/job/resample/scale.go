package resample

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
)

// By says what carries a higher or lower load: the same jobs at other times,
// or other jobs at the same times.
type By uint8

const (
	// Arrivals divides the times between submits by the load: the same jobs
	// come sooner after each other, the day's rhythm included.
	Arrivals By = iota
	// Sizes multiplies the processors of each job by the load, rounded at
	// random so that the mean is kept, within 1 and the machine.
	Sizes
)

var byNames = [...]string{"arrivals", "sizes"}

func (b By) String() string { return byNames[b] }

// parseBy reads arrivals or sizes.
func parseBy(s string) (By, error) {
	for i, n := range byNames {
		if s == n {
			return By(i), nil
		}
	}
	return 0, errors.New("load by " + strconv.Quote(s) + " is not known: use arrivals or sizes")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (b By) MarshalText() ([]byte, error) { return []byte(b.String()), nil }
func (b *By) UnmarshalText(t []byte) (err error) {
	*b, err = parseBy(string(t))
	return err
}

// Scale multiplies the load of a resampled trace, whose clock starts at 0, in
// place. A load of 1 changes nothing. By Sizes, jobs that would outgrow the
// machine take all of it, so the load grows by a little less.
func Scale(t *job.Trace, load float64, by By, seed, k uint64) {
	if load == 1 {
		return
	}
	if by == Arrivals {
		for i, r := range t.Submit {
			t.Submit[i] = int64(math.Floor(float64(r) / load))
		}
		return
	}
	rng := rand.New(rand.NewPCG(seed^random.Sizes, k))
	for i, q := range t.Size {
		scaled := int64(math.Floor(float64(float64(q)*load) + rng.Float64()))
		t.Size[i] = int32(min(max(scaled, 1), t.Procs))
	}
}

// ScaledWeeks is the length in weeks, rounded up, of a trace of the given
// weeks whose load was scaled.
func ScaledWeeks(weeks int, load float64, by By) int {
	if by == Arrivals && load != 1 {
		return int(math.Ceil(float64(weeks) / load))
	}
	return weeks
}
