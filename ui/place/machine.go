package place

import (
	"shadowtime/core/platform"
	"shadowtime/core/platform/drawn"
	"shadowtime/core/plot"
	"shadowtime/ui/lab"
)

// Machine says in a line what the platform comes to, and what it is for.
func (v *View) Machine() string {
	for _, r := range platform.Builtins() {
		if r.Name == v.Plan.Platform {
			return r.Words
		}
	}
	spec, err := v.Plan.Spec()
	if err != nil {
		return ""
	}
	d, err := spec.Describe()
	if err != nil {
		return ""
	}
	return d.Words()
}

// drawMachine draws the platform, one node for its kind: what names and colours of
// cores mean.
func (v *View) drawMachine() {
	if !v.machine.Open {
		v.Lab.Draw(hostMachine, nil)
		return
	}
	p := &lab.Panel{}
	p.Open(hostMachine, "more", "The platform")
	p.HTML(`<figure class="figure">` + lab.Scroll("The platform", v.picture(plot.Frame{Width: v.Lab.Browser.Width() - 32})) + `</figure>`)
	p.Close()
	v.Lab.Draw(hostMachine, p)
}

// picture is the platform's; "" of one that can't be.
func (v *View) picture(f plot.Frame) string {
	spec, err := v.Plan.Spec()
	if err != nil {
		return ""
	}
	c, err := drawn.Of(spec)
	if err != nil {
		return ""
	}
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame, c.Folded = f, true
	return c.SVG()
}
