package predict

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// details are what the engine was asked for beside rows, all of it on the log
// itself: nothing is asked for before it is looked at.
type details struct {
	v      *View
	of     string // trace and plan that they belong to
	turn   int    // tells late answers of an earlier plan apart
	behind map[int]*predict.Behind
	tail   *predict.Tail
	asking *predict.Asking
	story  *predict.Story
	wait   map[string]bool // what is on its way
	told   string          // the job asked for
	failed string          // why its story can't be told
}

// fresh forgets what belongs to another plan or trace.
func (d *details) fresh() {
	v := d.v
	o := v.Lab.Current()
	if of := v.KeyOf(o, &v.Report.Plan); of != d.of {
		*d = details{v: v, of: of, turn: d.turn + 1, behind: map[int]*predict.Behind{}, wait: map[string]bool{}}
	}
}

// need asks for something, once; take keeps the answer.
func (d *details) need(what string, request []byte, take func(b []byte) error) {
	v := d.v
	if d.wait[what] || v.Lab.State == lab.Running || v.Lab.Trace == nil {
		return
	}
	d.wait[what] = true
	turn := d.turn
	s := lab.Subject{Trace: v.Lab.Current().Trace, Kind: predict.Name, Plan: study.EncodePlan(v.Report.Plan.Settings())}
	v.Lab.Engine.Detail(s, request, func(b []byte, err error) {
		v.Lab.Post(func() {
			if turn != d.turn {
				return
			}
			delete(d.wait, what)
			if err == nil {
				err = take(b)
			}
			switch {
			case errors.Is(err, lab.ErrCancelled):
			case err != nil && strings.HasPrefix(what, "job "):
				d.failed = err.Error()
			case err != nil:
				v.Lab.Message = "The log itself could not be replayed: " + err.Error() + "."
			}
			v.DrawFigures()
			d.draw()
		})
	})
}

// of a way what is behind its figures, nil while that is being worked out.
func (d *details) ofWay(i int) *predict.Behind {
	d.fresh()
	if d.behind[i] == nil {
		d.need("way "+strconv.Itoa(i), predict.BehindRequest(i), func(b []byte) (err error) {
			d.behind[i], err = predict.DecodeBehind(b)
			return err
		})
	}
	return d.behind[i]
}

// ladder is what is behind all ways of the ladder; false while some is missing.
func (d *details) ladder() (list []*predict.Behind, ok bool) {
	ok = true
	for i := range d.v.Report.Plan.Ladder() {
		b := d.ofWay(i)
		list, ok = append(list, b), ok && b != nil
	}
	return list, ok
}

// thresholds is how they mend the tail of the way asked about.
func (d *details) thresholds() *predict.Tail {
	d.fresh()
	if d.tail == nil {
		d.need("tail", predict.TailRequest(d.v.Report.Plan.Asked()), func(b []byte) (err error) {
			d.tail, err = predict.DecodeTail(b)
			return err
		})
	}
	return d.tail
}

// ask works out who asks for too long.
func (d *details) ask() {
	d.fresh()
	if d.asking == nil {
		d.need("asking", predict.AskingRequest(), func(b []byte) (err error) {
			d.asking, err = predict.DecodeAsking(b)
			return err
		})
	}
	d.draw()
}

// number looks a job up.
func (d *details) number(text string) {
	if d.v.Report == nil {
		return
	}
	d.fresh()
	text = strings.TrimSpace(text)
	d.story, d.told, d.failed = nil, text, ""
	id, err := strconv.ParseInt(text, 10, 64)
	switch {
	case text == "":
	case err != nil:
		d.v.Lab.Refuse("The job "+strconv.Quote(text)+": give the number that the log's first column has.", 0)
		d.told = ""
	default:
		d.need("job "+text, predict.StoryRequest(d.v.Report.Plan.Asked(), id), func(b []byte) (err error) {
			if d.told == text {
				d.story, err = predict.DecodeStory(b)
			}
			return err
		})
	}
	d.draw()
}

// draw draws what stands below the pictures: a job's story, and who asks too long.
func (d *details) draw() {
	v, b := d.v, d.v.Lab.Browser
	if v.Report == nil || v.Lab.State == lab.Running {
		b.Draw(hostJob, "")
		b.Draw(hostAsking, "")
		return
	}
	d.fresh()
	v.Lab.Draw(hostJob, d.job())
	b.Draw(hostAsking, d.askers())
}

