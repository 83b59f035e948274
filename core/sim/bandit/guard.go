package bandit

// Guard keeps a promise to who leaves a scheduler alone: with a probability of at
// least 1 - δ the cost so far is at no round above 1 + α times what the baseline, arm
// 0, would have cost. It is told what every arm would have cost in rounds that are
// over, and what may still be lost: the slack
//
//	B = (1+α) Σ w(t; 0) - Σ w(t; arm played).
//
// With z the cost of an arm beyond the baseline's in a round, 0 if it was below, a
// round breaks the promise only when z > B. By Markov's inequality that has a
// probability of at most E z⁴/B⁴, the round's risk. An arm is played while the risks
// of all rounds add up to at most δ, and each takes at most a tenth of what is left of
// it; else the baseline is, which never takes slack. E z⁴ is not known: the mean of
// what was seen stands for it, with one round more in which the arm costs the most that
// any has cost in a round, and the baseline nothing.
//
// A budget that only the baseline or a proven arm may spend is that of conservative
// bandits (Wu, Shariff, Lattimore, Szepesvári 2016; Kazerouni, Ghavamzadeh,
// Abbasi-Yadkori, Van Roy 2017). They bound expected costs, of rewards in [0, 1];
// here it is the costs themselves, which have no bound.
type Guard struct {
	Alpha, Delta float64

	rounds float64
	fourth []float64 // by arm, Σ z⁴
	most   float64   // the largest w⁴ of all
	spent  float64   // of Delta
}

// tenth is the share of what is left of δ that a round may risk.
const tenth = 0.1

// Reset forgets everything, of so many arms.
func (g *Guard) Reset(arms int) {
	if cap(g.fourth) < arms {
		g.fourth = make([]float64, arms)
	}
	g.fourth = g.fourth[:arms]
	clear(g.fourth)
	g.rounds, g.most, g.spent = 0, 0, 0
}

// Learn tells what each arm would have cost in a round that is over.
func (g *Guard) Learn(costs []float64) {
	g.rounds++
	for i, w := range costs {
		g.fourth[i] += fourth(max(0, w-costs[0]))
		g.most = max(g.most, fourth(w))
	}
}

// fourth is the fourth power.
func fourth(x float64) float64 {
	x *= x
	return x * x
}

// Spend says whether an arm may be played in the round that begins, and if so counts
// what it risks.
func (g *Guard) Spend(arm int, slack float64) bool {
	if arm == 0 {
		return true
	}
	if !(slack > 0) || g.rounds == 0 {
		return false
	}
	risk := (g.fourth[arm] + g.most) / (g.rounds + 1) / fourth(slack)
	if !(risk <= tenth*(g.Delta-g.spent)) {
		return false
	}
	g.spent += risk
	return true
}
