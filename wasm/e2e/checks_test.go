package e2e

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// everyControlHasAName looks at the accessibility tree, where at least so many
// controls must be found, and at the ids.
func (p *page) everyControlHasAName(least int) {
	p.t.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(p.t, err)
	controls := 0
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		var role, name string
		require.NoError(p.t, json.Unmarshal(n.Role.Value, &role))
		switch role {
		case "button", "textbox", "spinbutton", "combobox", "checkbox", "link", "progressbar", "table", "slider", "tab":
			controls++
			if n.Name != nil {
				require.NoError(p.t, json.Unmarshal(n.Name.Value, &name))
			}
			require.NotEmpty(p.t, strings.TrimSpace(name), "a %s has no name: node %d", role, n.BackendDOMNodeID)
		}
	}
	require.Greater(p.t, controls, least)
	require.Empty(p.t,
		eval[[]string](p, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)`),
		"ids are unique")
}

// nothingIsWider looks for what is wider than a phone, a tablet, a laptop, a wall screen;
// a chart must have been drawn for that width first.
func (p *page) nothingIsWider(chart string) {
	p.t.Helper()
	for _, width := range []int64{390, 768, 1440, 1920} {
		p.do(chromedp.EmulateViewport(width, 900))
		p.wait(fmt.Sprintf(`window.innerWidth === %d`, width))
		p.wait(`[...document.querySelectorAll('` + chart + `')].filter(e => e.clientWidth).every(e => e.clientWidth <= window.innerWidth)`)
		// what else was drawn for the width before is drawn anew in its own time
		p.wait(`[...document.querySelectorAll("main *")].every(e => e.closest(".scroll") || e.getBoundingClientRect().right <= window.innerWidth + 1)`)
		require.LessOrEqual(p.t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
}
