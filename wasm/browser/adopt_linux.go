package browser

import "syscall"

// subreaper is Linux's PR_SET_CHILD_SUBREAPER.
const subreaper = 36

// Adopt makes processes that a browser leaves when it ends this one's, so that none is left behind and
// what they took can be known: those that draw are children of a helper that ends after the browser.
func Adopt() { _, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, subreaper, 1, 0) }

// reap waits for them.
func reap() {
	for {
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && err != syscall.EINTR {
			return
		}
	}
}
