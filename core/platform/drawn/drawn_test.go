package drawn

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/platform"
	"shadowtime/core/plot"
	"shadowtime/core/plot/plottest"
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
			p, err := Of(s)
			require.NoError(t, err)
			p.Width = width
			p.ID = s.Name + strconv.FormatBool(load > 0) + strconv.Itoa(width)
			if load > 0 {
				running(p, m, load)
				p.Now = "2 h 30 min after the first submission"
			}
			list = append(list, p)
		}
		p, err := Of(s)
		require.NoError(t, err)
		p.Width, p.ID, p.Folded = width, s.Name+"folded"+strconv.Itoa(width), true
		list = append(list, p)
	}
	return list
}

func TestAPlatformIsLegibleAtEveryWidth(t *testing.T) {
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

// DRAWN_GALLERY=/tmp/g go test -run Gallery ./core/platform/drawn writes the
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
			b.WriteString(`<!doctype html><html data-theme="` + theme + `"><meta charset="utf-8"><style>` + string(sheet) + `body{padding:20px}svg{margin-bottom:36px}</style><body>`)
			for _, p := range pictures(t, w) {
				b.WriteString(p.SVG())
			}
			require.NoError(t, os.WriteFile(path+"-"+theme+"-"+strconv.Itoa(w)+".html", []byte(b.String()), 0o644))
		}
	}
}
