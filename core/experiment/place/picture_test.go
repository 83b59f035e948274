package place

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/plottest"
)

// running is a moment of a run, as states follow from who is busy.
func running(p *plot.Platform, m *platform.Machine, load float64) {
	r := rand.New(rand.NewPCG(2, 2))
	p.States, p.Memory, p.Bandwidth = make([]plot.CoreState, m.Cores()), make([]float64, len(m.Nodes)), make([]float64, len(m.Processors))
	for i := range m.Nodes {
		p.Memory[i] = r.Float64() * load
	}
	for i := range m.Processors {
		q := &m.Processors[i]
		busy, asked := make([]bool, q.To-q.From), 0.0
		at := min(1, max(0, load+r.NormFloat64()*0.4))
		for k := range busy {
			if r.Float64() < at {
				busy[k], asked = true, asked+float64(4*(1+r.IntN(4)))
			}
		}
		p.Bandwidth[i] = asked / q.Bandwidth
		for k := range busy {
			state := plot.CoreIdle
			switch {
			case busy[k] && p.Bandwidth[i] > 1:
				state = plot.CoreSlowed
			case busy[k]:
				state = plot.CoreBusy
			case asked > 0:
				state = plot.CoreBeside
			}
			p.States[int(q.From)+k] = state
		}
	}
}

// large is beyond what can be drawn core by core.
func large() *platform.Spec {
	s, _ := platform.BuiltinSpec("gaia")
	for i := range s.Clusters[0].Nodes {
		s.Clusters[0].Nodes[i].Number *= 20
	}
	s, _ = s.WithProcessors("SGI UV-2000", 0, 100)
	s, _ = s.WithProcessor(platform.ProcessorType{Name: "many", Cores: 5000, Clock: 1, Flops: 32, Bandwidth: 900, Power: 500})
	s, _ = s.SwapProcessor("Dell R820", "Xeon E5-4640", "many")
	s.Name = "large"
	return s
}

func pictures(t testing.TB, width int) (list []*plot.Platform) {
	t.Helper()
	specs := []*platform.Spec{}
	for _, b := range platform.Builtins() {
		specs = append(specs, b.Spec)
	}
	for _, s := range append(specs, large()) {
		m, err := s.Lay()
		require.NoError(t, err)
		for _, load := range []float64{-1, 0.6} {
			p, err := MachinePicture(s)
			require.NoError(t, err)
			p.Width = width
			p.ID = s.Name + strconv.FormatBool(load > 0) + strconv.Itoa(width)
			if load > 0 {
				running(p, m, load)
				p.Now = "2 h 30 min after the first submission"
			}
			list = append(list, p)
		}
		p, err := MachinePicture(s)
		require.NoError(t, err)
		p.Width, p.ID, p.Folded = width, s.Name+"folded"+strconv.Itoa(width), true
		list = append(list, p)
	}
	return list
}

func TestAPlatformIsLegibleAtEveryWidth(t *testing.T) {
	fixture.Long(t)
	for _, w := range []int{280, 340, 390, 600, 768, 1100, 1440} {
		for _, p := range pictures(t, w) {
			svg := p.SVG()
			plottest.Legible(t, p.ID, svg, plot.TextWidth)
			require.Less(t, len(svg), 110<<10, p.ID)
			require.NotContains(t, svg, "NaN")
			require.Equal(t, svg, p.SVG())
		}
	}
}

// runPicture is n jobs one after the other on the lowest idle cores, or on any.
func runPicture(t testing.TB, spec *platform.Spec, n, widest int, scattered bool) *plot.Schedule {
	t.Helper()
	m, err := spec.Lay()
	require.NoError(t, err)
	f, err := RunPicture(spec)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 3))
	free, now := make([]float64, m.Cores()), 0.0
	for i := range n {
		now += r.ExpFloat64() * 40 * float64(widest) / float64(m.Cores()) * 12
		var cores []int32
		for want := 1 + r.IntN(min(widest, len(free))); len(cores) == 0; now += 30 {
			first := 0
			if scattered {
				first = r.IntN(len(free))
			}
			for k := range free {
				at := (first + k*7) % len(free) // 7 divides no number of cores here
				if !scattered {
					at = k
				}
				if len(cores) < want && free[at] <= now {
					cores = append(cores, int32(at))
				}
			}
			if len(cores) < want {
				cores = nil
			}
		}
		slices.Sort(cores)
		length := 60 * float64(1+r.IntN(60))
		if i%9 == 0 {
			length *= 6
		}
		for _, k := range cores {
			free[k] = now + length
		}
		f.Jobs = append(f.Jobs, plot.ScheduleJob{Label: strconv.Itoa(i + 1), Start: now, End: now + length, Cores: ranges(cores)})
	}
	for i := range m.Processors {
		for at := r.Float64() * now; at < now; at += r.Float64() * now {
			f.Over = append(f.Over, plot.OverSpan{Processor: i, From: at, To: at + 0.05*now})
		}
	}
	f.Title, f.Subtitle, f.X = spec.Name, strconv.Itoa(n)+" jobs", "time since the first submission"
	return f
}

