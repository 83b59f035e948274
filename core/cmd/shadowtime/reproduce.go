package main

import (
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
	"shadowtime/core/study/protocol"
)

func reproduceVerb() verb {
	return verb{
		name: "reproduce", args: "LOG...",
		short: "run the published studies again on their logs, as their text says and as they were run, beside what they printed",
		examples: []string{
			"shadowtime reproduce KTH-SP2-1996-2.1-cln.swf.gz",
			"shadowtime reproduce --study orders --apart KTH-SP2-1996-2.1-cln.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz",
			"shadowtime reproduce --study orders,strategies --json UniLu-Gaia-2014-1.swf.gz",
			"shadowtime reproduce --study prediction KTH-SP2-1996-2.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz CEA-Curie-2011-2.1-cln.swf.gz",
			"shadowtime reproduce --study regression --scores scores.csv.gz lublin_256.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz",
			"shadowtime reproduce --study heterogeneous UniLu-Gaia-2014-1.swf.gz",
		},
		run: runReproduce,
	}
}

// reproducing is one run of the verb.
type reproducing struct {
	*call
	seed      uint64
	resamples int
	digest    job.Digest // of the log of heterogeneous clusters; zero: none
}

// reproduceKind names rows of what has no kind of its own.
const reproduceKind = "reproduce"

// reproduced is a study on a log, with what says so in JSON.
type reproduced struct {
	reproduce.Table
	checked bool // the log is known by its digest
}

func runReproduce(c *call) error {
	r := reproducing{call: c}
	names := c.flags.String("study", "all", "`studies` to run again, with commas: "+strings.Join(studyNames(), ", ")+"; or all of these; or "+predictionStudy+", "+regressionStudy+" or "+heterogeneousStudy+", alone")
	scores := c.input("scores", "of "+regressionStudy+": the `file` of scores that the study released, beside which its pairs are scored fairly")
	apart := c.flags.Bool("apart", false, "of orders as run, also with one thing put back at a time: what each decides")
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	onto := c.output("page", "", "write the tables anew into an HTML `file` that has a place for them")
	c.flags.Uint64Var(&r.seed, "seed", 1, "`number`: the same seed draws the same weeks, on every machine")
	c.flags.IntVar(&r.resamples, "resamples", 0, "`number` of resamples (0: as many as the study), of "+heterogeneousStudy+" of seeds (0: 100)")
	c.taskFlags("resamples")
	paths, err := c.parse(-1)
	if err != nil {
		return err
	}
	if r.resamples < 0 || r.resamples > study.MaxResamples {
		return usef("--resamples %d: give 1 to %d, or 0 for as many as the study", r.resamples, study.MaxResamples)
	}
	if err := r.begin(*names, *scores, *apart, paths); err != nil {
		return err
	}
	switch {
	case *names == heterogeneousStudy && *scores == "":
		return r.heterogeneous(paths, *onto, *asJSON)
	case len(paths) == 0:
		return usef("no log: write shadowtime reproduce LOG...")
	case *names == predictionStudy:
		return r.prediction(paths, *onto, *asJSON)
	case *names == regressionStudy:
		return r.regression(paths, *scores, *onto, *asJSON)
	case *scores != "":
		return usef("--scores: only --study %s has scores: leave it out", regressionStudy)
	}
	studies, err := studiesOf(*names)
	if err != nil {
		return badUse{err}
	}
	var list []reproduced
	var not later
	for _, path := range paths {
		tables, err := r.log(path, studies, *apart)
		if err != nil && !not.takes(err) {
			return err
		}
		list = append(list, tables...)
	}
	if err := not.err(&r.campaign); err != nil {
		return err
	}
	switch {
	case r.into != nil:
		return fillPage(r.into, list)
	case *onto != "":
		return edit(*onto, func(p *page) error { return fillPage(p, list) })
	case *asJSON:
		return c.printJSON(reproducedJSON(list))
	}
	return printReproduced(c, list)
}

