package session

import "math"

// Patience says how likely somebody goes on the same day, after a batch that
// took a response of R seconds and ended in hour h:
//
//	P(same day | R, h) = Same[h] / (1 + R/C)
type Patience struct {
	// C is the response, in seconds, after which half as many go on the same day as
	// after none: 300 s times a power of 2^(1/4), up to 95 days. +Inf: no sign that a long
	// response sends anybody home.
	C float64
	// Same is the share after no response at all, by Rhythm.Hour: 0 to 1 in
	// steps of 1/40.
	Same [48]float64
}

// Chance is the probability of going on the same day.
func (p *Patience) Chance(response int64, hour int) float64 {
	return p.Same[hour] * p.fade(float64(response))
}

// fade is 1/(1 + R/C).
func (p *Patience) fade(response float64) float64 {
	if math.IsInf(p.C, 1) {
		return 1
	}
	return 1 / (1 + response/p.C)
}

const (
	leastC  = 300 // seconds
	stepsC  = 60
	stepsOf = 40 // of Same
	// halves of octaves of responses from 1 s on, and one for none
	responses = 2 * 63
)

// tally counts who went on the same day, and who did not, by response.
type tally struct {
	same, away [responses]float64
	sum        [responses]float64 // of responses, seconds
}

func (t *tally) add(response int64, same bool) {
	b := halfOctave(response)
	t.sum[b] += float64(response)
	if same {
		t.same[b]++
	} else {
		t.away[b]++
	}
}

// halfOctave numbers the half octave of a time: 0 of none, 1 from 1 s on.
func halfOctave(t int64) int {
	if t < 1 {
		return 0
	}
	return min(1+int(2*math.Log2(float64(t))), responses-1)
}

// stretch is a half octave that somebody's response fell into.
type stretch struct{ response, same, away float64 }

// patienceOf fits by maximum likelihood over the grid that Patience states:
// binomial counts by hour and half octave of response. Hours of which nothing is
// known have the Same of all.
func patienceOf(hours *[48]tally) Patience {
	var cells [49][]stretch // the last: all hours together
	for h := range hours {
		for b := range responses {
			t := &hours[h]
			if n := t.same[b] + t.away[b]; n > 0 {
				cells[h] = append(cells[h], stretch{t.sum[b] / n, t.same[b], t.away[b]})
			}
		}
		cells[48] = append(cells[48], cells[h]...)
	}
	best, most := Patience{C: math.Inf(1)}, math.Inf(-1)
	fades := make([]float64, len(cells[48]))
	for i := range stepsC + 1 {
		p := Patience{C: math.Inf(1)}
		if i < stepsC {
			p.C = math.Ldexp(leastC*quarter[i%4], i/4)
		}
		sum := 0.0
		for h := range hours {
			if len(cells[h]) == 0 {
				continue
			}
			share, likelihood := p.shareOf(cells[h], fades)
			p.Same[h] = share
			sum += likelihood
		}
		if sum > most {
			best, most = p, sum
		}
	}
	rest, _ := best.shareOf(cells[48], fades)
	for h := range hours {
		if len(cells[h]) == 0 {
			best.Same[h] = rest
		}
	}
	return best
}

// quarter are 2^(i/4).
var quarter = [4]float64{1, 1.189207115002721, 1.4142135623730951, 1.681792830507429}

// shareOf is the likeliest Same of an hour, and its log-likelihood: that is
// concave in Same, so the grid is halved. fades has room for as many stretches.
func (p *Patience) shareOf(cells []stretch, fades []float64) (share, likelihood float64) {
	fades = fades[:len(cells)]
	same, fixed := 0.0, 0.0
	for i, c := range cells {
		fades[i] = p.fade(c.response)
		same += c.same
		fixed += float64(c.same * math.Log(fades[i]))
	}
	at := func(step int) float64 {
		a := float64(step) / stepsOf
		sum := fixed
		if same > 0 {
			if step == 0 {
				return math.Inf(-1)
			}
			sum += float64(same * math.Log(a))
		}
		for i, c := range cells {
			if c.away > 0 {
				left := 1 - float64(a*fades[i])
				if left <= 0 {
					return math.Inf(-1)
				}
				sum += float64(c.away * math.Log(left))
			}
		}
		return sum
	}
	low, high := 0, stepsOf
	for low < high {
		mid := (low + high) / 2
		if at(mid+1) > at(mid) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return float64(low) / stepsOf, at(low)
}
