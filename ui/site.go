package ui

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// Head is how many bytes of a file tell what it is.
const Head = lab.FileHead

// site is the view that takes what says how a site's Slurm is set; none, or a frame that shows another: nil.
func (a *App) site() lab.SiteTaker {
	for _, v := range a.views {
		if s, ok := v.(lab.SiteTaker); ok && (!a.InFrame || v == a.View) {
			return s
		}
	}
	return nil
}

// setSo is what a site's Slurm makes of the log in sight; nil: its files were not given, or are of another log.
func (a *App) setSo() *lab.AsSet {
	if v := a.site(); v != nil && a.Trace != nil {
		if x := v.AsSet(); x != nil && x.Log == lab.Beginning(a.As) {
			return x
		}
	}
	return nil
}

// sorted tells files of a site's Slurm, by what is in them, from logs. Jobs as Slurm writes them are both, beside a
// site's files or dropped on the view that takes these. Partitions and nodes also tell a log's machine size: on their own,
// and not dropped on that view, they are that as before. What is neither goes where the others go.
func (a *App) sorted(files []File) (ofSlurm, logs []File) {
	v := a.site()
	const (
		asLog = 1 << iota
		ofBoth
		ofSite
		ofSize
		sizeAlone // which a site's own files say better
		unknown
	)
	kinds, all := make([]int, len(files)), 0
	for i := range files {
		head := files[i].Head
		switch kind, part := site.KindOf(head), slurm.PartOf(head); {
		case v == nil, head == "":
			kinds[i] = asLog
		case part == slurm.States:
			kinds[i] = ofSite
		case kind == site.Other && part != slurm.NoPart:
			kinds[i] = unknown // but beside a run's configuration
		case kind == site.Other && sacct.SniffSize([]byte(head)):
			kinds[i] = sizeAlone
		case kind == site.Other && isLog(head):
			kinds[i] = asLog
		case kind == site.Jobs:
			kinds[i] = ofBoth
		case kind == site.Partitions, kind == site.Nodes:
			kinds[i] = ofSize
		case kind == site.Other:
			kinds[i] = unknown
		default:
			kinds[i] = ofSite
		}
		all |= kinds[i]
	}
	if all&ofSite == 0 && (v == nil || a.View != lab.View(v) || a.Listed) {
		return nil, files
	}
	taken := asLog | ofBoth // with what tells a log's machine
	if all&ofSize == 0 {
		taken |= sizeAlone
	}
	if all&(asLog|ofBoth) != 0 {
		taken |= ofSize
	}
	for i, f := range files {
		if kinds[i] != asLog && (kinds[i] != sizeAlone || taken&sizeAlone == 0) {
			ofSlurm = append(ofSlurm, f)
		}
		if kinds[i]&taken != 0 {
			logs = append(logs, f)
		}
	}
	return ofSlurm, logs
}

