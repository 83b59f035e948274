package resample

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
)

// By says what carries a higher or lower load: the same jobs at other times,
// other jobs at the same times, or more users or fewer.
type By uint8

const (
	// Arrivals divides the times between submits by the load: the same jobs
	// come sooner after each other, the day's rhythm included.
	Arrivals By = iota
	// Sizes multiplies the processors of each job by the load, rounded at
	// random so that the mean is kept, within 1 and the machine.
	Sizes
	// Users has each user's jobs of a week as often as the load says, each time whole: none of them,
	// or again at the same hours of other weeks. Days and weeks keep their rhythm, and hours of rules
	// meet the jobs that they met (Zakay and Feitelson: Workload resampling for performance evaluation
	// of parallel job schedulers, 2014). The load is so in the mean of resamples.
	Users
)

var byNames = [...]string{"arrivals", "sizes", "users"}

func (b By) String() string { return byNames[b] }

// parseBy reads arrivals, sizes or users.
func parseBy(s string) (By, error) {
	for i, n := range byNames {
		if s == n {
			return By(i), nil
		}
	}
	return 0, errors.New("load by " + strconv.Quote(s) + " is not known: use arrivals, sizes or users")
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
	if by == Users {
		scaleUsers(t, load, seed^random.OtherUsers, k)
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

// scaleUsers has the jobs of each user in each week floor(load + u) times, u a unit that is drawn for
// both; of users who are not known, each job so often.
func scaleUsers(t *job.Trace, load float64, seed, k uint64) {
	if t.Len() == 0 {
		return
	}
	weekOf := func(at int64) int { return int((at - t.Submit[0] + t.Submit[0]%job.Week) / job.Week) }
	weeks := weekOf(t.Submit[t.Len()-1]) + 1
	var moved []int64
	var from, list []int32
	for j, at := range t.Submit {
		week, who := weekOf(at), uint64(t.User[j])
		if t.Users[who] < 0 {
			who = uint64(j) + 1<<32
		}
		draw := func(n int) uint64 { return random.Hash(seed, k, who<<11+uint64(n), uint64(week)) }
		times := int(load + random.Unit(draw(0)))
		for n := range times {
			to := week
			if n > 0 && weeks > 1 {
				to = (week + 1 + random.Below(draw(n), weeks-1)) % weeks
			}
			list, from, moved = append(list, int32(len(list))), append(from, int32(j)), append(moved, at+int64(to-week)*job.Week)
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(moved[a], moved[b]), cmp.Compare(a, b))
	})
	t.Submit = take(moved, list)
	from = take(from, list)
	for _, column := range []*[]int64{&t.Run, &t.Request, &t.ID, &t.Memory, &t.Wait} {
		*column = take(*column, from)
	}
	for _, column := range []*[]int32{&t.Size, &t.User, &t.App, &t.Queue, &t.Partition, &t.Had, &t.Pos, &t.Ahead} {
		*column = take(*column, from)
	}
	t.Unasked = take(t.Unasked, from)
}

// take are the values of a column at some places, nil of nil.
func take[T any](column []T, from []int32) []T {
	if column == nil {
		return nil
	}
	list := make([]T, len(from))
	for i, j := range from {
		list[i] = column[j]
	}
	return list
}

// ScaledWeeks is the length in weeks, rounded up, of a trace of the given
// weeks whose load was scaled.
func ScaledWeeks(weeks int, load float64, by By) int {
	if by == Arrivals && load != 1 {
		return int(math.Ceil(float64(weeks) / load))
	}
	return weeks
}
