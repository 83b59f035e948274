package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/online"
	"shadowtime/core/order"
	"shadowtime/core/study"
)

// numbers are the plan's own fractions, by their names in links and fields.
func (s *selecting) numbers() map[string]*float64 {
	p := &s.plan
	return map[string]*float64{"epsilon": &p.Epsilon, "lambda": &p.Lambda, "noise": &p.Noise, "jobnoise": &p.JobNoise}
}

// switches are its yes-or-no settings.
func (s *selecting) switches() map[string]*bool {
	p := &s.plan
	return map[string]*bool{"untried": &p.UntriedFirst, "discountjobs": &p.DiscountJobs}
}

func (s *selecting) write(q url.Values) {
	p, d := s.plan, proposedOnline()
	proposed := &selecting{plan: d}
	text := func(key, is, was string) {
		if is != was {
			q.Set(key, is)
		}
	}
	text("strategies", strings.Join(p.Strategies, ","), strings.Join(d.Strategies, ","))
	text("orders", ordersText(p.Orders), ordersText(d.Orders))
	text("period", periodsText(p.Periods), periodsText(d.Periods))
	text("backfilling", p.Backfilling, d.Backfilling)
	text("feedback", p.Feedback.String(), d.Feedback.String())
	was := proposed.numbers()
	for key, x := range s.numbers() {
		text(key, factorText(*x), factorText(*was[key]))
	}
	on := proposed.switches()
	for key, x := range s.switches() {
		text(key, flag(*x), flag(*on[key]))
	}
	writeCommon(q, &p.Workload, &d.Workload, common{p.Threshold, p.Dialect, p.Resamples}, common{d.Threshold, d.Dialect, d.Resamples}, s.app.Rules, s.app.Procs)
}

func (s *selecting) read(q url.Values) (err error) {
	p, before := &s.plan, s.plan
	defer func() {
		if err != nil { // half a question is another one
			s.plan = before
		}
	}()
	if x := q.Get("strategies"); x != "" {
		p.Strategies = order.Split(x)
	}
	if x := q.Get("orders"); x != "" && x != "all" {
		p.Orders = order.Split(x)
	}
	if x := q.Get("period"); x != "" {
		if p.Periods, err = parsePeriods(x); err != nil {
			return err
		}
	}
	if x := q.Get("backfilling"); x != "" {
		p.Backfilling = x
	}
	if x := q.Get("feedback"); x != "" {
		if p.Feedback, err = online.ParseFeedback(x); err != nil {
			return err
		}
	}
	for key, to := range s.numbers() {
		if x := q.Get(key); x != "" {
			if *to, err = strconv.ParseFloat(x, 64); err != nil {
				return linkError(key, x)
			}
		}
	}
	for key, to := range s.switches() {
		if x := q.Get(key); x != "" {
			*to = x == "true"
		}
	}
	c := common{p.Threshold, p.Dialect, p.Resamples}
	if err := readCommon(q, &p.Workload, &c); err != nil {
		return err
	}
	p.Threshold, p.Dialect, p.Resamples = c.threshold, c.dialect, c.resamples
	check := *p
	if err := check.Normalise(); err != nil {
		return err
	}
	p.Strategies, p.Orders = check.Strategies, check.Orders // names in their one form
	return nil
}

func periodsText(list []study.Seconds) string {
	var names []string
	for _, d := range list {
		names = append(names, online.PeriodName(d))
	}
	return strings.Join(names, ",")
}

func parsePeriods(text string) (list []study.Seconds, err error) {
	for _, x := range strings.Split(text, ",") {
		d, err := online.ParsePeriod(x)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list, nil
}
