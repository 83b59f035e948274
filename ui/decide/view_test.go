package decide

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with this view alone, asked about few settings.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, decide.Kind())
	v.Plan.Orders, v.Plan.Backfills, v.Plan.Thresholds = []string{"SPF", "SAF"}, nil, []study.Seconds{study.None, 20 * 3600, 3600}
	m.Log = m.Add("months", lublin.Config{Procs: 64, Jobs: 9000, Seed: 3})
	return a, v, m, s
}

// What the log is stands there before any answer: what is run now is replayed at once, and
// nothing else.
func TestTheChecksComeBeforeAnyAnswer(t *testing.T) {
	a, v, m, s := page(t)
	a.Rough = true
	labtest.Load(a, m)
	require.Len(t, m.Tasks, 1)
	require.Equal(t, study.Logged, m.Tasks[0].K)
	require.Contains(t, s.Drawn[hostChecks], "level-open")
	m.Tasks[0].Tell(0.25)
	require.Contains(t, s.Drawn[hostChecks], "What you run now is being replayed: 25")
	m.FinishAll()
	require.NotContains(t, s.Drawn[hostChecks], "level-open")
	require.NotContains(t, s.Drawn[hostChecks], "is being replayed")
	require.Contains(t, s.Drawn[hostChecks], "they wait")
	require.True(t, v.Missing())
}

func TestAnExampleIsNobodysLog(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	require.Equal(t, "What we read from your log", v.checksTitle())
	a.Examples[a.Summary.Digest] = lab.Example{Name: lab.Sample}
	require.Equal(t, "About this example", v.checksTitle())
}

// The sentence, the cards, the chart, the curve and its reading, the what-ifs and the doubts say
// one figure of a setting.
func TestOneSettingHasOneFigure(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	c := v.Report.Answer()
	require.NotNil(t, c)
	require.Contains(t, s.Drawn[hostCards], numeral.Share(max(c.Change, -c.Change)))
	f := v.Report.Forest("log")
	best := 0
	for _, row := range f.Rows {
		if row.Best {
			best++
			require.Equal(t, float64(c.Change), row.Mid)
			require.Equal(t, float64(c.Low), row.Low)
		}
	}
	require.Equal(t, 1, best)
	require.NotEqual(t, v.Report.Settings[c.At].Own, c.Change, "it is shrunk")
	for i := range v.Report.Cards {
		x := &v.Report.Cards[i]
		require.Equal(t, v.Report.Settings[x.At].Change, x.Change)
		require.Contains(t, v.Report.Said(x.At), report.Signed(x.Change))
	}
	curve, list, at := v.curve()
	require.Equal(t, c.Candidate, list[at].Candidate)
	require.Equal(t, v.Report.Expected(c), curve.Panels[0].Series[0].Values[at])
	require.Equal(t, v.Report.Expected(c), curve.Signs[0].Values[0])
	words := decide.Durations(v.Report.Expected(c), float64(v.Report.Now.AvgWait))
	require.Contains(t, s.Drawn[hostRead], "With "+c.Words()+": mean wait "+words(v.Report.Expected(c)))
	for _, x := range v.Report.WhatIfs() {
		require.Equal(t, numeral.Change(c.Change), v.Report.WhatIfTable(x.Key)[1][2], x.Key)
		if x.Key != "react" {
			require.Contains(t, v.Report.WhatIfWords(x.Key), numeral.Share(max(c.Change, -c.Change)), x.Key)
		}
	}
	if x, ok := v.Report.Reacting(); ok {
		at := slices.IndexFunc(v.Report.Ways, func(w decide.Way) bool { return w.Key == "react" })
		require.Contains(t, x.Words, "by "+numeral.Changes(v.Report.Ways[at].Change, c.Change)(c.Change)+" if they do not")
	}
	for _, word := range []string{"safe", "balanced", "greedy"} {
		require.Equal(t, 1, len(regexp.MustCompile(`data-cards="[a-z ]*`+word).FindAllString(s.Drawn[hostCards], -1)), word)
	}
}

