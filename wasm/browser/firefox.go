package browser

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// foxes are the names under which a Firefox may be found.
var foxes = []string{"firefox-esr", "firefox"}

// FindFirefox returns the path of a Firefox.
func FindFirefox() (string, bool) { return find("SHADOWTIME_FIREFOX", foxes) }

// Firefox is a headless one with a fresh profile, spoken to in Marionette, the
// protocol that it has of its own: messages of JSON with their length before them.
type Firefox struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

// answers bounds every wait for the browser, so that one that hangs is a failure. It is long, as
// tests share the processors with others.
const answers = 5 * time.Minute

// NewFirefox starts one, and ends it with the test. Without one the test is
// skipped, or fails where browsers are required. Whatever it requests of another
// machine goes to the proxy, a host and port.
func NewFirefox(t testing.TB, proxy string) *Firefox {
	t.Helper()
	path, ok := FindFirefox()
	if !ok {
		if Required() {
			t.Fatal("no Firefox was found, and SHADOWTIME_BROWSER=required: install firefox-esr or set SHADOWTIME_FIREFOX to its path")
		}
		t.Skip("NO FIREFOX WAS FOUND: this browser test was not run; install firefox-esr or set SHADOWTIME_FIREFOX to its path")
	}
	f, stop, err := startFirefox(path, t.TempDir(), proxy)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return f
}

// preferences keep the browser from asking anybody for anything by itself.
const preferences = `user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.push.connection.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("marionette.port", 0);
`

func startFirefox(path, profile, proxy string) (*Firefox, func(), error) {
	host, port, err := net.SplitHostPort(proxy)
	if err != nil {
		return nil, nil, err
	}
	prefs := preferences + fmt.Sprintf(`user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", %[1]q);
user_pref("network.proxy.http_port", %[2]s);
user_pref("network.proxy.ssl", %[1]q);
user_pref("network.proxy.ssl_port", %[2]s);
`, host, port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o644); err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", profile, "--marionette", "--remote-allow-system-access",
		"about:blank")
	cmd.Env = append(cmd.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	stop := func() {
		_ = cmd.Process.Kill()
		<-ended
	}
	f, err := meet(filepath.Join(profile, "MarionetteActivePort"), ended)
	if err != nil {
		stop()
		return nil, nil, err
	}
	return f, func() {
		_ = f.call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}}, nil)
		_ = f.conn.Close()
		select {
		case <-ended: // with the processes that it has started
		case <-time.After(answers):
			stop()
		}
	}, nil
}

// meet waits until the browser listens, at the port that it writes into its
// profile, and begins a session.
func meet(file string, ended <-chan struct{}) (*Firefox, error) {
	f := &Firefox{}
	for deadline := time.Now().Add(answers); ; {
		port, err := os.ReadFile(file)
		if err == nil {
			f.conn, err = net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
		}
		if err == nil {
			break
		}
		select {
		case <-ended:
			return nil, errors.New("Firefox ended as it was started")
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("Firefox does not listen: %w", err)
		}
	}
	f.in = bufio.NewReader(f.conn)
	if _, err := f.receive(); err != nil { // its greeting
		return nil, err
	}
	timeouts := map[string]any{"script": answers.Milliseconds(), "pageLoad": answers.Milliseconds()}
	return f,
		f.call("WebDriver:NewSession", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"timeouts": timeouts}}},
			nil)
}

func (f *Firefox) receive() ([]byte, error) {
	_ = f.conn.SetReadDeadline(time.Now().Add(answers + 10*time.Second))
	var n int
	if _, err := fmt.Fscanf(f.in, "%d:", &n); err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err := io.ReadFull(f.in, text)
	return text, err
}

// call asks the browser for something, and reads what it answers into result.
func (f *Firefox) call(command string, params, result any) error {
	f.last++
	text, err := json.Marshal([]any{0, f.last, command, params})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(text), text); err != nil {
		return err
	}
	text, err = f.receive()
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	var kind, id int
	var failed *struct{ Error, Message string }
	var got json.RawMessage
	if err := json.Unmarshal(text, &[]any{&kind, &id, &failed, &got}); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	if id != f.last {
		return fmt.Errorf("%s: the answer is to request %d, not to %d", command, id, f.last)
	}
	if failed != nil {
		return fmt.Errorf("%s: %s: %s", command, failed.Error, failed.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(got, result)
}

// Navigate opens a page.
func (f *Firefox) Navigate(url string) error {
	return f.call("WebDriver:Navigate", map[string]any{"url": url}, nil)
}

// Evaluate reads into result what an expression, or the promise of it, gives.
func (f *Firefox) Evaluate(expression string, result any) error {
	return f.call("WebDriver:ExecuteScript", map[string]any{"script": "return (async () => " + expression + ")()", "args": []any{},
		"sandbox": nil},
		&struct{ Value any }{result})
}

// Complaints are the console's errors that name an address, what a policy forbids
// among them.
func (f *Firefox) Complaints(address string) (list []string, err error) {
	if err := f.call("Marionette:SetContext", map[string]any{"value": "chrome"}, nil); err != nil {
		return nil, err
	}
	err = f.Evaluate(`Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError && !(m.flags & m.warningFlag) && [m.sourceName, m.errorMessage].some(s => s.includes(`+
		strconv.Quote(address)+`))).map(m => m.errorMessage)`, &list)
	if back := f.call("Marionette:SetContext", map[string]any{"value": "content"}, nil); err == nil {
		err = back
	}
	return list, err
}

// Wait waits until an expression holds.
func (f *Firefox) Wait(expression string) error {
	return f.Evaluate(`{ while (!(`+expression+`)) await new Promise(r => setTimeout(r, 20)); return true }`, nil)
}

// Choose gives a file to the input that a selector finds.
func (f *Firefox) Choose(selector, file string) error {
	var found struct{ Value map[string]string }
	if err := f.call("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, &found); err != nil {
		return err
	}
	for _, id := range found.Value {
		return f.call("WebDriver:ElementSendKeys", map[string]any{"id": id, "text": file}, nil)
	}
	return fmt.Errorf("%s: no element", selector)
}
