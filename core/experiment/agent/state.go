package agent

import (
	"errors"
	"math"
	"strconv"
)

// State is all that a learner has learned: one that is restored goes on as if it
// had never stopped.
type State struct {
	Weights []float64 `json:"weights"`
	First   []float64 `json:"first"`  // Adam's means of gradients
	Second  []float64 `json:"second"` // and of their squares
	Steps   int       `json:"steps"`  // of Adam
	Rewards mean      `json:"rewards"`
}

// maxSteps is more than anyone trains, so that counting to it takes no time.
const maxSteps = 100_000_000

// State lends the learner's state: it changes as the learner learns.
func (l *Learner) State() State {
	return State{l.net.w, l.adam.first, l.adam.second, l.adam.steps, l.past}
}

// Restore takes on a copy of a state. One that can't be is an error that says why.
func (l *Learner) Restore(s State) error {
	if err := s.Check(len(l.net.w)); err != nil {
		return err
	}
	copy(l.net.w, s.Weights)
	copy(l.adam.first, s.First)
	copy(l.adam.second, s.Second)
	l.adam.at(s.Steps)
	l.past = s.Rewards
	return nil
}

// Check says what keeps a state from being that of a learner with so many weights.
func (s *State) Check(weights int) error {
	for _, list := range []struct {
		name string
		at   []float64
	}{{"weights", s.Weights}, {"first", s.First}, {"second", s.Second}} {
		if len(list.at) != weights {
			return errors.New(list.name + ": " + strconv.Itoa(len(list.at)) + " numbers, where this network has " + strconv.Itoa(weights) +
				": the file is damaged, or its sizes were changed; train anew")
		}
		for i, x := range list.at {
			if math.IsNaN(x) || math.IsInf(x, 0) || list.name == "second" && x < 0 {
				return errors.New(list.name + ", number " + strconv.Itoa(i+1) + ": " + strconv.FormatFloat(x, 'g', -1, 64) +
					" can't be: train anew")
			}
		}
	}
	if s.Steps < 0 || s.Steps > maxSteps || s.Rewards.Count < 0 || s.Rewards.Count > maxSteps {
		return errors.New("steps " + strconv.Itoa(s.Steps) + ", rewards " + strconv.Itoa(s.Rewards.Count) +
			": these are counts from 0 to " + strconv.Itoa(maxSteps) + "; the file is damaged, train anew")
	}
	return nil
}
