package plot

import "strings"

// strategies that choose orders are no criteria, so they have no hue: soft ink
// for those that know nothing, ink for those that simulate the past, the
// accent for those that learn from what ran. The shape is the strategy's own.
var strategies = map[string]struct {
	paint paint
	shape Shape
}{
	"random":         {soft, Circle},
	"full":           {ink, TriangleRight},
	"noisy":          {ink, Circle},
	"noisy-job":      {soft, Square},
	"epsilon-greedy": {accent, Circle},
	"epsilon-decay":  {accent, Diamond},
	"ucb1":           {accent, TriangleUp},
	"exp3":           {accent, Star},
	"thompson":       {accent, Pentagon},
	"sw-ucb":         {accent, TriangleDown},
	"d-ucb":          {accent, TriangleRight},
	"linucb":         {accent, Square},
}

// strategy is the mark of a strategy, by a name such as "full@0.9, week": its
// parameter is not looked at, and the form says how often it chooses. Daily is
// filled and solid, weekly and seldomer hollow and dashed.
func strategy(name string) (m Mark, known bool) {
	name, period, _ := strings.Cut(name, ", ")
	name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
	s, known := strategies[name]
	if !known {
		return m, false
	}
	return Mark{s.paint.name, s.paint.fallback, period != "" && !strings.HasSuffix(period, "h") && period != "day", s.shape}, true
}
