// Package e2e drives the built page in a real browser. Its tests need a
// Chromium and ./build.sh build. Most run beside each other, each in a tab of its own; those
// do not whose answer hangs on the machine's speed (a first look stops after five seconds),
// which measure, or which ask for much in one wait.
package e2e
