package e2e

import (
	"testing"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/format"
)

// The sample of each format is opened by its button behind "How to export them", and the account says how it was read.
func TestTheSampleOfEachFormatOpens(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.press("How to export them")
	p.shots("samples")
	for _, name := range format.Samples() {
		button := `document.querySelector("[data-act=sample-of][data-arg='` + name + `']")`
		p.wait(button + ` && ` + button + `.offsetParent`)
		eval[bool](p, `(`+button+`.click(), true)`)
		p.wait(`document.querySelector("main").innerText.includes("6 jobs")`)
		p.shots("sample-" + name)
		p.afresh()
		p.waitState("empty")
		p.press("How to export them")
	}
}