// begin makes the folder of --keep ready: what is kept there is of these studies on
// these logs, in whatever number of resamples.
func (r *reproducing) begin(names, scores string, apart bool, paths []string) error {
	if r.campaign.dir == "" {
		return nil
	}
	if names == predictionStudy || names == regressionStudy || names == heterogeneousStudy {
		if err := r.onlyHere("what that study computes follows step by step"); err != nil {
			return err
		}
	}
	of := keep.Part{Kind: reproduceKind, Key: fmt.Sprint(names, " ", scores, " ", apart, " ", r.seed), Build: build()}
	var parts []partEntry
	for _, path := range paths {
		if path == standard {
			return usef("--keep: reproduce reads its logs more than once: name files")
		}
		log, err := tracefile.Open(path, nil)
		if err != nil {
			return err
		}
		of.Digest = log.Digest
		parts = append(parts, entryOf(of, log.Name))
	}
	if len(paths) == 0 {
		parts = append(parts, entryOf(of, "no log"))
	}
	return r.call.begin(parts...)
}

func studyNames() (names []string) {
	for _, s := range reproduce.Studies() {
		names = append(names, s.Name)
	}
	return names
}

// studiesOf reads names with commas, or all.
func studiesOf(text string) (list []reproduce.Study, err error) {
	if text == "all" {
		return reproduce.Studies(), nil
	}
next:
	for _, name := range strings.Split(text, ",") {
		for _, s := range reproduce.Studies() {
			if s.Name == strings.TrimSpace(name) {
				list = append(list, s)
				continue next
			}
		}
		return nil, fmt.Errorf("--study %q: use all, or of %s those you want, with commas, or "+predictionStudy+", "+regressionStudy+" or "+heterogeneousStudy+" alone", name, strings.Join(studyNames(), ", "))
	}
	return list, nil
}

// log runs studies again on one log. It is known by its digest; a log of another
// version is taken by its name, and said to be so.
func (r *reproducing) log(path string, studies []reproduce.Study, apart bool) (list []reproduced, err error) {
	plain := study.DefaultWorkload()
	l, err := r.load(path, &plain)
	if err != nil {
		return nil, err
	}
	name, checked := published.Known(l.log.Digest.Hex())
	if !checked {
		known, ok := job.Recognise(l.log)
		if !ok {
			return nil, fmt.Errorf("%s: no study printed figures for this log: they are known of %s", path, numeral.Listed(published.Logs()))
		}
		name = known.Name
	}
	var not later
	for _, s := range studies {
		if !s.Asks(name) {
			continue
		}
		x := reproduced{reproduce.Table{Study: s, Log: name, Readings: s.Readings()}, checked}
		if apart {
			x.Readings = append(x.Readings, s.Apart()...)
		}
		for i := range x.Readings {
			ours, err := r.ask(l.log, s, x.Readings[i])
			if err != nil && not.takes(err) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			x.Readings[i].Take(s, name, ours)
		}
		list = append(list, x)
	}
	return list, not.err(&r.campaign)
}

// ask computes one reading of a study.
func (r *reproducing) ask(l *job.Log, s reproduce.Study, as reproduce.Reading) ([]published.Ours, error) {
	switch s.Kind {
	case compare.Name:
		p := compare.Default()
		return asked(r, s.Kind, l, as, &p, &p.Resamples, compare.NewRunner, func(t *job.Trace, rows []compare.Row) []published.Ours {
			return compare.Merge(p, l.Digest, t.Procs, rows).Ours()
		})
	case online.Name:
		p := online.Default()
		return asked(r, s.Kind, l, as, &p, &p.Resamples, online.NewRunner, func(_ *job.Trace, rows []online.Row) []published.Ours {
			return online.Merge(p, l.Digest, rows).Ours()
		})
	}
	p := tune.Default()
	return asked(r, s.Kind, l, as, &p, &p.Resamples, tune.NewRunner, func(_ *job.Trace, rows []tune.Row) []published.Ours {
		return tune.Merge(p, l.Digest, rows).Ours()
	})
}