// ranges joins ascending cores.
func ranges(cores []int32) (list []plot.CoreRange) {
	for _, core := range cores {
		if n := len(list); n > 0 && list[n-1].To == int(core) {
			list[n-1].To++
		} else {
			list = append(list, plot.CoreRange{From: int(core), To: int(core) + 1})
		}
	}
	return list
}

func runs(t testing.TB, width int) (list []*plot.Schedule) {
	t.Helper()
	add := func(f *plot.Schedule) {
		f.Width, f.ID = width, f.Title+strconv.Itoa(len(list))+"w"+strconv.Itoa(width)
		list = append(list, f)
	}
	for _, b := range platform.Builtins() {
		add(runPicture(t, b.Spec, 20, 3, false))
		add(runPicture(t, b.Spec, 200, 40, false))
		f := runPicture(t, b.Spec, 400, 4, true)
		f.ByJob, f.Chosen, f.Play, f.Now = true, "40", true, 8000
		add(f)
	}
	spec, _ := platform.BuiltinSpec("gaia")
	add(runPicture(t, spec, 1500, 64, false))
	add(runPicture(t, spec, 1500, 64, true))
	two := runPicture(t, spec, 0, 1, false)
	two.Jobs = []plot.ScheduleJob{{Label: "1", Start: 0, End: 5, Cores: []plot.CoreRange{{From: 0, To: 2280}}}}
	add(two)
	return list
}

func TestARunIsLegibleAtEveryWidth(t *testing.T) {
	fixture.Long(t)
	list := runs(t, 280)
	for _, w := range []int{280, 390, 768, 1440} {
		for _, f := range list {
			f.Width = w
			svg := f.SVG()
			plottest.Legible(t, f.ID, svg, plot.TextWidth)
			require.Less(t, len(svg), 400<<10, f.ID)
			require.Less(t, strings.Count(svg, "<"), 4000, f.ID)
			require.NotContains(t, svg, "NaN")
			require.Equal(t, svg, f.SVG())
		}
	}
}

func TestAPlaceOnARunIsItsMomentAndCore(t *testing.T) {
	fixture.Long(t)
	for _, f := range runs(t, 900) {
		f.SVG()
		top, bottom := f.Lanes()
		moment := f.Jobs[len(f.Jobs)/2].Start
		last := -1
		for y := top; y < bottom; y++ {
			at, core, ok := f.At(f.Place(moment), y)
			if !ok {
				continue
			}
			require.InDelta(t, moment, at, 1e-6*(1+moment))
			require.GreaterOrEqual(t, core, last)
			last = core
		}
		require.Positive(t, last)
		_, _, ok := f.At(0, top)
		require.False(t, ok)
	}
}

// DRAWN_GALLERY=/tmp/g go test -run Gallery ./core/experiment/place writes the
// pictures to look at.
func TestGallery(t *testing.T) {
	path := os.Getenv("DRAWN_GALLERY")
	if path == "" {
		t.Skip("set DRAWN_GALLERY to the beginning of file names to get one")
	}
	sheet, err := os.ReadFile("../../../public/style.css")
	require.NoError(t, err)
	for _, theme := range []string{"light", "dark"} {
		for _, w := range []int{350, 720, 1392} {
			var b strings.Builder
			b.WriteString(`<!doctype html><html data-theme="` + theme + `"><meta charset="utf-8"><style>` + string(sheet) +
				`body{padding:20px}svg{margin-bottom:36px}</style><body>`)
			for _, p := range pictures(t, w) {
				b.WriteString(p.SVG())
			}
			for _, f := range runs(t, w) {
				b.WriteString(f.SVG())
			}
			require.NoError(t, os.WriteFile(path+"-"+theme+"-"+strconv.Itoa(w)+".html", []byte(b.String()), 0o644))
		}
	}
}
