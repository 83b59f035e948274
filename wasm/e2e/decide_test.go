package e2e

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// What to set, from the drop to the sentence: what the log is, one press, and the answer with
// its verdict, its three ways and its doubts.
func TestDecideAnswersInOnePress(t *testing.T) {
	t.Parallel()
	p := open(t, "")
	if path := os.Getenv("SHADOWTIME_DECIDE"); path != "" {
		p.upload(path)
		p.wait(`document.querySelectorAll(".check-card li").length == 3 && !document.querySelector(".check-card .level-open")`)
		p.press("Ask")
	} else {
		p.sample()
	}
	p.waitState("done")
	require.NotEmpty(t, p.text("#decide-answer"))
	eval[bool](p, `(document.querySelectorAll("details").forEach(d => { d.open = true }), true)`)
	p.lookAt("decided")
	p.shots("decide")
}
