package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// A link opens a made-up problem, which says what it is and asks its question until that is
// put away.
func TestALinkOpensAProblemWithItsQuestion(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=wide")
	p.waitState("done")
	require.Contains(t, p.text(".strip-name"), "(made up)")
	require.Contains(t, p.text("#posed"), "asks for the whole machine")
	p.lookAt("a problem")
	p.shots("problem")
	p.press("dismiss")
	p.wait(`!document.getElementById("posed").checkVisibility()`)
	require.NotEqual(t, "", p.focused())
}