// asked asks a plan as a reading says, computes its rows and takes what comes out.
func asked[P, R, T any, PP study.PlanOf[P], RR study.RowOf[R]](r *reproducing, kind string, l *job.Log, as reproduce.Reading, p PP, resamples *int,
	start func(*job.Trace, P) (T, error), take func(*job.Trace, []R) []published.Ours) ([]published.Ours, error) {
	if err := as.Ask(p.Settings()); err != nil {
		return nil, err
	}
	p.Ground().Seed = r.seed
	if r.resamples > 0 {
		*resamples = r.resamples
	}
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	t, _ := p.Ground().Prepare(l)
	var rows study.Rows[R, RR]
	err := compute(r.call, &rows, batch[R]{part: part(kind, t, p.Settings()), from: study.Logged, upTo: *resamples, what: "tasks of " + l.Name + ", " + as.Title,
		start: func() (study.Tasks[R], error) {
			tasks, err := start(t, *p)
			if err != nil {
				return nil, err
			}
			return any(tasks).(study.Tasks[R]), nil
		}})
	if err != nil {
		return nil, err
	}
	return take(t, rows.Known(*resamples)), nil
}

// ---- for people

func printReproduced(c *call, list []reproduced) error {
	for i := range list {
		x := &list[i]
		if !x.checked {
			fmt.Fprintf(c.stdout, "! %s is not the version of the log that is known here: its figures may be of other jobs.\n\n", x.Log)
		}
		fmt.Fprintf(c.stdout, "%s: %s (%s)\n\n%s\n\n", x.Log, x.Study.Title, published.Source(x.Study.Kind), wrap(x.Sentence(), 100))
		head := []string{"", "printed", "plotted"}
		for _, r := range x.Plain() {
			head = append(head, r.Title, "points")
		}
		rows := [][]string{head}
		for _, f := range x.Figures() {
			row := []string{name(f), published.Printed(f.Printed), ""}
			if f.Contradicted() {
				row[2] = numeral.Change(f.Plotted)
			}
			for _, r := range x.Plain() {
				row = append(row, besideOurs(r.Beside.Find(f.Name, f.Period))...)
			}
			rows = append(rows, row)
		}
		if err := printTable(c.stdout, rows); err != nil {
			return err
		}
		fmt.Fprintln(c.stdout)
		if n := len(x.Plain()); n < len(x.Readings) {
			rows := [][]string{{"mean and largest distance, points", "mean", "largest", ""}}
			for _, r := range x.Readings {
				f := r.Beside.Fit()
				rows = append(rows, []string{r.Title, fmt.Sprintf("%.1f", f.Mean), fmt.Sprintf("%.1f", f.Largest), f.At})
			}
			if err := printTable(c.stdout, rows); err != nil {
				return err
			}
			fmt.Fprintln(c.stdout)
		}
		for _, note := range x.Notes() {
			fmt.Fprintf(c.stdout, "%s\n", wrap("- "+note, 100))
		}
		fmt.Fprintln(c.stdout)
	}
	return nil
}

// name is a row's, with the label that the study has for it where that is another.
func name(f published.Figure) string {
	if f.Column != "" {
		return f.Label() + " (as " + f.Column + ")"
	}
	return f.Label()
}

// besideOurs are ours with its simulation error, and how far it is from the study's value.
func besideOurs(p *published.Pair) []string {
	if p == nil {
		return []string{"", ""}
	}
	s := numeral.Change(p.Ours.Change) + " " + numeral.Interval(p.Ours.SimLow, p.Ours.SimHigh)
	if p.Ours.Words != "" {
		s = p.Ours.Words + " " + s
	}
	return []string{s, published.Off(p.Points())}
}

// ---- as JSON

func reproducedJSON(list []reproduced) any {
	type cell struct {
		Name    string         `json:"name"`
		Period  study.Seconds  `json:"period"`
		Column  string         `json:"column,omitempty"`
		Printed float64        `json:"printed"`
		Plotted report.Float   `json:"plotted"`
		Ours    *report.Bounds `json:"ours"`
		Points  *report.Float  `json:"points"`
		Inside  bool           `json:"inside"`
	}
	type reading struct {
		reproduce.Reading
		Fit   published.Fit `json:"fit"`
		Cells []cell        `json:"cells"`
	}
	type entry struct {
		Log      string    `json:"log"`
		Checked  bool      `json:"checked"`
		Study    string    `json:"study"`
		Source   string    `json:"source"`
		Readings []reading `json:"readings"`
		Sentence string    `json:"sentence"`
		Notes    []string  `json:"notes"`
	}
	all := struct {
		Version int     `json:"version"`
		Tables  []entry `json:"tables"`
	}{Version: 1}
	for i := range list {
		x := &list[i]
		e := entry{Log: x.Log, Checked: x.checked, Study: x.Study.Name, Source: published.Source(x.Study.Kind), Sentence: x.Sentence(), Notes: x.Notes()}
		for _, r := range x.Readings {
			out := reading{Reading: r, Fit: r.Beside.Fit()}
			for _, f := range x.Figures() {
				c := cell{Name: f.Name, Period: f.Period, Column: f.Column, Printed: f.Printed, Plotted: report.Float(f.Plotted)}
				if p := r.Beside.Find(f.Name, f.Period); p != nil {
					points := report.Float(p.Points())
					c.Ours, c.Points, c.Inside = &p.Ours.Bounds, &points, p.Inside()
				}
				out.Cells = append(out.Cells, c)
			}
			e.Readings = append(e.Readings, out)
		}
		all.Tables = append(all.Tables, e)
	}
	return all
}

