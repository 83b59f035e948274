package decide

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/report"
	"shadowtime/ui/lab"
)

// amends says whether rules could be changed and what that does is known.
func (v *View) amends() bool {
	return !v.Missing() && v.Report.Answered() && len(v.Report.Amended) > 0
}

// ruled says that an answer is known that was computed under rules.
func (v *View) ruled() bool { return !v.Missing() && v.Report.Answered() && len(v.Report.Obeyed) > 0 }

// rulesTitle heads what is said of rules below the ways to set it.
func (v *View) rulesTitle() string {
	if v.amends() {
		return "Or change a rule"
	}
	return decide.ObeyedTitle
}

// obeyedHTML are the tables of the rules behind the answer, each below its title in an element.
func obeyedHTML(r *decide.Report, title func(words string) string) string {
	html := title(decide.ObeyedTitle) + wayTable(decide.ObeyedTitle, r.ObeyedTable()) + `<p class="hint">` + lab.Esc(decide.ObeyedNote) + `</p>`
	if rows := r.BothTable(); rows != nil {
		html += title(decide.BothTitle) + wayTable(decide.BothTitle, rows)
	}
	return html
}

// drawAmended draws what changes of rules do, beside the ways to set it: the best of each rule as cards, all in a table,
// and what a machine without rules would have been told.
func (v *View) drawAmended() {
	if !v.ruled() {
		v.Lab.Clear(hostAmended)
		return
	}
	r := v.Report
	var b strings.Builder
	summary := decide.ObeyedTitle
	if !v.amends() { // the heading says it
		summary = "What each rule explains, and the settings with and without rules"
	}
	rules := `<details><summary>` + summary + `</summary>` + obeyedHTML(r, func(words string) string {
		if words == decide.ObeyedTitle { // the summary says it
			return ""
		}
		return `<h4>` + lab.Esc(words) + `</h4>`
	}) + `</details>`
	if !v.amends() {
		v.Lab.Browser.Draw(hostAmended, rules)
		return
	}
	for _, words := range append([]string{r.AmendedSentence(), r.OpenWords()}, r.UnsettledWords()...) {
		if words != "" {
			b.WriteString(`<p>` + lab.Esc(words) + `</p>`)
		}
	}
	b.WriteString(`<ul class="manners">`)
	for _, a := range r.AmendedCards() {
		b.WriteString(v.amendedCard(a))
	}
	b.WriteString(`</ul><details><summary>All changes of rules</summary>` + wayTable("All changes of rules", r.AmendedTable()) +
		`<p class="hint">` + lab.Esc(decide.AmendedNote) + `</p></details>` + rules)
	v.Lab.Browser.Draw(hostAmended, b.String())
}

// amendedCard is a changed rule as a card like those of orders.
func (v *View) amendedCard(a *decide.Amended) string {
	r := v.Report
	title, rule := a.Heading()
	mean, longest := r.Durations()
	sub := "The longest wait keeps to the bound."
	if !a.Within {
		sub = "The longest wait grows beyond the bound."
	}
	lines := `<p class="hint">` + lab.Esc(r.Lacking(a)) + `</p>`
	if len(a.Lines) > 0 {
		lines = ""
	}
	if r.Copied(a) {
		text := strings.Join(a.Lines, "\n") + "\n"
		lines = `<details><summary>Lines to copy</summary><pre tabindex="0"><code>` + lab.Esc(text) + `</code></pre>` + v.Lab.CopyTool(text) +
			`</details>`
	}
	return `<li class="card manner" data-amended="` + a.How.String() + `" data-change="` + numeral.Exact(a.Change) + `"><h3>` +
		lab.Esc(title) + `</h3><p class="hint">` + sub + `</p><p class="sets">` + lab.Esc(rule) + `</p><dl>` +
		fact(v.measured(), mean(r.Mean(&r.Now))+" → "+mean(r.ExpectedAmended(a))+` <span class="moves">`+
			report.Signed(a.Change)+`</span>`, around(&a.Claim)) +
		fact("Longest wait", longest(float64(r.Now.MaxWait))+" → "+longest(float64(a.MaxWait))+` <span class="grows">`+
			grown(a.MaxWaitRatio)+`</span>`, "") +
		fact("Who gains", lab.Esc(numeral.Capital(a.Gain())), lab.Esc(numeral.Capital(a.UsersWords())+".")) +
		fact("Who pays", lab.Esc(numeral.Capital(a.Pay())), "") +
		fact("Verdict", numeral.Capital(a.VerdictWords()), "") + `</dl>` + lines + `</li>`
}

// fact is a line of a card.
func fact(name, value, more string) string {
	if more != "" {
		more = `<p class="hint">` + more + `</p>`
	}
	return `<div><dt>` + name + `</dt><dd><strong>` + value + `</strong>` + more + `</dd></div>`
}
