package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page hands out the bytes that the command writes, and each opens the other's.
func TestAStudyIsTheSameFileInPageAndCommand(t *testing.T) {
	log, dir := sample(t, 3000, 5), t.TempDir()
	theirs, ours := filepath.Join(dir, "theirs.study.json"), filepath.Join(dir, "ours.study.json")
	asked := []string{"compare", "--weeks", "3", "--resamples", "6", "--orders", "SPF,SAF", "--json"}
	report := command(t, append(asked, "--save", theirs, log)...)
	written, err := os.ReadFile(theirs)
	require.NoError(t, err)

	p := open(t, "?orders=SPF,SAF&weeks=3&resamples=6")
	p.upload(log)
	p.waitState("loaded")
	p.press("Compare")
	p.waitState("done")
	eval[bool](p, `(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t }); return make(b) }; return true })()`)
	p.press("save this study")
	p.wait(`window.saved`)
	saved := eval[string](p, `window.saved`)
	require.Equal(t, string(written), saved)
	require.NoError(t, os.WriteFile(ours, []byte(saved), 0o600))
	require.Equal(t, string(report), string(command(t, "show", "--json", ours)))
	eval[bool](p, `window.saved = "", true`)
	p.press("save the report")
	p.wait(`window.saved.includes("</html>")`)

	q := open(t, "")
	q.upload(theirs)
	q.wait(`document.querySelector("#shared") && document.querySelector("#shared").innerText.includes("A study that was saved")`)
	q.shots("study")
	q.upload(log)
	q.waitState("done")
	require.Equal(t, p.results(), q.results())
}
