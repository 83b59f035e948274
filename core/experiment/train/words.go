package train

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/cluster"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
)

// Sentence says what the agents learned, and what that is worth on jobs they never saw.
func (c *Cohort) Sentence() string {
	switch {
	case c.Done == 0:
		return "Nothing is known yet."
	case c.Best != nil:
		return c.found()
	}
	return c.worth()
}

func (c *Cohort) after() string {
	n := c.Plan.Agent.Episodes
	return "After " + numeral.Count(n) + numeral.Plural(n, " episode", " episodes")
}

// does is what the best actions do.
func (c *Cohort) does(n int) string {
	if c.Plan.Jobs == Own {
		return numeral.Plural(n, "spreads", "spread") + " the two jobs over both processors"
	}
	return numeral.Plural(n, "chooses", "choose") + " what is best"
}

// found says how many seeds found what is best.
func (c *Cohort) found() string {
	b := c.Best
	if !b.Next.Known() {
		return "There is nothing to learn here: whatever the agent chooses, the " + c.judged().Name + " is " + c.value(b.Value) + "."
	}
	s := c.after() + " " + c.of(b.Seeds) + " " + c.does(c.Done) + " with a probability above " + numeral.Plain(SettledAt)
	if c.Done > 1 {
		s += " (95 % interval of that share: " + numeral.Percent(b.Low, 0) + " to " + numeral.Percent(b.High, 0) + ")"
	}
	if more := b.Likeliest - b.Seeds; more > 0 {
		s += ". " + numeral.Count(more) + " more " + numeral.Plural(more, "likes", "like") + " it best, less surely"
	}
	if b.Elsewhere > 0 {
		s += ". " + numeral.Count(b.Elsewhere) + " settled on something worse"
	}
	return s + ". Chosen so, the " + c.judged().Name + " is " + c.value(b.Value) + ". Otherwise it is " + c.value(b.Next) + " at best."
}

func (c *Cohort) of(n int) string {
	if c.Done == 1 {
		return []string{"the one seed not yet", "the one seed"}[n]
	}
	return numeral.Count(n) + " of " + seedsText(c.Done)
}

func (c *Cohort) value(v report.Float) string {
	s := numeral.Number(v)
	if _, unit := c.Judged(); unit != "" {
		s += numeral.Thin + unit
	}
	return s
}

// Beside sets the same seeds of another plan beside: those without the baseline, or
// with it.
func (c *Cohort) Beside(other *Cohort) string {
	if other == nil || other.Best == nil || other.Done == 0 {
		return ""
	}
	b := other.Best
	form := "With the mean reward so far as a baseline"
	if other.Plan.Agent.Baseline == agent.None {
		form = "In the plain form, as published,"
	}
	s := form + " " + numeral.Count(b.Seeds) + " of the same " + seedsText(other.Done) + numeral.Plural(b.Seeds, " does", " do")
	if b.Elsewhere > 0 {
		s += ", and " + numeral.Count(b.Elsewhere) + " settled on something worse"
	}
	if other.Plan.Agent.Baseline == agent.None {
		s += ". All its returns are positive, so whatever was done becomes likelier"
	}
	return s + "."
}

// worth compares what was learned with EASY, chance and the best pair in hindsight.
func (c *Cohort) worth() string {
	j := c.judged()
	mine := c.Find(false, WhoDraws, "")
	lift := change(c.values(testKey{false, sampled, false}, j.of), c.values(testKey{false, uniform, false}, j.of))
	s := ""
	switch {
	case c.Done == 1:
		s = c.after() + " of one seed the agent’s " + j.Name + " is " + c.against(mine)
	case j.learned(lift):
		s = c.after() + " the agent’s " + j.Name + " is " + c.against(mine)
	default:
		s = "Nothing was shown to be learned. " + c.after() + " the agent’s " + j.Name +
			" differs from that of choosing at random by " + interval(lift.Mid, lift.Low, lift.High) + ". It is " + c.against(mine)
	}
	s += " on the " + c.jobs() + " learned on"
	if next := c.Find(true, WhoDraws, ""); next != nil {
		s += ". On the next " + numeral.Count(c.unseen()) + ", which it never saw, it is " + c.against(next)
	}
	s += "."
	if c.Done == 1 {
		s += " One seed proves nothing."
	}
	if c.Done > 1 && j.learned(lift) {
		s += " Against choosing at random it changes by " + interval(lift.Mid, lift.Low, lift.High) + "."
	}
	if best := c.Hindsight(false); best != nil {
		s += " The best single pair, known only in hindsight, is " + best.Name() + " with " + report.Signed(best.Change) + " against EASY."
	}
	return s
}

