package online

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// What strategies choose among.
const (
	ArmsOrders   = "orders"   // Plan.Orders
	ArmsPairs    = "pairs"    // each of them in front of each, as in SPF-SAF
	ArmsSettings = "settings" // each pair, and with half and twice the plan's threshold: SPF-SAF@20h
)

// Choices are what strategies choose among, FCFS with the plan's threshold first. The plan
// must be normalised.
func (p *Plan) Choices() []string {
	if p.Arms == "" {
		return p.Orders
	}
	var list []string
	for i, at := range p.thresholds() {
		for _, front := range p.Orders {
			for _, behind := range p.Orders {
				name := front + "-" + behind
				switch own := at == p.Threshold; {
				case front == Baseline && i > 0: // its late jobs are in front anyway
					continue
				case front != Baseline && !own:
					name += "@" + at.String()
				case front == behind:
					name = front
				}
				list = append(list, name)
			}
		}
	}
	return list
}

// thresholds are those of settings, the shortest first, without one last.
func (p *Plan) thresholds() []study.Seconds {
	switch {
	case p.Arms == ArmsPairs:
		return []study.Seconds{p.Threshold}
	case p.Threshold < 0:
		return []study.Seconds{20 * 3600, 40 * 3600, p.Threshold}
	}
	return []study.Seconds{(p.Threshold + 1) / 2, p.Threshold, 2 * p.Threshold}
}

// arms checks and brings into form what is chosen among. Where no orders were named, pairs
// are of four: the number grows with its square.
func (p *Plan) arms() error {
	if p.Arms == "" {
		return nil
	}
	if slices.Equal(p.Orders, order.Names(order.Twelve())) {
		p.Orders = []string{Baseline, "SPF", "SQF", "SAF"}
	}
	for _, name := range p.Orders {
		if _, ok := order.ParsePair(name + "-" + name); !ok {
			return errors.New("arms " + p.Arms + ": " + strconv.Quote(name) + " can't be in a pair: name built-in orders " +
				"alone, or take --arms orders")
		}
	}
	if p.Backfill != "" || p.Backfilling != "easy" {
		return errors.New("arms " + p.Arms + " have backfilling orders of their own under EASY: leave out --backfill and --backfilling")
	}
	return between("arms", len(p.Choices()), MaxOrders, nil)
}
