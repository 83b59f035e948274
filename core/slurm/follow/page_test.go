package follow

import (
	"fmt"
	"html"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
)

// The page of passes, that of parameters, and that of a site's own files.
const (
	page           = "../../../public/docs/slurm.html"
	parametersPage = "../../../public/docs/slurm-parameters.html"
	sitePage       = "../../../public/docs/slurm-site.html"
)

func row(head string, cells ...string) string {
	s := `<tr><th scope="row">` + html.EscapeString(head) + "</th>"
	for _, c := range cells {
		s += "<td>" + html.EscapeString(c) + "</td>"
	}
	return s + "</tr>\n"
}

func TestThePageListsEveryParameter(t *testing.T) {
	fixture.Long(t)
	documented(t)
	var b, proofs strings.Builder
	seen := recordsOf(t)
	for _, p := range model.Parameters {
		value := p.Default
		if _, err := strconv.Atoi(value); err == nil && (p.Unit == model.Seconds || p.Unit == model.Minutes) {
			value += " " + p.Unit.String()
		}
		if p.Since > 0 {
			value += ", from " + p.Since.String() + " " + p.Then
		}
		b.WriteString(row(p.Name, p.In(), value, p.Range(), p.Model.String(), p.Says, seen[p.Name].String()))
	}
	for _, p := range proofsOf(t) {
		proofs.WriteString(row(p.name, p.where(), numeral.Count(p.passes), numeral.Count(p.same), strings.Join(p.set, ", ")))
	}
	fixture.Tables(t, parametersPage, map[string]string{"parameters": b.String(), "proofs": proofs.String()})
	names := slices.Sorted(maps.Keys(options))
	var list []string
	for _, name := range names {
		list = append(list, name+" ("+options[name]+")")
	}
	between(t, page, `<span id="options">`, "</span>", strings.Join(list, ", "))
}

// between holds what stands between two marks of the page.
func between(t *testing.T, page, from, to, want string) {
	t.Helper()
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	place := regexp.MustCompile(`(?s)` + regexp.QuoteMeta(from) + `(.*?)` + regexp.QuoteMeta(to))
	m := place.FindSubmatch(text)
	require.NotNil(t, m, from)
	if *fixture.Publish {
		require.NoError(t, os.WriteFile(page, place.ReplaceAllLiteral(text, []byte(from+want+to)), 0o644))
		return
	}
	require.Equal(t, want, string(m[1]), "-publish writes it anew")
}

// The page's state gives the page's decision.
func TestThePagesExampleIsDecided(t *testing.T) {
	documented(t)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	m := regexp.MustCompile(`(?s)<pre id="state">(.*?)</pre>`).FindSubmatch(text)
	require.NotNil(t, m)
	var x State
	require.NoError(t, x.Read(html.UnescapeString(string(m[1]))))
	x.Begin()
	x.Pass()
	between(t, page, `<pre id="decision">`, "</pre>", strings.ReplaceAll(string(x.Decision(nil)), `],"`, "],\n  \""))
}

func TestThePageSaysHowManyPassesComeOut(t *testing.T) {
	fixture.Long(t)
	type count struct{ passes, same, jobs int }
	counts := map[string]*count{}
	var x State
	for _, line := range goldenPasses(t) {
		state, _, out := stateOf(t, line)
		require.NoError(t, x.Read(state))
		x.Begin()
		x.Pass()
		name := x.Settings.Version.String()
		if counts[name] == nil {
			counts[name] = &count{}
		}
		c := counts[name]
		c.passes++
		c.jobs += len(x.Jobs)
		if string(x.Decision(nil)) == `{"id":`+x.ID+`,"out":`+out+`}` {
			c.same++
		}
	}
	var b strings.Builder
	all := 0
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		words := name
		if name == model.V2505Groups.String() {
			words = "25.05, ends of a group counted as before it"
		}
		b.WriteString(row(words, numeral.Count(c.passes), numeral.Count(c.same), numeral.Count(c.jobs)))
		all += c.same
	}
	fixture.Tables(t, page, map[string]string{"passes": b.String()})
	between(t, page, `<span id="all">`, "</span>", numeral.Count(all))
}

func TestThePageSaysHowManyRunsComeOut(t *testing.T) {
	fixture.Long(t)
	var b, why strings.Builder
	var sum Answer
	cells := func(a Answer) (list []string) {
		for _, n := range []int{a.Passes, a.PassesEqual, a.Starts, a.StartsEqual, a.Plans, a.PlansEqual, a.Priorities,
			a.PrioritiesEqual} {
			text := numeral.Count(n)
			if n == 0 {
				text = ""
			}
			list = append(list, text)
		}
		return list
	}
	for _, name := range runs(t) {
		a := runOf(t, name).Follow()
		b.WriteString(row(name, cells(a)...))
		sum.add(a)
	}
	b.WriteString(row("all", cells(sum)...))
	for _, list := range []map[string]string{missed, missedOnMany} {
		for _, at := range slices.Sorted(maps.Keys(list)) {
			why.WriteString(row(at+" s", list[at]))
		}
	}
	fixture.Tables(t, page, map[string]string{"runs": b.String(), "missed": why.String()})
}

