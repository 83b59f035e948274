package rules

import "shadowtime/core/report"

// The gate, as worlds of known rules have it (evidence, the rules of a machine): within these what is said of a change to
// a machine came true. It stands here alone, for whoever gives advice.
const (
	MostHeld   = 0.05 // of the waiting may be in vain
	MostBroken = 0.02 // of the contested starts may go against what is supposed
	LeastRatio = 0.9  // the replayed over the recorded mean wait,
	MostRatio  = 1.1
	LeastRank  = 0.8 // and their rank correlation
)

// MostLacking is the share of the contested starts that may have had no room: where more had none, the machine is not what the log
// says, and nothing else of it is to be believed.
const MostLacking = 0.10

// MostOffered is how much of a limit its jobs may hold in the mean if none waited (guard.Guard.Offered) for a log to tell how long they
// would wait: beyond it queues outlast the log, and from 1 on they never end.
const MostOffered = 0.85

// NearLong says whether a replay waits about as long as the machine did, by the ratio of mean waits.
func NearLong(ratio report.Float) bool { return ratio >= LeastRatio && ratio <= MostRatio }

// TellsWho says whether a replay tells who waits long, by its rank correlation with the record; where all waits of one
// side are alike there is none to ask for.
func TellsWho(rank report.Float) bool { return !rank.Known() || rank >= LeastRank }

// Gate says whether the machine is known well enough to speak of changes to it.
type Gate struct {
	Held   report.Float `json:"held"`
	Broken report.Float `json:"broken"`
	Ratio  report.Float `json:"ratio"`
	Rank   report.Float `json:"rank"`
	Speaks bool         `json:"speaks"`
	Why    []string     `json:"why"` // the lines that fail
}

// gateOf says which lines fail.
func gateOf(x *Near) *Gate {
	g := &Gate{Held: x.Held, Broken: x.Broken, Ratio: x.Ratio, Rank: x.Rank, Why: []string{}}
	for _, line := range []struct {
		name string
		held bool
	}{{"held", x.Held <= MostHeld}, {"broken", x.Broken <= MostBroken}, {"ratio", NearLong(x.Ratio)}, {"rank", TellsWho(x.Rank)}} {
		if !line.held {
			g.Why = append(g.Why, line.name)
		}
	}
	g.Speaks = len(g.Why) == 0
	return g
}
