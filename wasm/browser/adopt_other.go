//go:build !linux

package browser

// Adopt does nothing here.
func Adopt() {}

func reap() {}