// The page says how near the jobs of a site's own files come, and what their whole seconds cost.
func TestThePageSaysHowNearASiteComes(t *testing.T) {
	fixture.Long(t)
	var b strings.Builder
	percent := func(part float64) string { return numeral.Percent(part, 0) }
	for _, run := range []string{"arrays-deps", "defaults", "fair-tree"} {
		x, err := siteOf(t, imported(t, run)...)
		require.NoError(t, err)
		a := x.Believe()
		n, priorities := a.Recorded, ""
		if a.Priorities > 0 {
			priorities = numeral.Count(a.Equal) + " of " + numeral.Count(a.Priorities)
		}
		b.WriteString(row(run, numeral.Count(a.Judged), percent(a.Main.Machine), percent(a.Main.Here), fmt.Sprintf("%.1f s", n.MeanWait),
			fmt.Sprintf("%.1f s", n.Here), fmt.Sprintf("%.0f s", n.Within), percent(float64(n.Near)/float64(n.Jobs)), priorities))
	}
	fixture.Tables(t, sitePage, map[string]string{"sites": b.String()})
	r := runOf(t, "arrays-deps")
	exact := r.Free().Run(false)
	for i := range r.jobs {
		j := &r.jobs[i]
		for _, at := range []*int64{&j.submit, &j.start, &j.end} {
			*at -= *at % milliSecond
		}
	}
	between(t, sitePage, `<span id="seconds">`, "</span>", fmt.Sprintf("Of its %d jobs main started %d; run by records to the millisecond it starts "+
		"%d in the model, and %d by the same records cut to whole seconds.", exact.Jobs, *exact.Recorded.ByMain, exact.ByMain,
		r.Free().Run(false).ByMain))
}

// The page says how near groups of jobs come in free runs on nodes of many CPUs, and which do not.
func TestThePageSaysHowNearGroupsCome(t *testing.T) {
	fixture.Long(t)
	documented(t)
	const draws = 30
	var b strings.Builder
	near := func(c Crew, here float64) string {
		if off := here - c.Machine; math.Abs(off) > max(3, 0.15*c.Machine) {
			return fmt.Sprintf("no, %+.1f s", off)
		}
		return "yes"
	}
	for _, run := range append(slices.Clone(onMany), "b-preempt-requeue") {
		x := exportOf(t, run)
		group := func(x *Site) []Crew {
			if run == "b-preempt-requeue" {
				return x.crews(x.judged(), func(k int) string { return x.Scene.Records[k].QOS })
			}
			return x.crews(x.judged(), x.kind)
		}
		x.Believe()
		alone, here := group(x), map[string][]float64{}
		for k := range uint64(draws) {
			y := x.Jittered(k + 1)
			y.Run(false)
			for _, c := range group(y) {
				here[c.Name] = append(here[c.Name], c.Here)
			}
		}
		for _, c := range alone {
			mean, spread := 0.0, 0.0
			for _, v := range here[c.Name] {
				mean += v / draws
			}
			for _, v := range here[c.Name] {
				spread += (v - mean) * (v - mean) / (draws - 1)
			}
			b.WriteString(row(run+", "+c.Name, numeral.Count(c.Jobs), fmt.Sprintf("%.1f s", c.Machine), fmt.Sprintf("%.1f s", c.Here),
				near(c, c.Here), fmt.Sprintf("%.1f s", mean), fmt.Sprintf("%.1f s", math.Sqrt(spread)), near(c, mean)))
		}
	}
	fixture.Tables(t, sitePage, map[string]string{"groups": b.String()})
}

// add adds what another run counted.
func (a *Answer) add(b Answer) {
	for _, n := range []struct {
		to *int
		by int
	}{{&a.Passes, b.Passes}, {&a.PassesEqual, b.PassesEqual}, {&a.Starts, b.Starts}, {&a.StartsEqual, b.StartsEqual},
		{&a.Plans, b.Plans}, {&a.PlansEqual, b.PlansEqual}, {&a.PlansMore, b.PlansMore}, {&a.Priorities, b.Priorities},
		{&a.PrioritiesEqual, b.PrioritiesEqual}, {&a.Stopping, b.Stopping}, {&a.StoppingEqual, b.StoppingEqual},
		{&a.Left, b.Left}, {&a.Either, b.Either}} {
		*n.to += n.by
	}
}

// The differences that are listed name run and second.
func secondOf(name string, m Miss) string { return fmt.Sprintf("%s %.3f", name, m.At) }

// documented leaves a test out where the documentation is not, as in a browser.
func documented(t *testing.T) {
	if _, err := os.Stat(page); err != nil {
		t.Skip("no documentation here: " + err.Error())
	}
}