// The slider reads the curve at another threshold, and the answer stays.
func TestTheCurveIsReadAtAnyThreshold(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	said := s.Drawn["decide-verdict"]
	a.Act("decide-at", "2")
	require.Contains(t, s.Drawn[hostRead], v.Report.Answer().Words()[:3]+", no threshold")
	require.Equal(t, "2", s.Values["decide-at"], "the slider is where the chart was pulled to")
	require.Contains(t, s.Drawn[hostCurve], `data-pull="decide-at"`)
	for i := range v.Report.Cards {
		c := &v.Report.Cards[i]
		require.Equal(t, !c.Kept() || c.At == v.Report.Answer().At, strings.Contains(strings.ToLower(s.Drawn[hostCurve]), string(c.Manner)),
			"the cards that set something stand on the curve")
	}
	require.Equal(t, said, s.Drawn["decide-verdict"])
}

// Lines to copy are open under advice alone; others are folded and marked, and nothing is an imperative but advice.
func TestLinesAreOpenUnderAdviceAlone(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Equal(t, v.Report.Advice, strings.Contains(s.Drawn["decide-verdict"], "<p>Set "))
	c := v.Report.Choices()[0]
	for i := range v.Report.Choices() {
		if x := v.Report.Choices()[i]; x.Main() == decide.Balanced {
			c = x
		}
	}
	require.NotEmpty(t, c.Slurm.Lines)
	for _, as := range []decide.Counsel{decide.Set, decide.Likely, decide.NotYet, decide.Unclear} {
		v.Report.Counsel, v.Report.Advice = as, as == decide.Set
		html := v.lines(&c)
		require.Equal(t, as == decide.Set, strings.Contains(html, "<details open>"), as)
		require.Equal(t, as != decide.Set, strings.Contains(html, "Not advice."), as)
		require.Equal(t, as == decide.NotYet || as == decide.Unclear, strings.Contains(v.cards(), `class="would-be"`), as)
		v.drawPaper()
		require.Equal(t, as == decide.Set, strings.Contains(s.Drawn[hostPaper], "Lines to set: "), as)
		require.Equal(t, as == decide.Set && len(v.Report.Answer().Slurm.Files) > 0, s.Drawn[hostAppendix] != "", as)
		for _, f := range v.Report.Answer().Slurm.Files {
			require.Equal(t, as == decide.Set, strings.Contains(s.Drawn[hostAppendix], lab.Esc(strings.Join(f.Lines, "\n"))), f.Name)
		}
	}
}

// What is most to be doubted of the log follows the reader: the machine's size before how near
// the replay comes.
func TestTheWorstCheckIsSaidInShort(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	at, words := v.Worst()
	require.Empty(t, at+words, "there is no log")
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	at, words = v.Worst()
	require.Equal(t, "level-doubtful", at)
	require.Contains(t, words, "No recorded waits to compare with", "the log tells none")
	v.Lab.Trace.Cleaning.Recorded.All.Known = 1
	_, words = v.Worst()
	require.Contains(t, words, "Replay differs from your real waits")
}

// A row of the forest that is pressed has its figures in place, and the answer stays.
func TestARowOfTheForestHasItsFiguresInPlace(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	said := s.Drawn["decide-verdict"]
	require.Contains(t, s.Drawn[hostForest], `data-act="decide-row"`)
	for i := range v.Report.Settings {
		a.Act("decide-row", strconv.Itoa(i))
		require.Contains(t, s.Drawn[hostRow], lab.Esc(v.Report.Said(i)))
		require.NotEmpty(t, v.Report.Said(i))
	}
	for _, nowhere := range []string{"-1", "9999", "x"} {
		a.Act("decide-row", nowhere)
	}
	require.Equal(t, said, s.Drawn["decide-verdict"])
	require.NotContains(t, v.Report.Forest("log").Rows[0].Act, " ")
}

