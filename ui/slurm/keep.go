package slurm

import (
	"strings"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/report/paper"
	"shadowtime/core/slurm/check"
	"shadowtime/ui/lab"
)

// keeping names the button that keeps the files, or no longer does.
func (v *View) keeping() string {
	if v.kept {
		return "Kept in this browser: forget them"
	}
	return "Keep these files"
}

// linking names the button that copies a link.
func (v *View) linking() string {
	if v.Lab.Linked() {
		return "Link copied"
	}
	return "Copy link"
}

// keep keeps the files over a reload, or forgets those that are kept.
func (v *View) keep(on bool) {
	var files []byte
	if on {
		var w wire.Writer
		w.Int(int64(len(v.files)))
		for _, f := range v.files {
			w.String(f.Name)
			w.String(f.Text)
		}
		files = w.B
	}
	v.Lab.KeepSite(files, func(err error) {
		v.unkept = ""
		if v.kept = on && err == nil; err != nil {
			v.unkept = "The files are not kept: " + err.Error() + "."
		}
		v.Show()
	})
}

// recall brings files back that were kept, once, before any are given.
func (v *View) recall() {
	if v.recalled || v.Lab.Site == nil {
		return
	}
	v.recalled = true
	if len(v.files) > 0 {
		return
	}
	v.Lab.Site(func(b []byte) {
		r := wire.NewReader(b)
		var files []lab.SiteFile
		for n := r.Len(); n > 0 && r.Err() == nil; n-- {
			f := lab.SiteFile{Name: r.String(), Text: r.String()}
			f.Head = lab.HeadOf(f.Text)
			files = append(files, f)
		}
		if r.Close() == nil && len(v.files) == 0 {
			v.kept = true
			v.TakeSite(files, func(string, job.Size) {})
		}
	})
}

// Excerpt is what a link carries of the files: figures and findings, and no name; nil: there is nothing to say.
func (v *View) Excerpt() *lab.Excerpt {
	if text := v.inShort(); text != "" {
		return &lab.Excerpt{Said: text}
	}
	return nil
}

// report is all that was found, as a page to be kept.
func (v *View) report() *paper.Paper {
	p := &paper.Paper{Kind: "Slurm checked", Log: v.headline(), Command: "shadowtime slurm check FILES; shadowtime slurm run FILES"}
	var said []string
	if v.replay != nil {
		said = append(said, v.nearCell().word+" the machine. "+v.replay.Closely())
		said = append(said, v.replay.Says()...)
		p.Cautions = append(p.Cautions, v.replay.Caveats()...)
	}
	if a := v.bestChange(); a != nil {
		said = append(said, a.Says...)
		p.Terms = append(p.Terms, paper.Term{Lines: a.Paste, Words: setsOf(a)})
	}
	if v.forecast != nil {
		head, rows := v.forecast.Table()
		p.Table, p.Note = append([][]string{head}, rows...), strings.Join(v.forecast.Says, " ")
	}
	if v.answer != nil {
		for _, f := range v.answer.Findings {
			if f.Severity == check.Good {
				continue
			}
			term := paper.Term{Words: levelWords[f.Severity] + ": " + f.Says}
			if line := f.Line(); line != "" {
				term.Lines = []string{line}
			} else if f.Remedy != "" {
				term.Words += " Remedy: " + f.Remedy
			}
			p.Terms = append(p.Terms, term)
		}
	}
	p.Answer = strings.Join(said, " ")
	return p
}