// learned says whether a change against chance is surely one for the better.
func (j judged) learned(d stats.Change) bool {
	if j.More {
		return d.Low > 0
	}
	return d.High < 0
}

// against says how one tested stands to EASY.
func (c *Cohort) against(t *Tested) string {
	switch {
	case t == nil || !t.Change.Known():
		return "beyond comparison with EASY"
	case t.Change == 0 && !(t.Low < 0 || t.High > 0):
		return "that of EASY"
	case t.Low <= 0 && t.High >= 0:
		return "not shown to differ from EASY’s: " + interval(float64(t.Change), float64(t.Low), float64(t.High))
	case t.Change < 0:
		return much(-float64(t.Change), -float64(t.High), -float64(t.Low)) + " below EASY’s"
	}
	return much(float64(t.Change), float64(t.Low), float64(t.High)) + " above EASY’s"
}

// interval writes a change with its interval, where it has one.
func interval(mid, low, high float64) string {
	return numeral.SignedPercent(mid, numeral.Digits(mid)) + bracket(mid, low, high)
}

// much is interval without a sign.
func much(mid, low, high float64) string {
	return numeral.Percent(mid, numeral.Digits(mid)) + bracket(mid, low, high)
}

func bracket(mid, low, high float64) string {
	if !(high > low) {
		return ""
	}
	return " " + numeral.IntervalTo(low, high, numeral.Digits(mid))
}

func (c *Cohort) jobs() string {
	if c.Ground == nil {
		return "jobs"
	}
	return numeral.Jobs(c.Ground.Jobs)
}

func (c *Cohort) unseen() int {
	if c.Ground == nil {
		return c.Plan.First
	}
	return c.Ground.Unseen
}

// Cautions are what must be known before the figures are believed.
func (c *Cohort) Cautions() (list []string) {
	if c.Done > 0 && c.Done < 10 && c.Best == nil {
		list = append(list, "Intervals are over "+seedsText(c.Done)+" of one stretch of jobs. They say how much luck is in learning, not "+
			"how other stretches or machines would turn out.")
	}
	if c.Ground != nil && c.Ground.Unseen == 0 && c.Plan.Jobs == OfLog {
		list = append(list, "The log has no whole stretch behind the one that was learned on. How the agent does on jobs it never saw is "+
			"not known. Ask for fewer jobs.")
	}
	if c.Ground != nil && c.Ground.Left > 0 {
		list = append(list, numeral.Count(c.Ground.Left)+numeral.Plural(c.Ground.Left, " job was", " jobs were")+
			" left out: they fit nowhere on this platform, or their times can’t be.")
	}
	if p := &c.Plan.Agent; p.Baseline == agent.Mean && c.Done > 0 && c.Best == nil {
		list = append(list, "The baseline does nothing here. Returns of several decisions are normalised, which takes it away.")
	}
	return list
}

// Methods is a paragraph with every setting, ready for a report.
func (c *Cohort) Methods() string {
	s := &c.Source
	p, a := &c.Plan, &c.Plan.Agent
	text := "We trained " + seedsText(p.Seeds) + " of " + agentWords(a) + " to schedule the platform " + p.Site.Name()
	if p.Jobs == Own {
		text += " with the two jobs of HDeepRM’s first scenario (one core, 8 GB, 24 GB/s and 5 s at the platform’s mean speed each, both " +
			"submitted at once)"
	} else {
		text += " with jobs of the log " + s.Name + " (SHA-256 of its columns " + c.Digest[:16] + "...)"
		if c.Ground != nil {
			text += ": " + numeral.Count(c.Ground.Jobs) + " that fit the platform"
			if p.Skip > 0 {
				text += ", " + numeral.Count(p.Skip) + " passed over before them"
			}
		}
		text += map[string]string{cluster.Ran.String(): ", each with the work of its run time at the platform’s mean speed",
			cluster.Accuracy.String(): ", each with the work of its requested time at the platform’s mean speed times an accuracy drawn " +
				"after Tsafrir and others"}[p.Work]
		text += "; bandwidths are drawn anew for each seed"
		if none := s.Cleaning.Supposed(); none != "" {
			text += "; " + strings.ToLower(none[:1]) + strings.TrimSuffix(none[1:], ".")
		}
	}
	text += ". An episode is one run of these jobs, " + numeral.Count(a.Episodes) + " a seed, seeds from " + strconv.FormatUint(p.Seed,
		10) + " on. At each instant with an arrival or an end and a job waiting the agent sees " +
		map[string]string{"normal": "nodes, processors, cores and the queue", "small": "nodes, processors and the queue",
			"minimal": "the queue alone"}[a.Observe] + " (queue sensitivity " + numeral.Plain(a.Sensitivity) + ") and takes one of " +
		strconv.Itoa(len(c.Actions)) + " actions (" + few(c.Actions) + "), with backfilling " + a.Backfilling +
		". The reward is that of HDeepRM’s objective " + a.Objective +
		". The policy is a network of an input layer and three hidden layers of " + strconv.Itoa(a.Hidden) + " units (leaky ReLU)"
	if a.Agent == agent.ActorCritic {
		text += ", the critic another such head on the same input layer"
	}
	text += "; Adam with rate " + numeral.Plain(a.LR) + " makes one step an episode. Returns are discounted by " + numeral.Plain(a.Gamma) +
		" and, of more than one decision, normalised"
	if a.Baseline == agent.Mean {
		text += "; from the return of an only decision the mean reward so far is taken"
	}
	text += ". Tests learn nothing: the agent draws as in training (mean of " + strconv.Itoa(testEpisodes) +
		" runs), takes the likeliest action, or any at random; pairs are taken always, with and without EASY backfilling. EASY is " + EASY +
		" with it. Changes are those of sums over seeds, with 95 % intervals over seeds (Fieller). Bands of courses are the 5th to 95th " +
		"percentile of the seeds. "
	return text + "Computed with Shadowtime, report format " + strconv.Itoa(reportVersion) + "."
}

