package reproduce

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/ui/lab"
)

// elsewhere is what the page computes of a study that is run alone: questions of other
// views; and what the command alone does.
type elsewhere struct {
	words string
	asks  []turn
}

// turn is a question in another view.
type turn struct{ words, query string }

// others are those of the studies that are run alone.
var others = [...]elsewhere{
	{"Predict asks for the way that the study chose. Its map then replays the log once in each of the 128 ways. The command adds shifted " +
		"losses, and errors along the starts of CEA-Curie.",
		[]turn{{"in Predict", "view=predict&protocol=predict2018"}}},
	{"Fit scores 440 drawn pairs of jobs in fair shuffles and fits the four orders to them. The command adds the study’s own pairs by " +
		"its released scores, and its windows.",
		[]turn{{"in Fit", "view=learn&protocol=regress2022&trials=65536"}}},
	{"Train repeats the learner on four cores with 40 seeds. Cluster runs both schedules of each comparison once. The command draws 100 " +
		"seeds of each, and has agents learn on the log.",
		[]turn{
			{"in Train",
				"view=train&platform=spread&jobs=own&seeds=40&actions=shortest-high_gflops,shortest-high_mem_bw,shortest-low_power,first-high_gflops,first-high_mem_bw"},
			{"in Cluster: energy",
				"view=cluster&pairs=shortest-high_gflops,shortest-high_mem_bw&against=shortest-high_mem_bw&jobs-first=100&jobs-skip=4" +
					once},
			{"in Cluster: slowdowns",
				"view=cluster&pairs=first-high_gflops,shortest-high_gflops&against=shortest-high_gflops&time=slowdown&jobs-first=1000" +
					once},
		}},
}

// once is a run of the study’s jobs on its cluster.
const once = "&platform=gaia&stretches=1&backfilling=none&work=accuracy"

// drawAlone adds the studies that are run alone: what they printed and need, and where
// parts of them are asked.
func (v *View) drawAlone(p *lab.Panel) {
	p.Open("reproduce-alone", "orders published", "Published studies that the command runs in full")
	p.HTML(`<p class="hint">The page answers parts of them, on the log in sight.</p>`)
	for i := range others {
		s := &reproduce.Alone()[i]
		text := `<div class="elsewhere" id="reproduce-` + s.Name + `"><p class="order"><b>` + s.Name + `</b> ` + s.Title + ` <span>` +
			s.Source + ": " + s.Prints + ", on " + numeral.Listed(s.Logs) +
			". " + s.Needs + `</span></p><p class="hint">` + others[i].words + ` <a href="docs/` + s.Name +
			`.html">What it computed</a></p><p class="field">`
		for _, t := range others[i].asks {
			text += lab.Tool("inquire", t.query, "", "Ask "+t.words) + ` `
		}
		open := v.printed == s.Name
		text += `<button type="button" class="quiet" id="printed-` + s.Name + `" data-act="printed" data-arg="` + s.Name +
			`" aria-expanded="` + lab.Bool(open) + `">What was printed</button></p>`
		if open {
			text += tablesOf(s)
		}
		p.HTML(text + `<pre tabindex="0" aria-label="Command of ` + s.Name + `">` + s.Line + `</pre></div>`)
	}
	p.Close()
}

// tablesOf are what a study printed.
func tablesOf(s *reproduce.Study) (text string) {
	for _, g := range s.Printed() {
		text += `<div class="scroll" tabindex="0" role="region" aria-label="` + g.Title + `"><table class="plain"><caption>` + g.Title +
			`</caption><thead><tr><th scope="col">` +
			strings.Join(g.Head, `</th><th scope="col">`) + `</th></tr></thead><tbody>`
		for _, row := range g.Rows {
			text += `<tr><th scope="row">` + row[0] + `</th><td class="num">` + strings.Join(row[1:],
				`</td><td class="num">`) + `</td></tr>`
		}
		text += `</tbody></table></div>`
	}
	return text
}
