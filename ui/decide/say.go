package decide

import (
	"slices"
	"strings"

	"shadowtime/core/experiment/rules"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// TakeSaid takes what a site's Slurm files say of the jobs of the log in sight: the search begins anew with these rules, as the
// command's does.
func (v *View) TakeSaid(files []lab.SiteFile, why string) {
	h := v.holding
	if h == nil {
		v.Lab.Message = "The log in sight does not say how long its jobs waited: it can’t check what files say of them."
		return
	}
	list := slices.Clone(v.sites[v.Lab.Current().Summary.Digest])
	for _, f := range files {
		if f.Err != nil {
			why = f.Name + ": " + f.Err.Error() + "."
			break
		}
		kind := site.KindOf(f.Head)
		list = append(slices.DeleteFunc(list, func(o site.File) bool {
			return o.Name == f.Name || kind != site.Conf && site.KindOf(lab.HeadOf(o.Text)) == kind
		}), site.File{Name: f.Name, Text: f.Text})
	}
	v.heldOpen = true
	if h.unsaid = why; why == "" {
		v.askSaid(h, list)
	}
	v.drawHeld()
	v.Lab.Browser.Reveal("held-files")
}

// askSaid asks what files say of the jobs of a log that is looked at so.
func (v *View) askSaid(h *holding, files []site.File) {
	o := v.Lab.Current()
	if len(files) == 0 {
		v.say(h, nil, nil)
		return
	}
	v.Lab.Engine.Ask(o.Summary.Digest, rules.Name, rules.SaidRequest(o.Trace.Cleaning.Machine.Procs, files), func(b []byte, err error) {
		v.Lab.Post(func() {
			var list []rules.Said
			if err == nil {
				list, err = rules.SaidOf(b)
			}
			if v.holding != h {
				return
			}
			if err != nil {
				h.unsaid = err.Error() + "."
				v.drawHeld()
				return
			}
			v.say(h, files, list)
		})
	})
}

// say begins the search anew with what files say.
func (v *View) say(h *holding, files []site.File, list []rules.Said) {
	v.sites[v.Lab.Current().Summary.Digest] = files
	if v.Plan.Rules == h.text && h.text != "" && !v.Asked() { // it was asked under what was found
		v.Question.Set("rules", "")
	}
	v.stopSeeking()
	anew := &holding{account: h.account, said: list} // answers about the one before are not for it
	for key := range v.holdings {
		if v.holdings[key] == h {
			v.holdings[key] = anew
		}
	}
	v.holding = anew
	v.seek()
	v.drawHeld()
}

// saidHTML is what the log makes of what files say; "" where none were given.
func (v *View) saidHTML() string {
	h := v.holding
	if len(h.said) == 0 {
		return ""
	}
	html := `<h3>Rules that the site’s files say</h3>`
	if h.found == nil {
		return html + `<p>` + lab.Esc("The log is being asked what it makes of them.") + `</p>`
	}
	return html + `<p>` + lab.Esc(h.found.SaidSentence(h.said)) + `</p>` +
		wayTable("Rules that the site’s files say", h.found.SaidTable(h.said, v.terms()))
}

// givingHTML is the press that leads to where such files are taken; "" where another scheduler wrote the log.
func (v *View) givingHTML() string {
	if v.Lab.Current().Summary.Import.BeyondSlurm() {
		return ""
	}
	return ` ` + lab.Tool("held-give", "", "", "Give the site’s Slurm files")
}

// giveHTML takes such files.
func (v *View) giveHTML() string {
	var names []string
	for _, f := range v.sites[v.Lab.Current().Summary.Digest] {
		names = append(names, f.Name)
	}
	if v.Lab.Current().Summary.Import.BeyondSlurm() && len(names) == 0 && v.holding.unsaid == "" {
		return ""
	}
	html := `<p class="held-give"><label for="held-files">Rules from the site’s Slurm files</label> ` +
		`<input type="file" id="held-files" multiple data-said aria-describedby="held-files-hint"></p><p class="hint" id="held-files-hint">` +
		lab.Esc("Choose or drop here slurm.conf and what sacctmgr show qos -P and sacctmgr show assoc -P print. The log checks each rule.")
	if len(names) > 0 {
		html += ` ` + lab.Esc("Read: "+strings.Join(names, ", ")+".") + ` ` + lab.Tool("held-unsay", "", "", "Without these files")
	}
	html += `</p>`
	if why := v.holding.unsaid; why != "" {
		html += `<p class="refused" role="alert">` + lab.Esc(why) + `</p>`
	}
	return html
}