// job is where a job is looked up, and its story.
func (d *details) job() *lab.Panel {
	v := d.v
	p := &lab.Panel{}
	p.HTML(`<section class="aside"><h2 class="eyebrow">Look up a job</h2><p class="field"><label for="predict-number">Job number</label> <input type="text" inputmode="numeric" id="predict-number" size="9" autocomplete="off" data-set="predict-number"> ` +
		`<span class="hint">as in the log’s first column: what was predicted, when it was corrected, what it did</span></p>`)
	p.Shows("predict-number", d.told)
	switch {
	case d.failed != "":
		p.HTML(`<p class="refusal">` + lab.Esc(numeral.Capital(d.failed)) + `.</p>`)
	case d.story != nil:
		p.HTML(`<p class="story">` + lab.Esc(strings.Join(predict.Told(d.story), " ")) + `</p>`)
	case d.told != "":
		p.HTML(`<p class="hint">The log is being replayed.</p>`)
	}
	if x := d.behind[v.Report.Plan.Asked()]; x != nil && len(x.Worst) > 0 {
		p.HTML(`<p class="hint">Slowed down most under this way: `)
		for i, w := range x.Worst[:min(5, len(x.Worst))] {
			if i > 0 {
				p.HTML(`, `)
			}
			id := strconv.FormatInt(w.ID, 10)
			p.HTML(lab.Tool("predict-look", id, "Look up job "+id, id) + ` (` + lab.Esc(numeral.Number(w.Bsld)) + `)`)
		}
		p.HTML(`</p>`)
	}
	p.HTML(`</section>`)
	return p
}

// askers is who asks for too long, once that is worked out, with what can be set.
func (d *details) askers() string {
	s := `<section class="aside"><h2 class="eyebrow">Who asks for too long</h2>`
	a := d.asking
	switch {
	case a == nil && d.wait["asking"]:
		return s + `<p class="hint">The log is replayed once for each of those who ask most.</p></section>`
	case a == nil:
		return s + `<p class="actions">` + lab.Tool("predict-asking", "", "", "work it out") +
			` <span class="hint">replays the log as if the requests of each of those who ask most were exact, and counts what the others wait</span></p></section>`
	}
	s += `<p class="side-sentence">` + lab.Esc(predict.Askings(a)) + `</p>`
	for _, x := range []struct {
		id, what string
		list     []predict.Asker
	}{{"askers", "User", a.Users}, {"asking-groups", "Group", a.Groups}} {
		if len(x.list) > 0 {
			rows := make([]*predict.Asker, len(x.list))
			for i := range rows {
				rows[i] = &x.list[i]
			}
			s += lab.Scroll(x.what+"s who ask for too long", askersTable(x.id, x.what, a.Beyond).HTML(rows))
		}
	}
	if list := predict.ForSlurm(a); len(list) > 0 {
		s += `<h2 class="eyebrow">In the terms of Slurm</h2><p class="hint">Advice made of the log’s distributions. No simulation has shown what it does: Shadowtime does not simulate these settings. “Users asked for less” under what if shows the effect of better requests.</p><dl class="advice">`
		for _, x := range list {
			s += `<dt><code>` + lab.Esc(x.Line) + `</code></dt><dd>` + lab.Esc(x.Words) + `</dd>`
		}
		s += `</dl>`
	}
	return s + `</section>`
}

// mostTimes is how many times what ran is written out.
const mostTimes = 10_000

func askersTable(id, what string, beyond float64) *lab.Table[*predict.Asker] {
	type row = *predict.Asker
	return &lab.Table[row]{ID: id, Class: "plain", Caption: what + "s who ask for most beyond what they run, and what everybody else’s " +
		"waiting would change by if their requests were exact (EASY with requests, the log itself)",
		Row: func(x row) string { return ` data-id="` + strconv.FormatInt(x.ID, 10) + `"` },
		Columns: []lab.Column[row]{
			{Head: what, Text: true, Cell: func(x row) lab.Cell { return lab.Cell{Head: true, HTML: strconv.FormatInt(x.ID, 10)} }},
			{Head: "Jobs", Cell: func(x row) lab.Cell { return lab.Number(float64(x.Jobs), numeral.Count(x.Jobs)) }},
			{Head: "Asked", Unit: "times what ran", Tip: "processor time asked for over processor time used", Cell: func(x row) lab.Cell {
				f := predict.Factor(x.Used, x.Beyond)
				if f > mostTimes { // jobs that ended at once
					return lab.Number(f, "over ×"+numeral.Thin+numeral.Count(mostTimes))
				}
				return lab.Number(f, "×"+numeral.Thin+numeral.Number(f))
			}},
			{Head: "Share", Unit: "of all beyond", Tip: "of the processor time that all together ask for and don’t use",
				Cell: func(x row) lab.Cell {
					return lab.Number(x.Beyond/beyond, numeral.Share(x.Beyond/beyond))
				}},
			{Head: "The others", Unit: "would wait", Tip: "change of everybody else’s summed waiting if the requests of these jobs had " +
				"been exact", Cell: func(x row) lab.Cell {
				f := predict.Spares(x)
				c := lab.Number(f, numeral.Change(f))
				c.Style = lab.Tint(c.Exact)
				return c
			}},
		}}
}
