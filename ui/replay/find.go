package replay

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// fieldID is the field that finds a job or a user.
const fieldID = "replay-find"

// atSite leads to the replay of the site's own Slurm, where there is one.
func (v *View) atSite() string {
	x := v.Lab.AsSet()
	if x == nil || x.Fair == "" {
		return ""
	}
	return `<p id="replay-site">Slurm’s replay of this log: ` + lab.Esc(x.Fair) + ` <a href="?view=slurm" data-act="view" data-arg="slurm">Fair share over ` +
		`time, as your Slurm is set</a></p>`
}

// findField is the field with its name, at the head.
const findField = `<p class="field replay-search"><label for="` + fieldID + `">Find a job or a user</label><input type="text" id="` + fieldID +
	`" data-set="` + fieldID + `" autocomplete="off" spellcheck="false" placeholder="4034, or user 12">` +
	`<button type="button" class="quiet" data-act="replay-longest">the job that waited longest</button></p>`

// Sought is what the field shows: whose story is told, else whose jobs are marked.
func (v *View) Sought() string {
	switch {
	case v.at.job != none:
		return "job " + v.Chosen()
	case v.at.user != none:
		return "user " + v.User()
	}
	return ""
}

// find goes to the job or to the user of a number; a number alone is a job's, if there is
// one. Nothing takes both back.
func (v *View) find(text string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if v.Unknown() {
		if text != "" {
			v.Lab.Refuse("The schedule is not there yet: press "+v.Verb+", or wait for it.", 0)
		}
		return
	}
	word := ""
	for _, w := range []string{"job", "user"} {
		if rest, ok := strings.CutPrefix(text, w); ok {
			word, text = w, strings.TrimSpace(rest)
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case text == "" && word == "":
		v.at.job = none
		v.mark(none)
		v.tellNothing()
	case err != nil || n < 0:
		v.Lab.Refuse("Give the number of a job or of a user as the log has it, such as “4034” or “user 12”. "+v.exist(), 0)
	case word == "user":
		v.findUser(n)
	default:
		j, err := why.Find(v.scene.trace, n)
		switch {
		case err == nil:
			v.choose(j)
			v.Lab.Browser.Reveal(paneID)
		case word == "" && v.knows(n):
			v.findUser(n)
		default:
			v.Lab.Refuse(numeral.Capital(err.Error())+". "+v.exist(), 0)
		}
	}
}

// exist says which numbers there are.
func (v *View) exist() string {
	t := v.scene.trace
	low, high := why.Number(t, 0), why.Number(t, 0)
	for j := range t.Len() {
		low, high = min(low, why.Number(t, j)), max(high, why.Number(t, j))
	}
	text := "Jobs have numbers from " + strconv.FormatInt(low, 10) + " to " + strconv.FormatInt(high, 10)
	if ids := v.ids(); v.People() && len(ids) > 0 {
		text += ", users from " + strconv.FormatInt(ids[0], 10) + " to " + strconv.FormatInt(ids[len(ids)-1], 10)
	}
	return text + "."
}

// knows says whether the log has a user of that number.
func (v *View) knows(n int64) bool {
	_, ok := slices.BinarySearch(v.ids(), n)
	return v.People() && ok
}

// findUser marks a user's jobs, and looks at all of them.
func (v *View) findUser(n int64) {
	ids := v.ids()
	if !v.knows(n) {
		if !v.People() {
			v.Lab.Refuse("The log names no users.", 0)
			return
		}
		i, _ := slices.BinarySearch(ids, n)
		var near []string
		for _, id := range ids[max(0, i-2):min(len(ids), i+2)] {
			near = append(near, strconv.FormatInt(id, 10))
		}
		v.Lab.Refuse("User "+strconv.FormatInt(n, 10)+" is not among the "+numeral.Count(len(ids))+
			" of this log; the nearest numbers are "+numeral.Listed(near)+".", 0)
		return
	}
	v.at.job = none
	v.mark(n)
	v.tellNothing()
	x := v.scene
	from, to := x.last, x.first
	u, _ := v.theirs()
	for j, k := range x.trace.User {
		if k == u {
			from, to = min(from, x.trace.Submit[j]), max(to, x.trace.Submit[j]+x.trace.Run[j])
			if start := x.starts[v.side()][j]; start != why.Unknown {
				to = max(to, start+x.trace.Run[j])
			}
		}
	}
	if from < to {
		v.look(from-(to-from)/20, to+(to-from)/20)
	}
	v.Lab.Browser.Reveal(paneID)
}

// mark marks the jobs of a user, or of nobody.
func (v *View) mark(n int64) {
	v.at.user = n
	v.Lab.Browser.SetValue(fieldID, v.Sought())
	v.soon()
	v.drawUser()
	v.Lab.Rest() // the address has the user
}

// tellNothing tells no job's story.
func (v *View) tellNothing() {
	v.Lab.Browser.SetValue(fieldID, v.Sought())
	v.story.fresh()
	v.story.draw()
	v.soon()
	v.Lab.Rest()
}

// choose tells the story of a job, and looks at its wait and run.
func (v *View) choose(j int) {
	v.tell(j)
	v.move("job")
}

// tell tells the story of a job, where it is.
func (v *View) tell(j int) {
	v.at.job, v.lastJob = why.Number(v.scene.trace, j), true
	v.Lab.Browser.SetValue(fieldID, v.Sought())
	v.soon()
	v.instant.draw()
	v.story.draw()
	v.Lab.Rest() // the address has the job
}

// turn has stories and instants of another side.
func (v *View) turn(side int) {
	if side = min(max(side, 0), len(v.scene.starts)-1); side == v.side() {
		return
	}
	v.at.side = side
	if v.at.only != none {
		v.at.only = side
		v.drawPicture()
	}
	v.retell()
	v.Lab.Rest()
}

// retell has stories and instants of the schedule in sight.
func (v *View) retell() {
	v.story.fresh()
	v.instant.fresh()
	v.soon()
	v.drawUser()
	v.story.draw()
	v.instant.draw()
}
