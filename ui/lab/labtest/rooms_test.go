package labtest_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

func whole(t *testing.T) (*ui.App, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	return labtest.New(t, views.All, experiment.Kinds()...)
}

// Each view says what it is for; the Lab lists it unless a room is for it alone, and a link
// by its key opens it in its room.
func TestEveryViewIsInARoomOrInTheLabsList(t *testing.T) {
	a, m, s := whole(t)
	a.Enter("lab")
	require.True(t, a.Listed)
	list := s.Drawn["methods"]
	a.Start("")
	for _, v := range views.All(&lab.Lab{State: lab.Empty}) {
		p := v.Purpose()
		require.NotEmpty(t, p.Asks, v.Key())
		require.True(t, strings.HasSuffix(p.Asks, "?"), p.Asks)
		require.NotEmpty(t, p.Serves, v.Key())
		require.NotEmpty(t, p.Needs, v.Key())
		own := false
		for _, room := range []string{"decide", "explore", "teach"} {
			own = own || ui.Shows(room) == v.Key()
		}
		if !own {
			require.Contains(t, list, `data-act="view" data-arg="`+v.Key()+`"`)
			require.Contains(t, list, lab.Esc(p.Asks))
		}
		b, _, _ := whole(t)
		b.Start("view=" + v.Key())
		require.Equal(t, v.Key(), b.View.Key())
		require.Equal(t, own, b.Room() != "lab", v.Key())
	}
	labtest.Load(a, m)
	a.Enter("explore")
	require.Equal(t, "replay", a.View.Key())
	a.Enter("lab")
	require.Nil(t, a.InSight())
	require.Equal(t, "https://example.org/lab/?view=lab", s.Visited[len(s.Visited)-1])
	a.Return("view=tune")
	require.Equal(t, "tune", a.View.Key())
	require.True(t, a.InLab())
	a.Return("view=lab")
	require.True(t, a.Listed)
	b, _, _ := whole(t)
	b.Start("view=lab")
	require.True(t, b.Listed)
	require.Empty(t, b.Message)
}

// A link names a room as it names a view, and a room that is not known is said.
func TestALinkOpensARoom(t *testing.T) {
	for room, key := range map[string]string{"decide": "decide", "explore": "replay", "teach": "little", "lab": ""} {
		a, _, _ := whole(t)
		a.Start("room=" + room)
		require.Empty(t, a.Message, room)
		require.Equal(t, room, a.Room())
		require.Equal(t, key == "", a.Listed)
		require.True(t, a.Listed || a.View.Key() == key, room)
		a.Enter("decide")
		a.Return("room=" + room)
		require.Equal(t, room, a.Room())
	}
	a, _, _ := whole(t)
	a.Start("room=lab&view=tune")
	require.Equal(t, "tune", a.View.Key(), "the view says more")
	a.Start("room=cellar")
	require.Contains(t, a.Message, `room "cellar" is not known`)
}

// A frame keeps to its view: neither a room nor the palette leads away from it.
func TestAFrameHasNoRooms(t *testing.T) {
	a, _, _ := whole(t)
	a.Start("embed=tune")
	for _, key := range []string{"1", "3", "4", ">"} {
		a.Key(key)
	}
	a.Find()
	require.Equal(t, "tune", a.View.Key())
	require.False(t, a.Listed)
	require.False(t, a.Finds())
	a, _, _ = whole(t)
	a.Start("embed=reproduce")
	require.True(t, a.Welcomes(), "a frame asks for the log first, as it did")
}

func TestKeysOfOneSignCanBeSwitchedOff(t *testing.T) {
	a, _, _ := whole(t)
	a.Start("")
	a.Key("?")
	require.True(t, a.ShowKeys)
	a.Act("letters", "")
	for _, key := range []string{"?", "3", ">", "t"} {
		a.Key(key)
	}
	require.True(t, a.ShowKeys)
	require.Equal(t, "decide", a.Room())
	require.False(t, a.Finds())
	require.Equal(t, "auto", a.ThemeName())
	a.Key("Escape")
	require.False(t, a.ShowKeys)
	a.Act("letters", "")
	a.Key("3")
	require.Equal(t, "teach", a.Room())
}

// A setting of the sentence is found by its name, and leads to the field in sight.
func TestThePaletteLeadsToTheThreshold(t *testing.T) {
	a, m, s := whole(t)
	a.Start("")
	labtest.Load(a, m)
	for _, view := range []string{"decide", "compare", "replay"} {
		for threshold, field := range map[string]string{"none": "threshold-on", "20h": "threshold"} {
			a.SetView(view) // what is found leads to other views, too
			a.View.Set("threshold", threshold)
			a.Find()
			a.Act("palette-find", "threshold")
			n := regexp.MustCompile(`data-arg="(\d+)"><b>Threshold[^<]*</b> <span>[^<]*</span> <small>setting`).FindAllStringSubmatch(
				s.Drawn["palette-list"], -1)
			require.NotEmpty(t, n, "%s: %s", view, s.Drawn["palette-list"])
			fields := []string{}
			for _, x := range n {
				if !a.Finds() {
					a.Find()
					a.Act("palette-find", "threshold")
				}
				a.Act("palette-go", x[1])
				fields = append(fields, s.Focused)
			}
			require.Contains(t, fields, field, view)
		}
	}
}

// What the palette and the first page lead to is there: views, pages, demonstrations.
func TestThePaletteLeadsSomewhere(t *testing.T) {
	fixture.Long(t)
	a, m, s := whole(t)
	a.Start("")
	labtest.Load(a, m)
	a.SetView("tune")
	a.Find()
	found := regexp.MustCompile(`role="option"`).FindAllString(s.Drawn["palette-list"], -1)
	require.Greater(t, len(found), 30)
	seen := map[string]int{}
	for i := range found {
		a.Find()
		if !a.Finds() {
			a.Find()
		}
		group := regexp.MustCompile(`id="palette-` + strconv.Itoa(i) + `".*?<small>(.*?)</small>`).FindStringSubmatch(s.Drawn["palette-list"])
		if group == nil {
			break
		}
		seen[group[1]]++
		s.Followed, s.Focused = "", ""
		a.Act("palette-go", strconv.Itoa(i))
		require.False(t, a.Finds())
		switch group[1] {
		case "page":
			_, err := os.Stat(filepath.Join("../../../public", s.Followed))
			require.NoError(t, err)
		case "setting":
			require.NotEmpty(t, s.Focused)
		case "example":
			require.Empty(t, a.Message)
			m.Read(nil, lab.ErrCancelled)
		}
		a.SetView("tune")
	}
	for _, group := range []string{"room", "method", "setting", "example", "page", "action"} {
		require.Positive(t, seen[group], group)
	}
	require.Positive(t, s.Prints)
	a.Act("door", "examples")
	for _, x := range regexp.MustCompile(`data-arg="([^"]+)"`).FindAllStringSubmatch(s.Drawn["door"], -1) {
		q, err := url.ParseQuery(strings.ReplaceAll(x[1], "&amp;", "&"))
		require.NoError(t, err)
		require.NotEmpty(t, q.Get("demo"))
	}
}