// ---- as tables of a page

// tablesOf are the bodies of a page's tables, by their ids: one of each study, its
// logs one after another, and one of how near each reading comes.
func tablesOf(list []reproduced) map[string]string {
	tables := map[string]string{}
	td := func(s string) string { return `<td class="num">` + s + `</td>` }
	for i := range list {
		x := &list[i]
		var b strings.Builder
		for _, f := range x.Figures() {
			printed := published.Printed(f.Printed)
			if f.Column != "" {
				printed += " <small>(as " + f.Column + ")</small>"
			}
			plotted := ""
			if f.Contradicted() {
				plotted = numeral.Change(f.Plotted)
			}
			b.WriteString(`<tr><th scope="row">` + x.Log + `: ` + f.Label() + `</th>` + td(printed) + td(plotted))
			for _, r := range x.Plain() {
				p := r.Beside.Find(f.Name, f.Period)
				if p == nil {
					b.WriteString(td("") + td(""))
					continue
				}
				words := ""
				if p.Ours.Words != "" {
					words = p.Ours.Words + " "
				}
				b.WriteString(td(words+numeral.Change(p.Ours.Change)+` <span class="ci">`+html.EscapeString(numeral.Interval(p.Ours.SimLow, p.Ours.SimHigh))+`</span>`) +
					td(published.Off(p.Points())))
			}
			b.WriteString("</tr>\n")
		}
		tables[x.Study.Name] += b.String()
		for _, r := range x.Readings {
			if f := r.Beside.Fit(); f.N > 1 {
				tables["fit-"+x.Study.Name] += `<tr><th scope="row">` + x.Log + `: ` + html.EscapeString(r.Title) + `</th>` + td(fmt.Sprintf("%.1f", f.Mean)) +
					td(fmt.Sprintf("%.1f", f.Largest)+` <small>(`+f.At+`)</small>`) + td(fmt.Sprintf("%d of %d", f.Inside, f.N)) + "</tr>\n"
			}
		}
	}
	return tables
}

// protocolTables are the bodies of the tables of protocols: what each says of a
// setting, as its flag, beside what the other says; the names of protocols are by
// the ids of tables.
func protocolTables(of map[string][]string) map[string]string {
	tables := map[string]string{}
	for id, names := range of {
		var keys []string
		has := map[string][]protocol.Value{} // of a setting, by protocol
		for at, name := range names {
			for _, kind := range []string{compare.Name, online.Name, tune.Name, "predict"} {
				p, _ := protocol.Find(name, kind)
				for _, v := range p.Values(kind) {
					if has[v.Key] == nil {
						keys, has[v.Key] = append(keys, v.Key), make([]protocol.Value, len(names))
					}
					has[v.Key][at] = v
				}
			}
		}
		slices.Sort(keys)
		var b strings.Builder
		for _, key := range keys {
			var whys []string
			b.WriteString(`<tr><th scope="row">` + key + `</th>`)
			for _, v := range has[key] {
				text := ""
				if v.Key != "" {
					text = "<code>--" + v.Key + " " + html.EscapeString(v.Text) + "</code>"
				}
				b.WriteString("<td>" + text + "</td>")
				if v.Why != "" && !slices.Contains(whys, v.Why) {
					whys = append(whys, v.Why)
				}
			}
			b.WriteString("<td>" + html.EscapeString(strings.Join(whys, "; ")) + "</td></tr>\n")
		}
		tables[id] = b.String()
	}
	return tables
}

