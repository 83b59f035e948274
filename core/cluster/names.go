package cluster

import (
	"errors"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Selection is how a waiting job is picked: the least key, ties by submission.
type Selection uint8

const (
	SelectRandom       Selection = iota
	SelectFirst                  // submission
	SelectShortest               // requested time
	SelectSmallest               // cores
	SelectLowMemory              // memory a core
	SelectLowBandwidth           // bandwidth a core
	selections
)

var selectionNames = []string{"random", "first", "shortest", "smallest", "low_mem", "low_mem_bw"}

// Placing is which idle core is taken next: the least key, ties by number.
type Placing uint8

const (
	PlaceRandom        Placing = iota
	PlaceHighSpeed             // most GFLOPS
	PlaceHighCores             // most idle cores in its processor
	PlaceHighMemory            // most free memory in its node
	PlaceHighBandwidth         // most free bandwidth in its processor, which may be below 0
	PlaceLowPower              // fewest watts
	placings
)

var placingNames = []string{"random", "high_gflops", "high_cores", "high_mem", "high_mem_bw", "low_power"}

// Backfilling is what a pass does once the picked job, its head, does not fit.
type Backfilling uint8

const (
	NoBackfilling Backfilling = iota // it stops
	Easy                             // others start that do not delay the head by their own cores and memory
	EasyAware                        // nor by slowing down those it waits for
	backfillings
)

var backfillingNames = []string{"none", "easy", "easy-aware"}

// Objective is what a reward is counted in.
type Objective uint8

const (
	AvgSlowdown    Objective = iota // - sum of 1/requested time over the jobs in the system
	AvgCompletion                   // - jobs in the system
	AvgUtilization                  // busy cores
	Makespan                        // GFLOPS in use
	Energy                          // - watts
	Objectives     int       = iota
)

var objectiveNames = []string{"avg_job_slowdown", "avg_completion_time", "avg_utilization", "makespan", "energy_consumption"}

// Observation is how much of the machine an agent sees.
type Observation uint8

const (
	Normal  Observation = iota // nodes, processors, cores and queue
	Small                      // without cores
	Minimal                    // the queue alone
)

var observationNames = []string{"normal", "small", "minimal"}

// Work is what a job of a log has to do.
type Work uint8

const (
	Ran      Work = iota // its run time, at the reference speed
	Accuracy             // a drawn part of its requested time, as in HDeepRM's study
)

var workNames = []string{"run", "accuracy"}

func (s Selection) String() string   { return selectionNames[s] }
func (p Placing) String() string     { return placingNames[p] }
func (b Backfilling) String() string { return backfillingNames[b] }
func (o Objective) String() string   { return objectiveNames[o] }
func (o Observation) String() string { return observationNames[o] }
func (w Work) String() string        { return workNames[w] }

// The names of each kind, in order.
func SelectionNames() []string   { return selectionNames }
func PlacingNames() []string     { return placingNames }
func BackfillingNames() []string { return backfillingNames }
func ObjectiveNames() []string   { return objectiveNames }
func ObservationNames() []string { return observationNames }

func ParseSelection(s string) (Selection, error) {
	return parse[Selection]("job selection", s, selectionNames)
}
func ParsePlacing(s string) (Placing, error) { return parse[Placing]("placing", s, placingNames) }
func ParseBackfilling(s string) (Backfilling, error) {
	return parse[Backfilling]("backfilling", s, backfillingNames)
}
func ParseObservation(s string) (Observation, error) {
	return parse[Observation]("observation", s, observationNames)
}
func ParseWork(s string) (Work, error) { return parse[Work]("work", s, workNames) }

// ParseObjective also knows the name that HDeepRM's options files have.
func ParseObjective(s string) (Objective, error) {
	if s == "avg_job_completion" {
		return AvgCompletion, nil
	}
	return parse[Objective]("objective", s, objectiveNames)
}

func parse[T ~uint8](what, s string, names []string) (T, error) {
	for i, n := range names {
		if s == n {
			return T(i), nil
		}
	}
	return 0, errors.New(what + " " + jsontext.Short(s) + " is not known: use " + strings.Join(names, ", "))
}

// Action is what a decision chooses: a scheduling pass with a pair, or void.
type Action struct {
	Select   Selection
	Place    Placing
	Backfill Backfilling
	Void     bool // no pass: the next decision is that of the next instant
}

// Void is the action that starts nothing.
var Void = Action{Void: true}

// Pairs are the 36 pairs, job selections major, without backfilling.
func Pairs() []Action {
	var list []Action
	for s := range selections {
		for p := range placings {
			list = append(list, Action{Select: s, Place: p})
		}
	}
	return list
}

// Actions are the pairs and void, last.
func Actions() []Action { return append(Pairs(), Void) }

// String names an action as SELECTION-PLACING, or void: its backfilling is a
// matter of the run.
func (a Action) String() string {
	if a.Void {
		return "void"
	}
	return a.Select.String() + "-" + a.Place.String()
}

// ParseAction reads what String wrote.
func ParseAction(s string) (a Action, err error) {
	if s == "void" {
		return Void, nil
	}
	selection, placing, ok := strings.Cut(s, "-")
	if !ok {
		return a, errors.New("action " + jsontext.Short(s) + " is not known: write SELECTION-PLACING, as shortest-high_gflops, or void")
	}
	if a.Select, err = ParseSelection(selection); err == nil {
		a.Place, err = ParsePlacing(placing)
	}
	return a, err
}
