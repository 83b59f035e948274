// Package predict asks what predicting run times is worth: EASY that plans with
// predictions in place of requests, one way of predicting beside others on the same
// resamples, from requests to exact knowledge (Reis 2018, chapter 4). Merge turns rows
// into a Report: what knowing run times is worth, how much of it each way of predicting
// gets, and what is behind that.
package predict

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "predict"

// Kind is the study as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it; without resamples it
// replays the log alone.
var Verb = study.Verb{Name: "predict", Always: []string{"resamples", "weeks"}}

// Version of the Plan and Report formats.
const Version = 1

// Plan asks about one way of predicting run times, correcting what was predicted
// too short, and backfilling by what is predicted, as data.
type Plan struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol,omitempty"` // of a published study, see package protocol; "": none
	study.Workload
	study.Limits
	Predictor  string         `json:"predictor"` // see predictor.Named
	Loss       string         `json:"loss"`      // of the learner, see predictor.ParseLoss
	Correction sim.Correction `json:"correction"`
	Primary    string         `json:"primary,omitempty"` // of the front, see triples.Triple
	Backfill   string         `json:"backfill"`          // triples.FCFS, triples.SJBF or an order's name
	Threshold  study.Seconds  `json:"threshold"`         // for all of them
	Also       string         `json:"also"`              // further triples, see triples.ParseList
	Objective  Objective      `json:"objective"`
	Dialect    string         `json:"dialect"`
	Resamples  int            `json:"resamples"`
	Tau        int64          `json:"tau"` // bound of the slowdown, seconds
}

// Objective is what is to be small.
type Objective uint8

const (
	AvgBsld Objective = iota // the mean bounded slowdown
	AvgWait                  // the mean wait
)

var objectiveNames = [...]string{"avgBsld", "avgWait"}

func (o Objective) String() string { return objectiveNames[o] }

// MarshalText and UnmarshalText write it by name in JSON.
func (o Objective) MarshalText() ([]byte, error) { return []byte(o.String()), nil }
func (o *Objective) UnmarshalText(b []byte) error {
	return objective(o).Set(string(b))
}

func objective(at *Objective) study.Setting {
	return study.One("objective", at, study.Option{Value: "avgBsld", Words: "bounded slowdown"},
		study.Option{Value: "avgWait", Words: "average wait"})
}

// Default is the study's choice, on years drawn from the log.
func Default() Plan {
	p := Plan{
		Version:    Version,
		Workload:   study.DefaultWorkload(),
		Predictor:  "learned",
		Loss:       predictor.ELoss.String(),
		Correction: sim.InSteps,
		Backfill:   triples.SJBF,
		Threshold:  study.None,
		Dialect:    sim.Shadowtime.String(),
		Resamples:  60,
		Tau:        10,
	}
	p.Clean, _ = job.ParsePreset("prediction")
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{protocol.Setting(Name, &p.Protocol, p.Settings)}
	list = append(append(list, p.Asking()...),
		triples.ListSetting("also", &p.Also).
			Saying(func() string {
				list, _ := triples.ParseList(p.Also)
				if len(list) == 0 {
					return ""
				}
				return "beside " + numeral.Count(len(list)) + numeral.Plural(len(list), " further way", " further ways")
			}),
		objective(&p.Objective).Display().
			With("What is to be small", "what is to be small: avgBsld or avgWait"),
		study.ResamplesSetting(&p.Resamples),
		p.WeeksSetting(),
		p.CleanSetting())
	list = append(list, p.WhatIf().Without("closed", "rules", "warmup", "drain")...)
	list = append(list, p.LimitSettings()...)
	return append(append(list, triples.Ties(p.Details(&p.Dialect))...), p.SeedSetting(), study.TauSetting(&p.Tau))
}