// isLog says whether a file that begins so is a log: of a format that knows its own, or of numbers alone.
func isLog(head string) bool {
	list := format.Formats()
	for _, f := range list[:len(list)-1] { // the last takes what no other does
		if f.Sniff([]byte(head[:min(len(head), format.Sniffed)])) {
			return true
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(head), "\n")
	return strings.HasPrefix(line, ";") || line != "" && strings.Trim(line, "0123456789+-.eE,; \t\r") == ""
}

// mostLines are those of a log in sight that is looked at with a site's files: some MaxSite bytes.
const mostLines = 300_000

// openSite reads files of a site's Slurm, and shows what they say; then logs that came with them. Of those that have
// its jobs the one that is looked at is opened, or each where none can be. Where none came, the log in sight may be Slurm's.
func (a *App) openSite(files, logs []File) {
	inSight := -1
	if !slices.ContainsFunc(files, func(f File) bool { return site.KindOf(f.Head) == site.Jobs }) && a.Trace != nil &&
		a.File != nil && a.Summary.Imported && a.Summary.Lines < mostLines {
		inSight = len(files)
		files = append(slices.Clone(files), File{Handle: a.File, Name: a.As})
	}
	list := make([]lab.SiteFile, len(files))
	left := len(files)
	turn := a.readings
	taken := func(file string, machine job.Size) {
		if turn != a.readings { // something else was opened meanwhile
			return
		}
		logs = slices.DeleteFunc(logs, func(f File) bool {
			return file != "" && lab.Beginning(f.Name) != file && site.KindOf(f.Head) == site.Jobs
		})
		switch {
		case machine.Procs == 0:
		case len(logs) > 0:
			a.told = machine
		case a.setsSize(file):
			a.machineTold(machine)
			return
		}
		a.openLogs(logs)
	}
	take := func(i int, text string, err error) {
		list[i] = lab.SiteFile{Name: files[i].Name, Head: files[i].Head, Text: text, Err: err}
		if i == inSight {
			list[i].Head = lab.HeadOf(text)
		}
		if left--; left == 0 {
			if inSight >= 0 && site.KindOf(list[inSight].Head) != site.Jobs {
				list = list[:inSight]
			}
			v := a.site()
			a.SetView(v.Key())
			v.TakeSite(list, taken)
		}
	}
	for i, f := range files {
		if f.Size > lab.MaxSite {
			take(i, "", errSite)
			continue
		}
		a.Browser.Text(f.Handle, func(text string, err error) { a.Post(func() { take(i, text, err) }) })
	}
}

// OpenSaid takes files that were given for what they say of the jobs of the log in sight; a log among them is read first.
func (a *App) OpenSaid(files []File) {
	var said, logs []File
	for _, f := range files {
		if kind := site.KindOf(f.Head); kind == site.Other || kind == site.Jobs {
			logs = append(logs, f)
		} else {
			said = append(said, f)
		}
	}
	switch {
	case len(said) > 0 && len(logs) > 1:
		a.refuseSaid(numeral.Count(len(logs)) + " of these files are not what Slurm says of its configuration: give one log beside that.")
	case len(said) > 0 && len(logs) == 1 && (site.KindOf(logs[0].Head) == site.Jobs || isLog(logs[0].Head)):
		a.toLogs()
		a.given = true
		a.open(reading{File: logs[0], said: said}, nil)
	case len(said) > 0 && len(logs) == 1:
		a.refuseSaid(lab.Beginning(logs[0].Name) + ": this is neither a log nor what Slurm says of its configuration.")
	case len(said) > 0:
		a.giveSaid(said)
	default:
		a.OpenFiles(files)
	}
}

// refuseSaid says why such files are not taken.
func (a *App) refuseSaid(why string) {
	if v, ok := a.View.(lab.SaidTaker); ok {
		v.TakeSaid(nil, why)
	}
}

// giveSaid reads such files for the view in sight.
func (a *App) giveSaid(files []File) {
	list := make([]lab.SiteFile, len(files))
	left, turn := len(files), a.readings
	take := func(i int, text string, err error) {
		list[i] = lab.SiteFile{Name: lab.Beginning(files[i].Name), Head: files[i].Head, Text: text, Err: err}
		if left--; left > 0 || turn != a.readings {
			return
		}
		if v, ok := a.View.(lab.SaidTaker); ok {
			v.TakeSaid(list, "")
		}
	}
	for i, f := range files {
		if f.Size > lab.MaxSite {
			take(i, "", errSite)
			continue
		}
		a.Browser.Text(f.Handle, func(text string, err error) { a.Post(func() { take(i, text, err) }) })
	}
}

// setsSize says whether the size that a site's files tell is that of the log in sight, of whose machine nobody said a size.
func (a *App) setsSize(file string) bool {
	return a.Trace != nil && lab.Beginning(a.As) == file && a.Told.Procs == 0 && a.Procs == 0
}

var errSite = errors.New("longer than " + strconv.Itoa(lab.MaxSite>>20) + " MB, which is too much for a page: " +
	"shadowtime slurm check and slurm run read it")
