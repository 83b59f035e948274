package e2e

import (
	"testing"
)

func TestTheDemoLinkComparesTheSampleByItself(t *testing.T) {
	p := open(t, "?demo=sample")
	p.waitState("done")
	p.shots("demo")
}

func TestTheEmptyPage(t *testing.T) {
	p := open(t, "")
	p.shots("empty")
}
