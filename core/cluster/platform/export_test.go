package platform

import (
	"encoding/xml"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type simgrid struct {
	Version string `xml:"version,attr"`
	Main    struct {
		Zones []struct {
			ID    string `xml:"id,attr"`
			Hosts []struct {
				ID    string `xml:"id,attr"`
				State string `xml:"pstate,attr"`
				Speed string `xml:"speed,attr"`
				Prop  struct {
					ID    string `xml:"id,attr"`
					Value string `xml:"value,attr"`
				} `xml:"prop"`
			} `xml:"host"`
			Links []struct {
				ID        string `xml:"id,attr"`
				Bandwidth string `xml:"bandwidth,attr"`
				Latency   string `xml:"latency,attr"`
			} `xml:"link"`
			Routes []struct {
				From string `xml:"src,attr"`
				To   string `xml:"dst,attr"`
				Over struct {
					ID string `xml:"id,attr"`
				} `xml:"link_ctn"`
			} `xml:"route"`
		} `xml:"zone"`
		Links  []struct{} `xml:"link"`
		Routes []struct{} `xml:"zoneRoute"`
	} `xml:"zone"`
}

func written(t testing.TB, s *Spec) (x simgrid) {
	t.Helper()
	var b strings.Builder
	require.NoError(t, s.WriteSimGrid(&b))
	require.NoError(t, xml.Unmarshal([]byte(b.String()), &x))
	return x
}

// Every core is a host with speed and power of its four states, to the last bit.
func TestSimGridHasEveryStateOfEveryCore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	list := []*Spec{random(r), random(r), random(r)}
	for _, b := range Builtins() {
		list = append(list, b.Spec)
	}
	for _, s := range list {
		m, x := lay(t, s), written(t, s)
		require.Equal(t, "4.1", x.Version)
		require.Len(t, x.Main.Zones, len(s.Clusters)+1)
		require.Len(t, x.Main.Links, len(s.Clusters))
		require.Len(t, x.Main.Routes, 2*len(s.Clusters))
		require.Equal(t, "0.0:0.0", x.Main.Zones[0].Hosts[0].Prop.Value, "the managing host takes no power")
		core, links, node := 0, 0, map[string]string{}
		for _, z := range x.Main.Zones[1:] {
			links += len(z.Links)
			require.Len(t, z.Routes, 2*len(z.Hosts))
			for _, r := range z.Routes {
				node[r.To] = r.Over.ID
			}
			for _, h := range z.Hosts {
				p := &m.Processors[at(m, core)]
				require.Equal(t, "cor_"+strconv.Itoa(core), h.ID)
				require.Equal(t, "3", h.State)
				require.Equal(t, "udl_"+strconv.Itoa(int(p.Node)), node[h.ID])
				require.Equal(t, "watt_per_state", h.Prop.ID)
				speeds, watts := strings.Split(h.Speed, ", "), strings.Split(h.Prop.Value, ", ")
				require.Len(t, speeds, 4)
				require.Len(t, watts, 4)
				for i, state := range states {
					idle, full, _ := strings.Cut(watts[i], ":")
					require.Equal(t, idle, full)
					require.Equal(t, state.Power*p.Power, float(t, full))
					if i < 2 {
						require.Equal(t, state.Speed*p.Speed, float(t, strings.TrimSuffix(speeds[i], "Gf")))
					} else {
						require.Equal(t, stoodStill, speeds[i])
					}
				}
				core++
			}
		}
		require.Equal(t, m.Cores(), core)
		require.Equal(t, len(m.Nodes), links)
	}
}

func at(m *Machine, core int) int {
	for i := range m.Processors {
		if core < int(m.Processors[i].To) {
			return i
		}
	}
	return -1
}

func float(t testing.TB, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return v
}

func TestSimGridTakesTheLinksOfTheDescription(t *testing.T) {
	s, _ := BuiltinSpec("spread")
	s.TypesProperties = []Property{{"networks", `{"_doc":1,"Giga & more":{"bandwidth":"1.0Gbps<\u0001"}}`}}
	s.Clusters[0].Properties = []Property{{"local_links", `[{"type":"Giga & more","latency":"75us"}]`}}
	l := written(t, s).Main.Zones[1].Links[0]
	require.Equal(t, "1.0Gbps< ", l.Bandwidth)
	require.Equal(t, "75us", l.Latency)
	s.Clusters[0].Properties = nil
	l = written(t, s).Main.Zones[1].Links[0]
	require.Equal(t, "10Gbps", l.Bandwidth)
	require.Equal(t, "0us", l.Latency)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWhatCannotBeWrittenIsTold(t *testing.T) {
	s, _ := BuiltinSpec("gaia")
	require.ErrorContains(t, s.WriteSimGrid(full{}), "full")
	require.Error(t, (&Spec{}).WriteSimGrid(full{}))
	_, err := (&Spec{}).Describe()
	require.ErrorContains(t, err, "clusters: is empty")
}

func TestADescriptionEqualsWhatIsLaidOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		s := random(r)
		m := lay(t, s)
		d, err := s.Describe()
		require.NoError(t, err)
		speed, power, memory := 0.0, 0.0, 0.0
		for i := range m.Processors {
			p := &m.Processors[i]
			speed += p.Speed * float64(p.To-p.From)
			power += p.Power * float64(p.To-p.From)
			require.LessOrEqual(t, d.Slowest, p.Speed)
			require.GreaterOrEqual(t, d.Fastest, p.Speed)
		}
		for i := range m.Nodes {
			memory += m.Nodes[i].Memory / 1000
		}
		require.Equal(t, []int{len(m.Nodes), len(m.Processors), m.Cores()}, []int{d.NodeCount, d.ProcessorCount, d.Cores})
		require.InEpsilon(t, speed, d.Speed, 1e-12)
		require.InEpsilon(t, memory, d.Memory, 1e-12)
		require.InEpsilon(t, m.Reference(), d.Reference, 1e-12)
		require.InDelta(t, power, d.Power, 1e-9)
		require.InDelta(t, 0.05*power, d.Idle, 1e-9)
		sum := 0
		for _, n := range d.Nodes {
			sum += n.Number
		}
		for _, p := range d.Processors {
			sum += p.Number
		}
		require.Equal(t, d.NodeCount+d.ProcessorCount, sum)
	}
}

func TestGaiaInWords(t *testing.T) {
	s, _ := BuiltinSpec("gaia")
	d, err := s.Describe()
	require.NoError(t, err)
	require.Equal(t, "153 nodes with 342 processors and 2 280 cores of 8 to 20 GFLOPS, 11.7 on average. Together 26.7 TFLOPS, 21.2 kW "+
		"with all busy and 1.06 kW idle, 17 TB of memory.",
		strings.ReplaceAll(d.Words(), "\u202f", " "))
}