// Where no setting within a card's bound waited less, the card says to keep what is run, and has
// no lines to copy.
func TestACardOfNoGainKeepsWhatIsRun(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	own := *v.Report.Answer()
	c := decide.Choice{Card: &own, Manners: []decide.Manner{decide.Balanced}}
	v.Report.Counsel = decide.Likely
	c.Change = -0.1
	require.Contains(t, v.card(&c), "<dl>")
	for _, change := range []report.Float{0, 0.07} {
		c.Change = change
		html := v.card(&c)
		require.Contains(t, html, "Keep FCFS, no threshold")
		require.Equal(t, change > 0, strings.Contains(html, numeral.Share(change)))
		require.NotContains(t, html, "<dl>")
		require.NotContains(t, html, "<pre")
		v.Report.Answer().Change = change
		require.Contains(t, v.peek(), "as now")
		require.NotContains(t, v.peek(), "<span>"+report.Signed(change)+"<")
	}
}

// What a reader is to copy has its button, which says that it did.
func TestWhatIsToBeCopiedHasItsButton(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn[hostCommand], ">Copy<")
	a.Act(lab.CopyAct, v.command())
	require.Equal(t, v.command(), s.Files["clipboard"])
	require.Contains(t, s.Drawn[hostCommand], ">Copied<")
	s.Uncopied = true
	a.Act(lab.CopyAct, v.command())
	require.NotContains(t, s.Drawn[hostCommand], ">Copied<")
	c := decide.Choice{Card: v.Report.Answer(), Manners: []decide.Manner{decide.Balanced}}
	if html := v.lines(&c); html != "" {
		require.Equal(t, strings.Count(html, "<pre"), strings.Count(html, `data-act="`+lab.CopyAct+`"`))
	}
}

// What leads to the machine's size opens its field, and leaves it open.
func TestTheFieldOfTheSizeStaysOpen(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	for range 2 {
		a.Act("decide-size", "")
		require.True(t, v.Buttons.Open(machine))
	}
}

// What can be done now is what helps: nobody is sent for a longer log where years more would be
// needed, nor for the size of a machine that is known.
func TestTheNextStepsAreThoseThatHelp(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	r := v.Report
	require.True(t, r.Guess())
	require.Less(t, r.Weeks, 26)
	require.Contains(t, s.Drawn[hostNow], "Export a longer period")
	require.NotContains(t, s.Drawn[hostNow], "Name the machine", "its size is in the log's header")
	years := 300
	r.Weeks, r.Answer().More = 104, &years
	for i := range r.Checks {
		if r.Checks[i].Key == "size" {
			r.Checks[i].Level = decide.FixFirst
		}
	}
	v.drawNow()
	require.NotContains(t, s.Drawn[hostNow], "Export a longer period")
	require.Contains(t, s.Drawn[hostNow], "Name the machine")
	require.Contains(t, s.Drawn[hostNow], "Look at the schedule")
}

// What a run has done is counted in what it does: it replays settings of one log, and no resamples.
func TestProgressCountsSteps(t *testing.T) {
	a, _, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	require.Contains(t, a.ProgressText(), " steps")
	require.NotContains(t, a.ProgressText(), "resamples")
}

// Each what-if is one press, and stands beside the answer as it was asked; nothing is computed.
func TestAWhatIfIsOnePress(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	said, tasks := s.Drawn["decide-verdict"], len(m.Tasks)
	list := v.Report.WhatIfs()
	require.Len(t, list, 7)
	for _, x := range list {
		a.Act("decide-if", x.Key)
		require.Contains(t, s.Drawn[hostWhatIf], lab.Esc(v.Report.WhatIfWords(x.Key)))
		require.Contains(t, s.Drawn[hostWhatIf], `id="decide-if-`+x.Key+`" data-act="decide-if" data-arg="`+x.Key+`" aria-pressed="true"`)
		require.Equal(t, 1, strings.Count(s.Drawn[hostWhatIf], `>as asked<`))
	}
	a.Act("decide-if", list[6].Key)
	require.NotContains(t, s.Drawn[hostWhatIf], "as asked")
	require.Equal(t, said, s.Drawn["decide-verdict"])
	require.Len(t, m.Tasks, tasks)
	a.Act("decide-suppose", "user")
	require.Equal(t, "heaviest", v.Plan.Without)
}

