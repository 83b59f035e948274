package learn

import (
	"errors"
	"slices"
	"strings"

	"shadowtime/core/experiment/windows"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Judging is on which windows a learned order is judged unless told otherwise, beside
// which orders.
func Judging() windows.Plan {
	p := windows.Default()
	p.Orders, p.Scenario = []string{"FCFS", "SPF", "SAF", "WFP3", "UNICEF", "F2", "LIN"}, windows.Easy
	return p
}

// JudgingSettings are those of the windows that somebody who learns is asked for; the
// rest follows from what was learned.
func JudgingSettings(p *windows.Plan) study.Settings {
	var list study.Settings
	for _, s := range p.Settings() {
		switch s.Key {
		case "orders", "days", "scenario", "warm":
			list = append(list, s)
		}
	}
	return list
}

// Free says that no order to judge beside has the name of the learned one.
func Free(p *windows.Plan) error {
	if slices.ContainsFunc(p.Orders, mine) {
		return errors.New("the learned order itself is called " + Mine + ": give yours another name")
	}
	return nil
}

func mine(name string) bool { return strings.EqualFold(order.Label(name), Mine) }

// Unjudged says that an order was learned from the whole log.
const Unjudged = "learned from the whole log, of which nothing is left to judge it on"

// JudgedBy are the windows that judge an order which was fitted with a plan: of the half
// that it was not learned from. It errs on one learned from the whole log.
func JudgedBy(p *Plan, with windows.Plan, formula string) (windows.Plan, error) {
	if p.Part == study.WholeLog {
		return with, errors.New("the order is " + Unjudged + ": learn it from --part first or second")
	}
	with.Workload, with.Part, with.Tau = p.Workload, p.Part.Other(), p.Tau
	with.Orders = append(slices.Clone(with.Orders), Named(formula))
	return with, with.Normalise()
}

// AskedOf is with which windows a study's order was judged; false: with none.
func AskedOf(s *archive.File) (p windows.Plan, judged bool, err error) {
	p = Judging()
	part := s.Beside(windows.Name)
	if part == nil {
		return p, false, nil
	}
	if err := part.Ask(p.Settings()); err != nil {
		return p, false, err
	}
	with := Judging()
	with.Orders, with.Days, with.Scenario, with.Warm = slices.DeleteFunc(p.Orders, mine), p.Days, p.Scenario, p.Warm
	return with, true, nil
}

// WindowsOf are a study's windows, with the plan that they are of.
func WindowsOf(s *archive.File) (p windows.Plan, rows *windows.Rows, err error) {
	p = windows.Default()
	part := s.Beside(windows.Name)
	if part == nil {
		return p, &windows.Rows{}, nil
	}
	if err = part.Ask(p.Settings()); err == nil {
		err = p.Normalise()
	}
	if err == nil {
		rows, err = archive.Rows[windows.Row](part)
	}
	return p, rows, err
}
