package platform

import (
	"bufio"
	"io"
	"strconv"

	"shadowtime/core/base/jsontext"
)

// states are the states of a core, P0 to P3: the share of the core's speed that each does,
// and the share of the core's power that each takes.
var states = [4]struct {
	Speed, Power float64
	Words        string
}{
	{1, 1, "busy"},
	{0.75, 1, "busy, its processor's bandwidth over-subscribed"},
	{0, 0.25, "idle, another core of its processor busy"},
	{0, 0.05, "idle, its processor too"},
}

// SimGrid wants a speed above zero where nothing is computed.
const stoodStill = "0.001f"

// WriteSimGrid writes the platform as SimGrid and Batsim read it, in the form of
// HDeepRM: a managing host that takes no power; a zone of each cluster with a
// router, a link of each node, and each core as a host, cor_N by its number, that
// starts in P3. A host gives speed and power of P0 to P3 (power twice, idle and
// full: a state is one or the other); no figure is rounded. Links have the
// bandwidth and latency that the description gives, 10Gbps and 0us where the description
// has none: nothing is sent over the links.
func (s *Spec) WriteSimGrid(w io.Writer) error {
	if err := s.Check(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 64<<10)
	x := xmlWriter{b, s.networks()}
	x.s(`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="main" routing="Full">
    <zone id="master" routing="None">
      <host id="master_host" speed="1Gf">
        <prop id="watt_per_state" value="0.0:0.0"/>
      </host>
    </zone>
`)
	nodes, processors := s.index()
	at := size{}
	for i := range s.Clusters {
		c := &s.Clusters[i]
		x.s("    <zone id=\"clu_").n(i).s("\" routing=\"Full\">\n      <router id=\"rou_").n(i).s("\"/>\n")
		begin := at
		link := find(c.Properties, "local_links")
		for _, of := range c.Nodes {
			for range of.Number {
				x.link("      ", "udl_", at.nodes, link)
				for _, p := range s.Nodes[nodes[of.Type]].Processors {
					host := s.Processors[processors[p.Type]].host()
					for range p.Number * s.Processors[processors[p.Type]].Cores {
						x.s(`      <host id="cor_`).n(at.cores).s(host)
						at.cores++
					}
				}
				at.nodes++
			}
		}
		x.routes(s, c, i, begin, nodes, processors)
		x.s("    </zone>\n")
	}
	link := find(s.Properties, "global_links")
	for i := range s.Clusters {
		x.link("    ", "glob_lnk_", i, link)
	}
	for i := range s.Clusters {
		x.zoneRoute(i, true)
		x.zoneRoute(i, false)
	}
	x.s("  </zone>\n</platform>\n")
	return b.Flush()
}

// host is the end of a core's element, which all cores of a processor share.
func (p *ProcessorType) host() string {
	speeds, watts := "", ""
	for i, state := range states {
		if i > 0 {
			speeds, watts = speeds+", ", watts+", "
		}
		if state.Speed > 0 {
			speeds += number(state.Speed*p.Speed()) + "Gf"
		} else {
			speeds += stoodStill
		}
		w := number(state.Power * (p.Power / float64(p.Cores)))
		watts += w + ":" + w
	}
	return `" pstate="3" speed="` + speeds + "\">\n        <prop id=\"watt_per_state\" value=\"" + watts + "\"/>\n      </host>\n"
}

// xmlWriter writes XML elements into a buffer, which reports errors when flushed.
type xmlWriter struct {
	b        *bufio.Writer
	networks jsontext.Value
}

func (x xmlWriter) s(s string) xmlWriter { _, _ = x.b.WriteString(s); return x }
func (x xmlWriter) n(n int) xmlWriter    { return x.s(strconv.Itoa(n)) }

// attribute escapes a value.
func (x xmlWriter) attribute(name, value string) xmlWriter {
	x.s(` `).s(name).s(`="`)
	for _, r := range value {
		switch {
		case r == '&':
			x.s("&amp;")
		case r == '<':
			x.s("&lt;")
		case r == '"':
			x.s("&quot;")
		case r < ' ' || r >= 0xfffe && r <= 0xffff: // not for XML
			x.s(" ")
		default:
			_, _ = x.b.WriteRune(r)
		}
	}
	return x.s(`"`)
}

// link writes a link of a description, with the bandwidth of the link's type and a latency of its own.
func (x xmlWriter) link(lead, id string, n int, kept string) {
	l, _ := jsontext.Read(kept)
	for _, first := range l.Elements() { // the paper has a list of one
		l = first
		break
	}
	of := textOf(l, "type", "")
	bandwidth := "10Gbps"
	for name, network := range x.networks.Members() {
		if name == of {
			bandwidth = textOf(network, "bandwidth", bandwidth)
		}
	}
	x.s(lead).s(`<link id="`).s(id).n(n).s(`" sharing_policy="SPLITDUPLEX"`)
	x.attribute("bandwidth", bandwidth).attribute("latency", textOf(l, "latency", "0us")).s("/>\n")
}

// routes join the cores of a cluster to its router, each way over its node's
// link.
func (x xmlWriter) routes(s *Spec, c *Cluster, cluster int, at size, nodes, processors map[string]int) {
	for _, of := range c.Nodes {
		for range of.Number {
			for _, p := range s.Nodes[nodes[of.Type]].Processors {
				for range p.Number * s.Processors[processors[p.Type]].Cores {
					x.s(`      <route src="rou_`).n(cluster).s(`" dst="cor_`).n(at.cores).s("\" symmetrical=\"NO\">\n        <link_ctn " +
						"id=\"udl_").n(at.nodes).s("\" direction=\"DOWN\"/>\n      </route>\n")
					x.s(`      <route src="cor_`).n(at.cores).s(`" dst="rou_`).n(cluster).s("\" symmetrical=\"NO\">\n        <link_ctn " +
						"id=\"udl_").n(at.nodes).s("\" direction=\"UP\"/>\n      </route>\n")
					at.cores++
				}
			}
			at.nodes++
		}
	}
}

// zoneRoute joins the managing host to a cluster, or back.
func (x xmlWriter) zoneRoute(i int, down bool) {
	if down {
		x.s(`    <zoneRoute src="master" dst="clu_`).n(i).s(`" gw_src="master_host" gw_dst="rou_`).n(i)
	} else {
		x.s(`    <zoneRoute src="clu_`).n(i).s(`" dst="master" gw_src="rou_`).n(i).s(`" gw_dst="master_host`)
	}
	x.s("\" symmetrical=\"NO\">\n      <link_ctn id=\"glob_lnk_").n(i)
	if down {
		x.s("\" direction=\"DOWN\"/>\n    </zoneRoute>\n")
	} else {
		x.s("\" direction=\"UP\"/>\n    </zoneRoute>\n")
	}
}

// networks are the types of networks, as they were found.
func (s *Spec) networks() jsontext.Value {
	v, _ := jsontext.Read(find(s.TypesProperties, "networks"))
	return v
}

func find(kept []Property, key string) string {
	for _, k := range kept {
		if k.Key == key {
			return k.Text
		}
	}
	return ""
}

// textOf is the text of an object's member, or another text where the object has none.
func textOf(v jsontext.Value, key, without string) string {
	for k, m := range v.Members() {
		if k == key && m.Kind() == jsontext.String {
			return m.Text()
		}
	}
	return without
}
