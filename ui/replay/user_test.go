package replay

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/ui/lab"
)

// A user's jobs are marked, all of them and no other, and counted in a sentence.
func TestAUsersJobsAreMarkedAndCounted(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	tr := m.Trace
	id := tr.Users[tr.User[7]]
	a.Set(fieldID, "user "+strconv.FormatInt(id, 10))
	n, sum := 0, int64(0)
	p := v.paint(0)
	for j, u := range tr.User {
		require.Equal(t, u == tr.User[7], int(p.Classes[j]) == len(p.Words)-1)
		if u == tr.User[7] {
			n++
			sum += v.scene.wait(0, j)
		}
	}
	require.Contains(t, s.Drawn[hostUser], numeral.Count(n)+" job")
	require.Contains(t, s.Drawn[hostUser], lab.Esc(numeral.Duration(float64(sum)/float64(n))))
	require.True(t, framed(v, s.Step))
	require.Contains(t, s.Drawn[hostMapKey], "user "+strconv.FormatInt(id, 10))
	_, query, _ := strings.Cut(a.Link(nil), "?")
	require.Contains(t, query, "user="+strconv.FormatInt(id, 10))
	a.SetField(fieldID, fieldID, "user 987654321")
	require.Contains(t, s.Refused[fieldID], "the nearest numbers are ")
	require.Equal(t, id, v.at.user)
	a.SetField(fieldID, fieldID, "")
	require.EqualValues(t, none, v.at.user)
	require.Empty(t, s.Drawn[hostUser])
	require.Len(t, v.paint(0).Words, 5)
}

// The user of a link who is not in the log marks nobody.
func TestAUserOfAnotherLogMarksNobody(t *testing.T) {
	_, v, m, s := page(t, "user=987654321")
	answer(m)
	require.Len(t, v.paint(0).Words, 5)
	require.Empty(t, s.Drawn[hostUser])
}
