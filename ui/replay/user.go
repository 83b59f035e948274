package replay

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// People says that the log names users.
func (v *View) People() bool {
	o := v.Lab.Current()
	return o.Trace != nil && o.Trace.Overview.Known
}

// User is the number of the user whose jobs are marked.
func (v *View) User() string {
	if v.at.user == none {
		return ""
	}
	return strconv.FormatInt(v.at.user, 10)
}

// ids are the numbers of the users, ascending; jobs have places in it.
func (v *View) ids() []int64 { return v.Lab.Current().Trace.Overview.UserIDs }

// theirs is the place of the user whose jobs are marked.
func (v *View) theirs() (u int32, ok bool) {
	if v.at.user == none || !v.People() {
		return 0, false
	}
	i, ok := slices.BinarySearch(v.ids(), v.at.user)
	return int32(i), ok
}

// findUser marks the jobs of a user; of nobody where the text is empty.
func (v *View) findUser(text string) {
	if v.Unknown() || !v.People() {
		return
	}
	text = strings.TrimSpace(text)
	n, err := strconv.ParseInt(text, 10, 64)
	switch ids := v.ids(); {
	case text == "":
		n = none
	case err != nil || n < 0:
		v.Lab.Refuse("Give the number of a user, as the log has it.", 0)
		return
	default:
		if i, ok := slices.BinarySearch(ids, n); !ok {
			var near []string
			for _, id := range ids[max(0, i-2):min(len(ids), i+2)] {
				near = append(near, strconv.FormatInt(id, 10))
			}
			v.Lab.Refuse("User "+strconv.FormatInt(n, 10)+" is not among the "+numeral.Count(len(ids))+
				" of this log; the nearest numbers are "+numeral.Listed(near)+".", 0)
			return
		}
	}
	v.at.user = n
	v.Lab.Browser.SetValue("replay-user", v.User())
	v.soon()
	v.drawUser()
	v.Lab.Rest() // the address has the user
}

// drawUser says what the marked jobs are.
func (v *View) drawUser() {
	html := ""
	if u, ok := v.theirs(); ok && !v.Unknown() {
		html = v.about(u)
	}
	v.Lab.Browser.Draw(hostUser, html)
}

// about says how many jobs a user has and how long they wait.
func (v *View) about(u int32) string {
	x := v.scene
	n, longest, side := 0, -1, v.side()
	sums, known := make([]float64, len(x.starts)), make([]int, len(x.starts))
	work, all := 0.0, 0.0
	for j := range x.trace.Len() {
		w := float64(x.trace.Size[j]) * float64(x.trace.Run[j])
		all += w
		if x.trace.User[j] != u {
			continue
		}
		n++
		work += w
		for i, starts := range x.starts {
			if starts[j] != why.Unknown {
				sums[i] += float64(x.wait(i, j))
				known[i]++
			}
		}
		if x.starts[side][j] != why.Unknown && (longest < 0 || x.wait(side, j) > x.wait(side, longest)) {
			longest = j
		}
	}
	if n == 0 { // in a resample
		return `<p class="hint">User ` + v.User() + ` has no jobs here.</p>`
	}
	html := `<p class="replay-said">` + lab.Esc("User "+v.User()+" has "+numeral.Count(n)+numeral.Plural(n, " job", " jobs")+" with "+
		numeral.Share(work/max(all, 1))+" of the processor time, marked in the picture. ")
	mean := func(i int) string { return numeral.Duration(sums[i] / float64(known[i])) }
	if known[side] > 0 {
		html += lab.Esc(numeral.Capital(x.under(side)) + numeral.Plural(n, " it waits ", " they wait ") + mean(side) + " on average")
		if other := 1 - side; len(sums) > 1 && known[other] > 0 {
			html += lab.Esc(", " + x.under(other) + " " + mean(other))
		}
		html += lab.Esc("; the longest, "+numeral.Duration(float64(x.wait(side, longest)))) + ", is job " + v.asked(longest) + `. `
	}
	return html + lab.Tool("replay-user", "", "Mark nobody’s jobs", "mark nobody") + `</p>`
}

// marks has the jobs of a user in a class of their own.
func (p *painting) marks(of []int32, u int32, name, hue string) {
	p.Words = append(slices.Clone(p.Words), name)
	p.Tones = append(slices.Clone(p.Tones), plot.LaneTone{Hue: hue, Strength: 0.75})
	p.Classes = slices.Clone(p.Classes)
	for j, x := range of {
		if x == u {
			p.Classes[j] = uint8(len(p.Words) - 1)
		}
	}
}
