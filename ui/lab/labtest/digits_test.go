package labtest_test

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

var (
	undrawn = regexp.MustCompile(`(?s)<(svg|script|style|select)\b.*?</(svg|script|style|select)>`)
	inline  = regexp.MustCompile(`</?(a|b|i|em|strong|abbr|code|small|span|sub|sup|var|button|dfn|output)\b[^>]*>`)
	apart   = regexp.MustCompile(`\n|[.:;?] `)
	// besides are a figure's range, which may be coarser than the figure, and what was asked, which is written as it was.
	besides  = regexp.MustCompile(`,? \(?plausibly [^.;]*|threshold of [\d.]+\x{202f}?h`)
	measured = regexp.MustCompile(`([−+]?\d[\d\x{202f}]*(?:\.\d+)?)((?: to | and |, |–)[−+]?\d[\d\x{202f}]*(?:\.\d+)?)?` +
		`(?:\x{202f}| )(%|h|d|min|s)(?:[^a-zA-Z]|$)`)
)

// sentences are those that markup says, without its drawings.
func sentences(markup string) (list []string) {
	text := html.UnescapeString(anyMark.ReplaceAllString(inline.ReplaceAllString(undrawn.ReplaceAllString(markup, "\n"), ""), "\n"))
	for _, s := range apart.Split(text, -1) {
		if s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' }), " "); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// decimalsIn are the decimals with which a sentence writes figures of each unit.
func decimalsIn(s string) map[string][]int {
	of := map[string][]int{}
	for _, m := range measured.FindAllStringSubmatch(besides.ReplaceAllString(s, ""), -1) {
		for _, x := range m[1:3] {
			_, fraction, _ := strings.Cut(x, ".")
			if x != "" && !given(m[3], x) && !slices.Contains(of[m[3]], len(fraction)) {
				of[m[3]] = append(of[m[3]], len(fraction))
			}
		}
	}
	return of
}

// given says of a figure that nobody measured it: levels, none and all.
func given(unit, s string) bool {
	return s == "0" || unit == "%" && slices.Contains([]string{"95", "99", "100"}, s)
}

// Figures of one unit in one sentence of an answer, and in one column of its tables, are written with the same number of decimals,
// since they are read by comparing them.
func TestFiguresOfOneSentenceOrColumnHaveDigitsAlike(t *testing.T) {
	fixture.Long(t)
	_, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	logs := []*job.Log{m.Add("", long), m.Add("", lublin.Config{Procs: 128, Jobs: 9000, Seed: 7})}
	for view, question := range small {
		for _, log := range logs {
			t.Run(view+" "+log.Name, func(t *testing.T) {
				a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
				m.Log, m.Logs[log.Digest] = log, log
				a.Start(question)
				labtest.Load(a, m)
				m.FinishAll()
				a.Run()
				m.FinishAll()
				require.Equal(t, lab.Done, a.State, a.Message)
				said := 0
				texts := []string{a.Lab.Finding().Said}
				for _, drawn := range s.Drawn {
					texts = append(texts, drawn)
				}
				for _, text := range texts {
					for _, line := range sentences(text) {
						for unit, list := range decimalsIn(line) {
							said++
							if len(list) > 1 {
								t.Errorf("%s with decimals %v: %s", unit, list, line)
							}
						}
					}
					for at, of := range columns(text) {
						for unit, list := range of {
							said++
							if len(list) > 1 {
								t.Errorf("%s with decimals %v: %s", unit, list, at)
							}
						}
					}
				}
				require.Positive(t, said)
			})
		}
	}
}

// columns are the decimals of each unit in each column of the tables in markup, by where they stand.
func columns(markup string) map[string]map[string][]int {
	of := map[string]map[string][]int{}
	for n, table := range sheets(undrawn.ReplaceAllString(markup, ""), "") {
		for _, row := range append(table.rows, table.head) { // a table without heads begins with a row
			for i, cell := range row {
				at := "table " + strconv.Itoa(n+1) + " by " + table.head[0] + ", column " + strconv.Itoa(i+1)
				if of[at] == nil {
					of[at] = map[string][]int{}
				}
				for unit, list := range decimalsIn(ranged.ReplaceAllString(cell, "")) {
					for _, d := range list {
						if !slices.Contains(of[at][unit], d) {
							of[at][unit] = append(of[at][unit], d)
						}
					}
				}
			}
		}
	}
	return of
}