func agentWords(a *agent.Plan) string {
	if a.Agent == agent.ActorCritic {
		return "an actor-critic"
	}
	return "REINFORCE"
}

// CSV writes a line a seed and point of its course.
func (c *Cohort) CSV() string {
	return courseCSV(c.Plan.Agent.Baseline, c.Actions, c.Seeds, func(_ *Curves, i int) int { return c.Episodes[i] })
}

// CoursesCSV is CSV of a form and of the one beside it, nil where there is none.
func CoursesCSV(c, beside *Cohort) string {
	s := c.CSV()
	if beside != nil {
		_, rest, _ := strings.Cut(beside.CSV(), "\n")
		s += rest
	}
	return s
}

// CSV writes a line a seed and episode.
func (r *Report) CSV() string {
	seeds := r.Seeds
	if r.Curves != nil {
		seeds = []Curves{*r.Curves}
	}
	return courseCSV(r.Plan.Baseline, r.Actions, seeds, func(c *Curves, i int) int { return c.First + i })
}

func courseCSV(baseline string, actions []string, seeds []Curves, episode func(c *Curves, i int) int) string {
	return table(func(write func(fields ...string)) {
		write(append([]string{"baseline", "seed", "episode", "decisions", "reward", "loss", "entropy", "makespan", "energy"},
			actions...)...)
		for i := range seeds {
			s := &seeds[i]
			for k := range s.Rewards {
				loss := "" // tests have none
				if k < len(s.Losses) {
					loss = numeral.Exact(s.Losses[k])
				}
				line := []string{baseline, strconv.FormatUint(s.Seed, 10), strconv.Itoa(episode(s, k)), strconv.Itoa(s.Decisions[k]),
					numeral.Exact(s.Rewards[k]), loss}
				for _, x := range append([]report.Float{s.Entropies[k], s.Makespans[k], s.Energies[k]}, s.Preferences[k]...) {
					line = append(line, numeral.Exact(x))
				}
				write(line...)
			}
		}
	})
}

// TestsCSV writes a line a test, means over seeds.
func (c *Cohort) TestsCSV() string { return c.Columns().CSV(report.Rows(c.Tests)) }

// AnswerCSV is what the chart of the answer shows: where the best action is known, the share
// of the seeds that take one, of both forms if there are two; else the tests.
func (c *Cohort) AnswerCSV(beside *Cohort) string {
	if c.Best == nil {
		return c.TestsCSV()
	}
	return table(func(write func(fields ...string)) {
		write("form", "episode", "seeds that take a best action with more than "+numeral.Plain(SettledAt)+", fraction")
		for _, x := range []*Cohort{c, beside} {
			if x == nil {
				continue
			}
			form := ""
			if beside != nil {
				form = x.Form()
			}
			for k, share := range x.BestShares() {
				write(form, strconv.Itoa(x.Episodes[k]), numeral.Exact(share))
			}
		}
	})
}

func table(fill func(write func(fields ...string))) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	fill(func(fields ...string) { _ = w.Write(fields) }) // a strings.Builder takes every write
	w.Flush()
	return b.String()
}
