package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/wasm/browser"
)

// Workers ask the browser for the offsets of zones that logs name, the command asks
// Go's table: weeks begin at the same instant in both.
func TestTheBrowserKnowsTheZonesOfLogsAsGoDoes(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	text, err := os.ReadFile(filepath.Join(browser.Public(t), "worker.js"))
	require.NoError(t, err)
	_, source, found := strings.Cut(string(text), "self.shadowtimeOffset = ")
	require.True(t, found)
	source, _, found = strings.Cut(source, "\n};\n")
	require.True(t, found)
	p := open(t, "")
	for _, zone := range []string{"Europe/Stockholm", "Europe/Paris", "Europe/Luxembourg", "US/Eastern", "US/Pacific", "America/Chicago",
		"America/Los_Angeles", "Asia/Jerusalem", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Tokyo", "Europe/Moscow", "UTC", "No/Where"} {
		for _, unix := range []int64{749_433_603, 843_457_530, 893_466_664, 1_296_554_400, 1_400_738_637, 1_301_187_600, 1_301_187_599,
			846_377_999, 846_378_000, 859_683_599, 859_683_600, 1_143_971_999, 1_143_972_000, 1_173_607_199, 1_173_607_200, 1_414_274_399,
			1_414_274_400} {
			want, ok := job.ZoneOffset(zone, unix)
			got := eval[string](p, fmt.Sprintf("(() => { const clocks = {}; return String((%s\n})(%q, %d)); })()", source, zone, unix))
			if !ok {
				require.Equal(t, "null", got, zone)
				continue
			}
			require.Equal(t, fmt.Sprint(want), got, "%s at %d", zone, unix)
		}
	}
}
