package tune

import (
	"slices"
	"strconv"

	"shadowtime/core/experiment/tune"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// methodsText is the methods paragraph.
func (v *View) methodsText() string {
	if v.explained == nil || !v.complete() {
		return ""
	}
	return v.Report.Methods()
}

// look is how the pictures look at the weeks.
type look struct {
	train      bool           // training weeks instead of judging ones
	difference bool           // seconds more or less instead of a ratio
	threshold  *study.Seconds // nil: the one of the learned choice
	backfill   string         // of the moves; "": SPF, or the learned one
}

// looks are the fields of what matters to each picture, in their order.
var looks = map[string][]string{
	"pairs": {"tune-half", "tune-at", "tune-scale"},
	"worst": {"tune-half", "tune-at"},
	"given": {"tune-at"},
	"all":   {"tune-at"},
	"moves": {"tune-half", "tune-at", "tune-moves"},
	"carry": {"tune-at", "tune-scale"},
	"weeks": {"tune-scale"},
}

// at is the threshold looked at, as its number in the plan.
func (v *View) at() int {
	list := v.Report.Plan.Thresholds
	if x := v.look.threshold; x != nil {
		if i := slices.Index(list, *x); i >= 0 {
			return i
		}
	}
	return max(0, slices.Index(list, v.Report.Learned.Threshold))
}

func (v *View) threshold() study.Seconds { return v.Report.Plan.Thresholds[v.at()] }

// backfilling is the backfilling order of the moves.
func (v *View) backfilling() string {
	list := order.Labels(v.Report.Plan.Backfills)
	for _, b := range []string{v.look.backfill, "SPF", v.Report.Learned.Backfill} {
		if slices.Contains(list, b) {
			return b
		}
	}
	return list[0]
}

// drawLook draws how the picture in sight looks at the weeks.
func (v *View) drawLook() {
	picture, ok := v.Figures.Chosen()
	fields := looks[picture.Key]
	if !ok || len(fields) == 0 {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	var p lab.Panel
	p.HTML(`<p class="field">`)
	for i, id := range fields {
		if i > 0 {
			p.HTML(` `)
		}
		label, values, words, shown := v.lookField(id)
		p.HTML(`<span class="nowrap"><label for="` + id + `">` + label + `</label> `)
		p.Select(id, "", values, words)
		p.HTML(`</span>`)
		p.Shows(id, shown)
	}
	p.HTML(`</p>`)
	v.Lab.Draw(hostLook, &p)
}

// lookField is a field of the look: what it can be, and what it is.
func (v *View) lookField(id string) (label string, values, words []string, shown string) {
	one := func(second bool) string {
		if second {
			return values[1]
		}
		return values[0]
	}
	switch id {
	case "tune-half":
		label, values, words = "On the", []string{"test", "train"}, []string{"testing weeks", "training weeks"}
		shown = one(v.look.train)
	case "tune-at":
		label, shown = "threshold", strconv.Itoa(v.at())
		for i, s := range v.Report.Plan.Thresholds {
			values, words = append(values, strconv.Itoa(i)), append(words, s.Words())
		}
	case "tune-scale":
		label, values = "against FCFS as a", []string{"ratio", "difference"}
		shown = one(v.look.difference)
	case "tune-moves":
		label, values, shown = "backfilling by", order.Labels(v.Report.Plan.Backfills), v.backfilling()
	}
	return label, values, words, shown
}

// setLook takes a field of the look; false: it is none.
func (v *View) setLook(id, text string) bool {
	switch id {
	case "tune-half":
		v.look.train = text == "train"
	case "tune-scale":
		v.look.difference = text == "difference"
	case "tune-moves":
		v.look.backfill = text
	case "tune-at": // by its number
		i, err := strconv.Atoi(text)
		if err != nil || v.Report == nil || i < 0 || i >= len(v.Report.Plan.Thresholds) {
			return true
		}
		s := v.Report.Plan.Thresholds[i]
		v.look.threshold = &s
	default:
		return false
	}
	v.DrawFigures()
	return true
}

// halfWords names the weeks looked at.
func (v *View) halfWords() string {
	if v.look.train {
		return "training weeks"
	}
	return "testing weeks"
}

func (v *View) points() []tune.Point {
	if v.look.train {
		return v.explained.Train
	}
	return v.explained.Test
}

// under says with which threshold, for subtitles.
func under(s study.Seconds) string {
	if s < 0 {
		return "without threshold"
	}
	return "with a threshold of " + s.Words()
}

// pairName names a pair in a picture.
func pairName(c tune.Choice) string { return c.Primary + " + " + c.Backfill }