// The sentence stands there once all orders are replayed, however little time drawing has: the next task may take a minute.
func TestTheAnswerIsSeenAtOnce(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.Finish(0)
	m.Finish(0)
	require.False(t, v.Missing())
	require.NotContains(t, s.Drawn[hostSure], "data-verdict")
	v.Pace = lab.Pace{Due: math.Inf(1)}
	for !v.Report.Answered() {
		require.Greater(t, len(m.Tasks), v.Report.Plan.Pairs(), "the others are of other assumptions")
		m.Finish(0)
	}
	require.Contains(t, s.Drawn[hostSure], "data-verdict")
	require.Len(t, m.Tasks, v.Report.Plan.Pairs())
	require.False(t, v.ready(v.Lab.Current()), "once")
}

// The room of the answer is in the page before anything is known of it: the longest that can come, of which no text is.
func TestTheRoomOfTheAnswerIsKeptBeforeItComes(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	room := s.Drawn["decide-verdict-room"]
	longest := v.longest()
	require.NotEmpty(t, longest)
	require.Equal(t, lab.Rooms(longest), room)
	for _, host := range []string{room, v.nearRoom()} {
		require.Contains(t, host, "data-room=")
		require.Empty(t, strings.TrimSpace(tags.ReplaceAllString(host, "")), "the style alone draws it")
	}
	fits := func() {
		said := strings.TrimSpace(v.Report.Sentence() + " " + v.Report.Effect())
		first, rest, _ := strings.Cut(said, ". ")
		require.True(t, slices.ContainsFunc(longest, func(s string) bool {
			a, b, _ := strings.Cut(s, ". ")
			return len([]rune(first)) <= len([]rune(a))+1 && len([]rune(rest)) <= len([]rune(b))
		}), said)
	}
	unsure := false
	for len(m.Tasks) > 0 {
		m.Finish(0)
		if v.Report != nil {
			fits()
		}
		if !v.Missing() && !v.Report.Answered() && len(v.Report.Cards) > 0 {
			unsure = true
			require.Contains(t, s.Drawn[hostSure], `class="sure to-come" aria-hidden="true"`)
		}
	}
	require.True(t, unsure)
	require.NotContains(t, s.Drawn[hostSure], "to-come")
	require.Equal(t, room, s.Drawn["decide-verdict-room"])
	require.True(t, v.Verdict.Holds(), "nothing moves when the answer is whole")
	v.Show()
	require.False(t, v.Verdict.Holds(), "what comes into sight whole needs no room")
}

// tags are those of HTML.
var tags = regexp.MustCompile(`<[^>]*>`)

// Logs of systems that have queues alone are asked for a queue, by the card of what to mend as by the line on the log.
func TestALogOfQueuesIsAskedForAQueue(t *testing.T) {
	_, v, _, _ := page(t)
	o := &v.Lab.Opened
	o.Summary, o.Trace = &overview.Summary{Import: &job.Import{}}, &lab.Trace{Cleaning: &job.Cleaning{Pooled: job.Pooled{Queues: 2}}}
	o.Summary.Import.Partitions = []job.Division{{Name: "long"}, {Name: "short"}}
	require.Empty(t, v.mending("queue"), "the file is not at hand")
	o.File = 1
	for _, key := range []string{"queue", "partition"} {
		require.Contains(t, v.mending(key), "Choose a queue")
	}
	o.Trace.Cleaning.Pooled.Partitions = 3
	require.Contains(t, v.mending("partition"), "Choose a partition")
	o.Summary.Import.Partitions = o.Summary.Import.Partitions[:1]
	require.Empty(t, v.mending("partition"), "there is nothing to choose from")
}

// Where the replay lets nobody wait no what-if is answered, and no heading stands above none.
func TestNoWhatIfHasNoHeading(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	require.True(t, v.unsupposed())
	a.Run()
	m.FinishAll()
	require.False(t, v.unsupposed())
	v.Report.Ways = nil
	require.True(t, v.Report.Complete() && v.unsupposed())
}
