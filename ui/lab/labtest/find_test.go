package labtest_test

import (
	"html"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/ui/lab/labtest"
)

// People look for things by their own words: what they mean is among the first four found.
func TestThingsAreFoundByTheWordsPeopleUse(t *testing.T) {
	a, m, s := whole(t)
	a.Start("")
	labtest.Load(a, m)
	a.Find()
	found := regexp.MustCompile(`<b>(.*?)</b> <span>`)
	for phrase, name := range map[string]string{
		"dark mode":                   "Theme",
		"keyboard shortcuts":          "Keys",
		"share this":                  "Copy a link",
		"print to pdf":                "Print",
		"upload a file":               "Choose files",
		"open another log":            "Another log",
		"sacct format":                "Which files are read",
		"how to read swf":             "Which files are read",
		"csv":                         "Which files are read",
		"pbs logs":                    "Which files are read",
		"help":                        "All documentation",
		"manual":                      "All documentation",
		"glossary":                    "Glossary",
		"formula of bounded slowdown": "How results are defined",
		"how sure is this?":           "What the evidence is worth",
		"can I trust the evidence":    "What the evidence is worth",
		"confidence interval":         "What the evidence is worth",
		"random seed":                 "Seed",
		"bootstrap":                   "Resamples",
		"fair share":                  "PriorityWeightFairshare",
		"bf_window":                   "bf_window",
		"bf_max_job_test":             "bf_max_job_test",
		"PriorityWeightAge":           "PriorityWeightAge",
		"slurm.conf":                  "Slurm as a site has it set",
		"squeue":                      "Slurm",
		"starvation":                  "Threshold",
		"threshold":                   "Threshold",
		"what is the best policy":     "Orders tried",
		"compare orders":              "Orders tried",
		"SJF":                         "Orders tried",
		"walltime estimates":          "Predict",
		"predict run times":           "Predict",
		"machine learning":            "Agents that learn",
		"reinforcement learning":      "Agents that learn",
		"bandits":                     "Online",
		"gpu":                         "Cluster",
		"energy":                      "Cluster",
		"heterogeneous cluster":       "Cluster",
		"maintenance":                 "Outages of processors",
		"more load":                   "Scale the load",
		"how many processors":         "Outages of processors",
		"gantt chart":                 "Explore",
		"why did my job wait":         "Explore",
		"step by step":                "Teach",
		"lecture for students":        "The course",
		"embed in a website":          "In a page of yours",
		"offline":                     "One file, and without a network",
		"install the command":         "The command",
		"speed":                       "Speed",
		"memory":                      "Limits",
		"limits of file size":         "Limits",
		"privacy":                     "Limits",
		"public logs":                 "Public logs one press away",
		"reproduce a paper":           "Reproduce",
		"published results":           "Beside the published numbers",
		"tuning":                      "Tune",
		"examples":                    "A starved wide job",
		"many machines":               "Campaigns",
		"contribute code":             "How the code is laid out",
		"PriorityMaxAge":              "PriorityMaxAge",
		"the tour":                    "The tour",
		"teach":                       "Teach",
		"solutions":                   "Solutions of the exercises",
		"answers to the exercises":    "Solutions of the exercises",
		"sbatch":                      "Teach",
		"scancel":                     "Teach",
	} {
		a.Act("palette-find", phrase)
		var names []string
		for _, x := range found.FindAllStringSubmatch(s.Drawn["palette-list"], 4) {
			names = append(names, html.UnescapeString(x[1]))
		}
		require.Contains(t, names, name, phrase)
	}
	a.Act("palette-find", "of the")
	require.Greater(t, len(found.FindAllString(s.Drawn["palette-list"], -1)), 30, "words that say nothing find all")
	a.Act("palette-find", "xyzzy")
	require.Contains(t, s.Drawn["palette-list"], "Nothing here is called that")
}

// A parameter of Slurm leads to the table of parameters, and a setting of another method to its field there.
func TestWhatIsFoundElsewhereIsGoneTo(t *testing.T) {
	a, m, s := whole(t)
	a.Start("")
	labtest.Load(a, m)
	a.Find()
	a.Act("palette-find", "bf_resolution")
	a.Act("palette-go", "0")
	require.Equal(t, "docs/slurm-parameters.html#parameters-table", s.Followed)
	a.Find()
	a.Act("palette-find", "loss of the learner")
	a.Act("palette-go", "0")
	require.Equal(t, "predict", a.View.Key())
	require.NotEmpty(t, s.Focused)
}
