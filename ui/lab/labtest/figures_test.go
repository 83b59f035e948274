package labtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/plottest"
	"shadowtime/core/sim/order"
	"shadowtime/ui"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// widths are the room for charts in windows of 320, 390, 768, 1440 and 1920.
var widths = []int{288, 358, 720, 1072, 1232}

// A gallery to look at: FIGURES_GALLERY=/tmp/figures go test -run Figure ./ui/lab/labtest
// writes every figure of every view, a file a width.
var gallery = map[string]*strings.Builder{}

func keep(name string, svgs []string) {
	if os.Getenv("FIGURES_GALLERY") == "" {
		return
	}
	b, ok := gallery[name]
	if !ok {
		b = &strings.Builder{}
		gallery[name] = b
	}
	for _, svg := range svgs {
		b.WriteString(svg)
	}
}

func writeGallery(t *testing.T) {
	dir := os.Getenv("FIGURES_GALLERY")
	if dir == "" {
		return
	}
	sheet, err := filepath.Abs("../../../public/style.css")
	require.NoError(t, err)
	for name, b := range gallery {
		html := `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="file://` + sheet +
			`"><style>body{padding:8px}svg{margin-bottom:40px;display:block}</style>` + b.String()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".html"), []byte(html), 0o644))
	}
}

var (
	drawing = regexp.MustCompile(`^<svg[^>]* class="plot `)
	tabs    = regexp.MustCompile(`data-act="tab" data-arg="([^"]+)"`)
	field   = regexp.MustCompile(`(?s)<select id="((?:figure|tune|predict|learn|train)-[a-z]+)" data-set="[^"]+"[^>]*>(.*?)</select>`)
	orders  = regexp.MustCompile(`data-arg="(order:[^"]+)"`)
	option  = regexp.MustCompile(`<option value="([^"]*)"`)
)

// drawings are those in a text.
func drawings(html string) (list []string) {
	for {
		at := strings.Index(html, "<svg")
		if at < 0 {
			return list
		}
		html = html[at:]
		end := strings.Index(html, "</svg>") + len("</svg>")
		if drawing.MatchString(html[:end]) {
			list = append(list, html[:end])
		}
		html = html[end:]
	}
}

// figures are the drawings on the page.
func figures(s *labtest.Screen) (list []string) {
	for host, html := range s.Drawn {
		if host != "spark" {
			list = append(list, drawings(html)...)
		}
	}
	slices.Sort(list)
	return list
}