// Asking are the settings of the one way that is asked about.
func (p *Plan) Asking() study.Settings {
	return study.Settings{
		study.Words("predictor", func() string { return p.Predictor }, func(text string) error {
			_, err := predictor.Named(text, predictor.ELoss, predictor.Printed)
			if err == nil {
				p.Predictor = text
			}
			return err
		}).With("Predictor", strings.Join(predictor.Names(), ", ")+"; ave1 to ave"+strconv.Itoa(predictor.MostAveraged)+
			" average the user's last jobs, history1 to history"+strconv.Itoa(predictor.MostAveraged)+
			" the last ones like it: the user's same executable and queue, else the same request, else all of the user; fading@0.5 weighs "+
			"all of the user's jobs, the last with 0.5, the one before it with 0.5 of what is left, and so on"),
		study.Words("loss", func() string { return p.Loss }, func(text string) error {
			l, err := predictor.ParseLoss(text)
			if err == nil {
				p.Loss = l.String()
			}
			return err
		}).With("Loss of the learner", "OVER,UNDER,WEIGHT and a shift in seconds if wanted: square or linear for predictions too long "+
			"and too short, weighted by unit, short-wide, long-narrow, small-area or area; the middle three fall below 0 for many jobs in "+
			"dialect pyss, as in the study's program, which then learns away from their run times").
			Saying(func() string { return "with the loss " + p.Loss }),
		study.One("correction", &p.Correction, study.Option{Value: "requested", Words: "to the request"},
			study.Option{Value: "incremental", Words: "in steps"}, study.Option{Value: "doubling", Words: "by doubling"}).
			With("Correction",
				"what a prediction becomes that its job outlives: the request, longer in steps of 1 min to 100 h, or doubled"),
		study.Words("primary", func() string { return cmp.Or(p.Primary, triples.FCFS) }, func(text string) error {
			name, err := triples.FrontName(text)
			if err == nil {
				p.Primary = name
			}
			return err
		}).With("Order of the front", "FCFS, as in the study, or any order, by predicted run times: SAF is smallest predicted area first").
			Saying(func() string {
				if p.Primary == "" {
					return ""
				}
				return "with " + order.Label(p.Primary) + " in front"
			}),
		study.Words("backfill", func() string { return p.Backfill }, func(text string) error {
			name, err := triples.OrderName(text)
			if err == nil {
				p.Backfill = name
			}
			return err
		}).With("Backfilling order", "FCFS, SJBF (shortest predicted first) or any order, with the prediction in place of the request"),
		study.ThresholdSetting(&p.Threshold).Saying(func() string {
			return "jobs that waited longer than " + p.Threshold.Words() +
				" going first"
		}),
	}
}

// Suit makes the plan one for a log, see study.Suiting.
func (p *Plan) Suit(o *overview.Overview) { p.SuitWeeks(p.WholeWeeks(o)) }

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, Version); err != nil {
		return err
	}
	p.Workload.Normalise()
	if p.Warmup != 0 || p.Drain != 0 {
		return errors.New("plan: predictions are judged on all jobs: give no warm-up and no drain")
	}
	if !p.asked().Learns() {
		p.Loss = predictor.ELoss.String()
	}
	if !p.asked().Corrects() {
		p.Correction = sim.InSteps
	}
	p.Resamples = p.Traces(p.Resamples)
	var names []string
	for _, x := range p.Ways() {
		names = append(names, x.Backfill)
		if x.Front != "" {
			names = append(names, x.Front)
		}
		under, err := p.Under()
		if err == nil {
			err = x.Possible(under)
		}
		if err != nil {
			return err
		}
	}
	return order.Distinct(names...)
}

// Under is how all ways are replayed.
func (p *Plan) Under() (sim.Foresight, error) {
	return study.Foresight(p.Threshold, p.Limits, p.Dialect)
}

// Key names what a task depends on besides its trace.
func (p Plan) Key() string { return p.Settings().TaskKey() }

// Steps is the number of progress steps of a task: one a way.
func (p *Plan) Steps() int { return len(p.Ways()) }

// Average is the predictor of EASY++, which stands on every ladder.
const Average = "ave2"

// loss is the plan's.
func (p *Plan) loss() predictor.Loss {
	l, _ := predictor.ParseLoss(p.Loss)
	return l
}

// by is a way that corrects and backfills as the plan has it.
func (p *Plan) by(predictor string) triples.Triple {
	return triples.Triple{Predictor: predictor, Loss: p.loss(), Correction: p.Correction, Backfill: p.Backfill,
		Front: p.Primary}.Proper()
}

// asked is the way that the plan asks about.
func (p *Plan) asked() triples.Triple { return p.by(p.Predictor) }

// Ladder are the ways from requests to exact knowledge: EASY, the baseline; the
// same, backfilling as the plan has it; the average of a user's last two jobs; the
// way asked about; run times known.
func (p *Plan) Ladder() []triples.Triple {
	list := []triples.Triple{triples.EASY}
	for _, predictor := range []string{triples.Requested, Average, p.Predictor, triples.Clairvoyant} {
		list = triples.With(list, p.by(predictor))
	}
	return list
}

// Ways are all that a task replays: the ladder, and what else is asked for.
func (p *Plan) Ways() []triples.Triple {
	list := p.Ladder()
	also, _ := triples.ParseList(p.Also)
	for _, x := range also {
		list = triples.With(list, x)
	}
	return list
}

// Asked, Pair and Bound are the places in Ways of the way asked about, of the
// average of two, and of exact knowledge.
func (p *Plan) Asked() int { return triples.Find(p.Ladder(), p.asked().Name()) }
func (p *Plan) Pair() int  { return triples.Find(p.Ladder(), p.by(Average).Name()) }
func (p *Plan) Bound() int { return triples.Find(p.Ladder(), p.by(triples.Clairvoyant).Name()) }