// renewed are the rows of a table in which those of the logs that were computed
// take the place of theirs; what is of other logs stays.
func renewed(old, computed string) string {
	logOf := func(row string) string {
		name, _, _ := strings.Cut(strings.TrimPrefix(row, `<tr><th scope="row">`), ":")
		return name
	}
	of, logs := map[string]string{}, []string(nil)
	for row := range strings.Lines(old) {
		if name := logOf(row); of[name] == "" {
			logs, of[name] = append(logs, name), "old"
		}
	}
	clear(of)
	for row := range strings.Lines(computed) {
		name := logOf(row)
		if !slices.Contains(logs, name) {
			logs = append(logs, name)
		}
		of[name] += row
	}
	text := ""
	for _, name := range logs {
		if of[name] != "" {
			text += of[name]
			continue
		}
		for row := range strings.Lines(old) {
			if logOf(row) == name {
				text += row
			}
		}
	}
	return text
}

// fillPage puts the tables into a page; of those by log only the rows of the logs
// that were computed.
func fillPage(p *page, list []reproduced) error {
	headPage(p, list)
	tables := tablesOf(list)
	ids := slices.Sorted(maps.Keys(tables))
	slices.SortStableFunc(ids, func(a, b string) int { return strings.Index(a, "fit-") - strings.Index(b, "fit-") }) // how near, behind
	for _, id := range ids {
		if err := p.table(id, func(old string) string { return renewed(old, tables[id]) }); err != nil {
			return err
		}
	}
	if p.grows {
		return nil
	}
	for id, rows := range protocolTables(map[string][]string{"protocol-2018": {protocol.Text2018, protocol.Run2018}, "protocol-2017": {protocol.Tuning2017}}) {
		if err := p.table(id, func(string) string { return rows }); err != nil {
			return err
		}
	}
	return nil
}

// headPage says what stands above the tables of a page that has no places for them.
func headPage(p *page, list []reproduced) {
	for i := range list {
		x := &list[i]
		head := []string{"", "printed", "plotted"}
		for _, r := range x.Plain() {
			head = append(head, r.Title, "points")
		}
		p.head(x.Study.Name, x.Study.Title, head)
		p.head("fit-"+x.Study.Name, "How near each way of asking comes", []string{"mean and largest distance, points", "mean", "largest", "inside"})
		if p.grows {
			p.text = append(p.text, "<p>"+html.EscapeString(x.Sentence())+"</p>\n"...)
		}
	}
}

// page is an HTML file with places for what is computed.
type page struct {
	path  string
	text  []byte
	grows bool // places are made where there are none
	heads map[string]placeHead
}

// edit rewrites a page, or leaves it alone where something is wrong.
func edit(path string, change func(p *page) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	p := page{path: path, text: text}
	if err := change(&p); err != nil {
		return err
	}
	return saveFile(path, func(w io.Writer) error {
		_, err := w.Write(p.text)
		return err
	})
}

// table renews the body of that id, chart the box of that id, which ends in a line
// of its own.
func (p *page) table(id string, renew func(old string) string) error {
	return p.place(id, `<tbody id="`+id+`">`, `</tbody>`, "the table", renew)
}

func (p *page) chart(id, svg string) error {
	return p.place(id, `<div class="drawn" id="`+id+`">`, "</div><!-- "+id+" -->", "the chart", func(string) string { return svg })
}

func (p *page) place(id, from, to, what string, renew func(old string) string) error {
	pattern := regexp.MustCompile(`(?s)` + regexp.QuoteMeta(from) + `\n(.*?)` + regexp.QuoteMeta(to))
	at := pattern.FindSubmatchIndex(p.text)
	if at == nil && p.grows {
		p.grow(id, from, to)
		at = pattern.FindSubmatchIndex(p.text)
	}
	if at == nil {
		return fmt.Errorf("%s has no %s ... %s: put one where %s is to stand", p.path, from, to, what)
	}
	p.text = slices.Concat(p.text[:at[2]], []byte(renew(string(p.text[at[2]:at[3]]))), p.text[at[3]:])
	return nil
}
