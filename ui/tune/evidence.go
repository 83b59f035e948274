package tune

import (
	"strconv"

	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// methodsText is the methods paragraph.
func (v *View) methodsText() string {
	if v.explained == nil || !v.complete() {
		return ""
	}
	return v.Report.Methods()
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
		shown = one(v.look.Train)
	case "tune-at":
		label, shown = "threshold", strconv.Itoa(v.charts().At())
		for i, s := range v.Report.Plan.Thresholds {
			values, words = append(values, strconv.Itoa(i)), append(words, s.Words())
		}
	case "tune-scale":
		label, values = "against FCFS as a", []string{"ratio", "difference"}
		shown = one(v.look.Difference)
	case "tune-moves":
		label, values, shown = "backfilling by", order.Labels(v.Report.Plan.Backfills), v.charts().Backfilling()
	}
	return label, values, words, shown
}

// setLook takes a field of the look; false: it is none.
func (v *View) setLook(id, text string) bool {
	switch id {
	case "tune-half":
		v.look.Train = text == "train"
	case "tune-scale":
		v.look.Difference = text == "difference"
	case "tune-moves":
		v.look.Backfill = text
	case "tune-at": // by its number
		i, err := strconv.Atoi(text)
		if err != nil || v.Report == nil || i < 0 || i >= len(v.Report.Plan.Thresholds) {
			return true
		}
		s := v.Report.Plan.Thresholds[i]
		v.look.Threshold = &s
	default:
		return false
	}
	v.DrawFigures()
	return true
}