// eachLook calls f with every picture of the view in sight, looked at in every
// way that its fields offer, one field at a time.
func eachLook(a *ui.App, m *labtest.Machine, s *labtest.Screen, f func(what string)) {
	var keys []string
	for _, html := range s.Drawn {
		for _, m := range tabs.FindAllStringSubmatch(html, -1) {
			keys = append(keys, m[1])
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		a.Act("tab", key)
		for len(m.Asked) > 0 { // what is drawn may have to be worked out first
			m.Answer()
		}
		f(key)
		if strings.Contains(s.Drawn["figure-look"], `data-arg="together"`) {
			a.Act("curves", "together")
			f(key + " together")
			for _, m := range orders.FindAllStringSubmatch(s.Drawn["figure-look"], -1) {
				a.Act("curves", m[1]) // all that were left out, and none of the first ones
			}
			f(key + " together, others")
			a.Act("curves", "apart")
		}
		for _, html := range []string{s.Drawn["figure-look"], s.Drawn["online-look"], s.Drawn["tune-look"], s.Drawn["predict-look"],
			s.Drawn["learn-look"], s.Drawn["train-look"]} {
			for _, m := range field.FindAllStringSubmatch(html, -1) {
				values := option.FindAllStringSubmatch(m[2], -1)
				for i, v := range values {
					if i < 5 || i == len(values)-1 {
						a.Set(m[1], v[1])
						f(key + " " + m[1] + "=" + v[1])
					}
				}
				if len(values) > 0 {
					a.Set(m[1], values[0][1])
				}
			}
		}
	}
}

// Every figure of every view is legible at every width, and as a file: all words
// inside and apart from each other, none cut, three labels an axis, panels of 240
// pixels.
func TestEveryFigureIsLegible(t *testing.T) {
	fixture.Long(t)
	t.Cleanup(func() { writeGallery(t) })
	questions := map[string]struct {
		query string
		log   lublin.Config
	}{
		"compare": {"view=compare&weeks=6&resamples=4", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
		"decide":  {"view=decide", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
		"compare-every": {"view=compare&orders=" + strings.Join(order.Names(order.Every()), ",") +
			",expr:log10(q)*p%2B870*log10(r)&weeks=3&resamples=3", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"compare-one": {"view=compare&orders=SPF&weeks=3&resamples=2", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"online": {"view=online&weeks=4&resamples=4&strategies=random,full,noisy,epsilon-greedy@0.1,epsilon-greedy@0.3,thompson,linucb",
			lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"online-one": {"view=online&weeks=3&resamples=2&strategies=ucb1&period=day&orders=FCFS,SPF",
			lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"react": {"view=react&orders=all&replicates=3", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"tune":  {"view=tune&pairs=7x7&resamples=6", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
		"predict": {"view=predict&weeks=6&resamples=4&also=ave3-doubling-FCFS,learned-requested-FCFS",
			lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
		"learn": {"view=learn&pairs=12&trials=128&days=2&features=lin,qua", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
		"train": {"view=train&platform=fastslow&jobs-first=8&episodes=12&seeds=4", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"train-own": {"view=train&platform=spread&jobs=own&baseline=mean&actions=shortest-high_gflops,first-high_mem_bw&episodes=60&seeds=4",
			lublin.Config{Procs: 64, Jobs: 1500, Seed: 2}},
		"cluster": {"view=cluster&pairs=*-high_gflops,*-low_power,shortest-*&jobs-first=200&stretches=6",
			lublin.Config{Procs: 256, Jobs: 1500, Seed: 3}},
		"tune-one": {"view=tune&pairs=FCFS,SPF x FCFS&resamples=4", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3}},
	}
	eachView(t, map[string]string{"replay": "its pictures are painted"}, func(t *testing.T, view string) {
		require.Contains(t, questions, view, "say here what its figures are shown of")
	})
	for name, x := range questions {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "-") {
				fixture.Rare(t) // a view asked a second question
			}
			a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
			a.Start(strings.ReplaceAll(x.query, " ", "%20"))
			require.Empty(t, a.Message)
			m.Log = m.Add("synthetic-log-with-a-name", x.log)
			labtest.Load(a, m)
			a.Run()
			m.FinishAll()
			require.NotEmpty(t, figures(s))
			if act := map[string]string{"online": "story-open", "cluster": "play-open"}[name]; act != "" {
				a.Act(act, "")
				for len(m.Asked) > 0 {
					m.Answer()
				}
			}
			seen := map[string]bool{}
			check := func(what string, svgs []string) (fresh []string) {
				for _, svg := range svgs {
					if seen[svg] {
						continue
					}
					seen[svg] = true
					fresh = append(fresh, svg)
					plottest.Legible(t, what, svg, plot.TextWidth)
				}
				return fresh
			}
			for _, w := range widths {
				s.Wide = w
				a.Resized()
				eachLook(a, m, s, func(what string) {
					keep(fmt.Sprintf("%s-%d", name, w), check(fmt.Sprintf("%s, width %d", what, w), figures(s)))
				})
			}
			for _, size := range []string{"screen", "single", "middle", "double"} {
				a.Act("figure-size", size)
				eachLook(a, m, s, func(what string) {
					a.Act("picture", "svg")
					require.NotEmpty(t, s.Files)
					for _, svg := range s.Files {
						require.Equal(t, size != "screen", strings.Contains(svg[:200], `mm"`))
						keep(name+"-"+size, check(what+", file "+size, []string{svg}))
					}
					clear(s.Files)
				})
			}
		})
	}
}
