package mirror_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/mirror"
	"shadowtime/core/job/mirrortest"
)

func TestAMirrorPassesLogsAndSaysItsArchivesFaults(t *testing.T) {
	fixture.Long(t)
	list, err := mirror.Parse(mirrortest.ListText())
	require.NoError(t, err)
	require.Equal(t, mirrortest.List(), list)
	m := &mirror.Mirror{List: list, Frames: "'self'", Fetch: mirrortest.Fetch(mirrortest.Serve(t)), Patience: mirrortest.Patience}
	s := httptest.NewServer(m)
	defer s.Close()
	mirrortest.Holds(t, s.URL, http.DefaultTransport.RoundTrip)
}

// A length that was told is kept, or the answer breaks off.
func TestALogThatBreaksOffIsNotTakenForWhole(t *testing.T) {
	archive := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "20000")
		w.Write(make([]byte, 10000))
	}))
	defer archive.Close()
	list := mirror.List{{Name: "a.swf", URL: "https://archive.example/a.swf", Bytes: 20000, Digest: strings.Repeat("0", 64)}}
	s := httptest.NewServer(&mirror.Mirror{List: list, Frames: "'self'", Fetch: mirrortest.Fetch(archive.URL)})
	defer s.Close()
	r, err := http.Get(s.URL + "/archive/a.swf")
	if err == nil {
		_, err = r.Body.Read(make([]byte, 1))
		for err == nil {
			_, err = r.Body.Read(make([]byte, 4096))
		}
		require.NotEqual(t, "EOF", err.Error())
	}
	require.Error(t, err)
}

// What passes is digested: a log that is another one is broken off before its last bytes.
func TestALogThatIsAnotherIsBrokenOff(t *testing.T) {
	fixture.Long(t)
	m := &mirror.Mirror{List: mirrortest.List(), Frames: "'self'", Fetch: mirrortest.Fetch(mirrortest.Serve(t)), Check: true}
	s := httptest.NewServer(m)
	defer s.Close()
	for name, whole := range map[string]bool{"sound.swf": true, "large.swf": true, "wrong.swf": false} {
		r, err := http.Get(s.URL + "/archive/" + name)
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		require.Equal(t, whole, err == nil, name)
	}
}

// A source is asked for eight logs at a time, and who is too many is told so.
func TestASourceIsAskedForEightLogsAtATime(t *testing.T) {
	asked, on := make(chan bool, 100), make(chan bool)
	m := &mirror.Mirror{List: mirrortest.List(), Frames: "'self'", Fetch: func(r *http.Request) (*http.Response, error) {
		asked <- true
		<-on
		return nil, io.ErrUnexpectedEOF
	}}
	get := func() int {
		w := httptest.NewRecorder()
		m.ServeHTTP(w, httptest.NewRequest("GET", "/archive/sound.swf", nil))
		return w.Code
	}
	codes := make(chan int)
	for range 8 {
		go func() { codes <- get() }()
		<-asked
	}
	require.Equal(t, http.StatusServiceUnavailable, get())
	close(on)
	for range 8 {
		require.Equal(t, http.StatusBadGateway, <-codes)
	}
	require.Equal(t, http.StatusBadGateway, get(), "there is room again")
}

func TestAListSaysWhatIsWrongAndWhere(t *testing.T) {
	sound := `{"name": "a.swf", "url": "https://a.example/a", "bytes": 1, "sha256": "` + strings.Repeat("0", 64) + `"}`
	with := func(old, new string) string { return `{"logs": [` + strings.Replace(sound, old, new, 1) + `]}` }
	for text, want := range map[string]string{
		`[]`:            `a list of logs is {"logs"`,
		`{"log": []}`:   `holds nothing named "log"`,
		`{"logs": [1]}`: "log 1, line 1: a log is {",
		`{"logs": [` + sound + ",\n" + sound + `]}`:        `log 2, line 2: name "a.swf" is there twice`,
		with("a.swf", ".a"):                                `name ".a": write`,
		with("a.swf", "index.json"):                        "and not index.json",
		with("a.swf", "a/b"):                               `name "a/b"`,
		with("https", "http"):                              "write https://HOST/PATH",
		with("https://", "https://user:secret@"):           "write https://HOST/PATH",
		with(`"bytes": 1`, `"bytes": 0`):                   "bytes 0: write",
		with(`"bytes": 1`, `"bytes": 1e3`):                 `not "1e3"`,
		with("0000", "000"):                                "64 small hex digits",
		with("sha256", "md5"):                              `unknown "md5"`,
		with(`"a.swf"`, `1`):                               "name is a text",
		strings.Repeat(" ", mirror.MaxList+1):              "name fewer logs",
		`{"logs": [` + strings.Repeat(sound+",", 3) + `]}`: "line 1",
	} {
		_, err := mirror.Parse(text)
		require.ErrorContains(t, err, want, "%.200s", text)
	}
	empty, err := mirror.Parse(`{"logs": []}`)
	require.NoError(t, err)
	require.Equal(t, `{"logs":[]}`+"\n", string(empty.Index()))
}
