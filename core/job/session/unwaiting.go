package session

import (
	"math"
	"slices"

	"shadowtime/core/base/random"
)

// Who does not wait for a batch comes by chance after its end now and then, and
// looks like somebody who did. How many do is told by batches that took long: of
// those whose response was longer than nine tenths of all lags of Async links,
// nearly all that do not wait are overtaken by the next batch. With that share
// fixed, expectation-maximisation tells the distribution of lags of those who do
// not wait from that of think times of those who do, both by half octaves, and each
// Sync link becomes Async with its posterior probability. (With the share free the
// maximum finds some who do not wait where everybody does.)

const (
	fewLags    = 20  // are too few to say
	longLag    = 0.9 // quantile of lags that a response is held against
	iterations = 60
)

// part turns Sync links into Async ones.
func (h *Habits) part(seed uint64) {
	share, ok := h.unwaitingShare()
	if !ok {
		return
	}
	var lags, thinks [responses]float64
	h.eachLink(func(b, before *Batch) {
		if b.Link == Async {
			lags[halfOctave(b.Submit-before.Submit)]++
		} else {
			thinks[halfOctave(b.Submit-before.End)]++
		}
	})
	posterior := func(b, before *Batch, lag, think *[responses]float64) float64 {
		l, g := b.Submit-before.Submit, b.Submit-before.End
		x := share * lag[halfOctave(l)] / width(halfOctave(l))
		y := (1 - share) * think[halfOctave(g)] / width(halfOctave(g))
		if x+y == 0 {
			return 0
		}
		return x / (x + y)
	}
	normalise(&lags)
	normalise(&thinks)
	for range iterations {
		var nextLags, nextThinks [responses]float64
		h.eachLink(func(b, before *Batch) {
			l, w := halfOctave(b.Submit-before.Submit), 1.0
			if b.Link == Sync {
				w = posterior(b, before, &lags, &thinks)
				nextThinks[halfOctave(b.Submit-before.End)] += 1 - w
			}
			nextLags[l] += w
		})
		lags, thinks = nextLags, nextThinks
		normalise(&lags)
		normalise(&thinks)
	}
	for p := range h.Persons {
		list := h.Own(p)
		for k := 1; k < len(list); k++ {
			if b := &list[k]; b.Link == Sync {
				u := random.Unit(random.Hash(seed, uint64(h.Persons[p].ID), uint64(k), Unwaiting))
				if u < posterior(b, &list[k-1], &lags, &thinks) {
					b.Link = Async
				}
			}
		}
	}
}

// Unwaiting is the purpose of draws of who does not wait, among those of
// random.Hash(seed, user, number, purpose).
const Unwaiting = 1 << 32

// eachLink goes through the links of both kinds.
func (h *Habits) eachLink(f func(b, before *Batch)) {
	for p := range h.Persons {
		list := h.Own(p)
		for k := 1; k < len(list); k++ {
			if list[k].Link != Anchor {
				f(&list[k], &list[k-1])
			}
		}
	}
}

// unwaitingShare is the share of batches that did not wait for the one before,
// false where too few are seen to.
func (h *Habits) unwaitingShare() (float64, bool) {
	var lags []int64
	h.eachLink(func(b, before *Batch) {
		if b.Link == Async {
			lags = append(lags, b.Submit-before.Submit)
		}
	})
	if len(lags) < fewLags {
		return 0, false
	}
	slices.Sort(lags)
	long := lags[int(longLag*float64(len(lags)))]
	all, overtaken := 0, 0
	h.eachLink(func(b, before *Batch) {
		if before.Response() >= long {
			all++
			if b.Link == Async {
				overtaken++
			}
		}
	})
	if all == 0 {
		return 0, false
	}
	return float64(overtaken) / float64(all), true
}

// width is that of a half octave, in seconds.
func width(b int) float64 {
	if b == 0 {
		return 1
	}
	w := math.Ldexp(math.Sqrt2-1, (b-1)/2)
	if (b-1)%2 == 1 {
		w *= math.Sqrt2
	}
	return w
}

// normalise makes a distribution of counts.
func normalise(d *[responses]float64) {
	sum := 0.0
	for _, x := range d {
		sum += x
	}
	if sum > 0 {
		for i := range d {
			d[i] /= sum
		}
	}
}
