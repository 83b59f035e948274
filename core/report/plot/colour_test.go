package plot

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rgb is a colour in linear light.
type rgb [3]float64

func hex(t *testing.T, s string) rgb {
	t.Helper()
	var c rgb
	for i := range c {
		v, err := strconv.ParseUint(s[1+2*i:3+2*i], 16, 8)
		require.NoError(t, err, s)
		if x := float64(v) / 255; x <= 0.04045 {
			c[i] = x / 12.92
		} else {
			c[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return c
}

// The eyes: as most people see, and without one kind of cone each. Matrices in
// linear RGB of Machado, Oliveira and Fernandes (2009), severity 1.
var eyes = map[string][3]rgb{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func (c rgb) seen(eye [3]rgb) (out rgb) {
	for i, row := range eye {
		out[i] = math.Max(0, math.Min(1, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return out
}

// lab is CIELAB under D65.
func (c rgb) lab() (p [3]float64) {
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(c.luminance())
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (c rgb) luminance() float64 { return 0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2] }

// apart is the CIE76 difference of two colours: from about 2 on an eye tells
// them, 20 is another colour at a glance.
func (c rgb) apart(d rgb) float64 {
	a, b := c.lab(), d.lab()
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// contrast is that of WCAG.
func (c rgb) contrast(d rgb) float64 {
	a, b := c.luminance()+0.05, d.luminance()+0.05
	return math.Max(a, b) / math.Min(a, b)
}

// over is a colour laid over another, as strong as p, mixed as browsers do.
func (c rgb) over(d rgb, p float64) (out rgb) {
	curve := func(v float64) float64 {
		if v <= 0.0031308 {
			return 12.92 * v
		}
		return 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	for i := range out {
		v := curve(c[i])*p + curve(d[i])*(1-p)
		if v <= 0.04045 {
			out[i] = v / 12.92
		} else {
			out[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return out
}

// themes are the colours of the style sheet, by custom property: day, night as
// the system asks for it, night as the visitor does.
func themes(t *testing.T) (list []map[string]string) {
	t.Helper()
	sheet, err := os.ReadFile("../../../public/style.css")
	require.NoError(t, err)
	for _, block := range regexp.MustCompile(`(?s):root[^{]*\{(.*?)\}`).FindAllStringSubmatch(string(sheet), -1) {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`(--[a-z0-9-]+):\s*(#[0-9a-f]{6})\b`).FindAllStringSubmatch(block[1], -1) {
			colours[m[1]] = m[2]
		}
		if len(colours) > 0 {
			list = append(list, colours)
		}
	}
	require.Len(t, list, 3)
	require.Equal(t, list[1], list[2], "night is night, whoever asked for it")
	return list
}

func TestBetterAndWorseAreToldApartByEveryEyeAndAreNoCriterion(t *testing.T) {
	for k, theme := range themes(t)[:2] {
		less, more := hex(t, theme[better.name]), hex(t, theme[worse.name])
		for name, eye := range eyes {
			assert.Greater(t, less.seen(eye).apart(more.seen(eye)), 40.0, "theme %d, %s", k, name)
		}
		for _, p := range append(hues[:], accent, ink) {
			other := hex(t, theme[p.name])
			assert.Greater(t, less.apart(other), 25.0, "theme %d: better beside %s", k, p.name)
			assert.Greater(t, more.apart(other), 25.0, "theme %d: worse beside %s", k, p.name)
		}
		ground, words := hex(t, theme[paper.name]), hex(t, theme[ink.name])
		for _, c := range []rgb{less, more} {
			assert.Greater(t, c.contrast(ground), 4.5, "theme %d", k)
			for _, shade := range shadesOfShare { // figures stand on the shades
				p, err := strconv.ParseFloat(shade, 64)
				require.NoError(t, err)
				assert.GreaterOrEqual(t, words.contrast(c.over(ground, p)), 4.5, "theme %d, shade %s", k, shade)
			}
		}
	}
}

func TestFallbacksAreTheColoursOfTheDay(t *testing.T) {
	day := themes(t)[0]
	for _, p := range append(append(hues[:], people[:]...), ink, soft, paper, rule, accent, better, worse) {
		assert.Equal(t, day[p.name], p.fallback, p.name)
	}
}

// Six users are told apart, from the others, from the ground and from who is chosen.
func TestUsersAreToldApartByEveryEye(t *testing.T) {
	for k, theme := range themes(t)[:2] {
		ground := hex(t, theme[paper.name])
		list := []rgb{ground, hex(t, theme[ink.name]), hex(t, theme[soft.name]).over(ground, OthersStrength)}
		for _, p := range people {
			list = append(list, hex(t, theme[p.name]))
		}
		for i, c := range list[3:] {
			assert.Greater(t, c.contrast(ground), 1.9, "theme %d, %s", k, people[i].name)
			for _, d := range list[:3+i] {
				for name, eye := range eyes {
					assert.Greater(t, c.seen(eye).apart(d.seen(eye)), 20.0, "theme %d, %s, %s", k, people[i].name, name)
				}
			}
		}
	}
}

// A chart of changes is drawn in the two colours, and in none of a criterion
// but where it marks an order.
func TestChangesAreDrawnInBetterAndWorse(t *testing.T) {
	heat := Heat{Change: true}
	heat.Values[0][0], heat.Values[0][1] = -0.5, 0.5
	for name, svg := range map[string]string{
		"matrix":  (&Matrix{Orders: []MatrixOrder{{Name: "WFP3"}, {Name: "F1"}}, Share: [][]float64{{0, 0.9}, {0.1, 0}}}).SVG(),
		"grid":    (&Grid{Rows: []string{"WFP3"}, Columns: []string{"F1", "F2"}, Values: [][]float64{{-0.2, 0.2}}}).SVG(),
		"heat":    heat.SVG(),
		"diverge": (&Diverge{Name: "SPF", Rows: []DivergeRow{{Label: "a", Change: -0.2}, {Label: "b", Change: 0.2}}}).SVG(),
		"story":   (&Story{Orders: []string{"WFP3"}, Chosen: []int{0, 0, 0}, Ahead: []float64{-7200, 0, 7200}, Step: 1, X: "week"}).SVG(),
	} {
		assert.Contains(t, svg, "var("+better.name+",", name)
		assert.Contains(t, svg, "var("+worse.name+",", name)
		for _, p := range hues {
			assert.False(t, strings.Contains(svg, p.name+","), "%s uses %s", name, p.name)
		}
		// less comes in the colour of less
		switch name {
		case "grid":
			assert.Regexp(t, `fill="var\(--better[^>]*F1: change −20`, svg)
		case "diverge":
			assert.Regexp(t, `(?s)a: −0.2.*fill="var\(--better.*b: \+0.2.*fill="var\(--worse`, svg)
		}
	}
}
