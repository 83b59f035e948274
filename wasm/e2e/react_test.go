package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// What Compare answers is asked of users who wait, and comes out as by the command: with the
// log's own ends, which go to the workers.
func TestUsersWhoWaitAreAskedFromTheAnswerOfCompare(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := filepath.Join(t.TempDir(), "users.swf")
	command(t, "synth", "--model", "users", "--procs", "64", "--weeks", "40", "--users", "20", "--seed", "5", "-o", path)
	p := open(t, "?orders=SPF,SAF,SQF&threshold=20h&weeks=4&resamples=4&clean=online")
	p.upload(path)
	p.waitState("loaded")
	p.press("Compare")
	p.waitState("done")
	p.press("What if users wait for their jobs?")
	p.wait(`document.querySelector(".view-react #react")`)
	p.press("Let users wait")
	p.waitState("done")
	p.wait(`document.querySelector('[data-host="react-forest"] svg')`)
	p.shots("react-answer")
	args := []string{"react", "--clean", "online", "--orders", "SPF,SAF,SQF", "--threshold", "20h"}
	require.Equal(t, string(command(t, append(args, "--csv", path)...)), p.saved(`.view-react [data-act="save"][data-arg="csv"]`))
	said := strings.Join(strings.Fields(string(command(t, append(args, path)...))), " ")
	thin := strings.NewReplacer("\u202f", " ")
	first, _, _ := strings.Cut(strings.Join(strings.Fields(p.text(`[data-host='react-verdict']`)), " "), ". ")
	require.Contains(t, thin.Replace(said), thin.Replace(first))
	require.Contains(t, said, "by the log's own ends")
}
