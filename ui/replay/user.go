package replay

import (
	"cmp"
	"slices"
	"strconv"

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

// drawUser says what the marked jobs are.
func (v *View) drawUser() {
	v.fit()
	html := ""
	if u, ok := v.theirs(); ok && !v.Unknown() {
		html = v.about(u)
	}
	v.Lab.Browser.Draw(hostUser, html)
}

// listedOfUser are so many of a user's jobs that are listed.
const listedOfUser = 8

// about says how many jobs a user has, how long they wait, and which wait longest.
func (v *View) about(u int32) string {
	x := v.scene
	n, side := 0, v.side()
	sums, known := make([]float64, len(x.starts)), make([]int, len(x.starts))
	work, all := 0.0, 0.0
	var theirs []int
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
		if x.starts[side][j] != why.Unknown {
			theirs = append(theirs, j)
		}
	}
	if n == 0 { // in a resample
		return `<p class="hint">User ` + v.User() + ` has no jobs here.</p>`
	}
	html := `<p class="eyebrow">User ` + v.User() + `</p><p class="replay-said">` + lab.Esc(numeral.Count(n)+numeral.Plural(n, " job",
		" jobs")+" with "+numeral.Share(work/max(all, 1))+" of the processor time, marked in the pictures. ")
	mean := func(i int) string { return numeral.Duration(sums[i] / float64(known[i])) }
	if known[side] > 0 {
		html += lab.Esc(numeral.Capital(x.under(side)) + numeral.Plural(n, " it waits ", " they wait ") + mean(side) + " on average")
		if other := 1 - side; len(sums) > 1 && known[other] > 0 {
			html += lab.Esc(", " + x.under(other) + " " + mean(other))
		}
		html += ". "
	}
	slices.SortStableFunc(theirs, func(a, b int) int { return cmp.Compare(x.wait(side, b), x.wait(side, a)) })
	if len(theirs) > 0 {
		var list []string
		for _, j := range theirs[:min(len(theirs), listedOfUser)] {
			list = append(list, "job "+v.asked(j)+lab.Esc(" ("+x.waitWords(side, j)+")"))
		}
		html += "Longest " + numeral.Plural(len(list), "waits ", "wait ") + numeral.Listed(list) + ". "
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
