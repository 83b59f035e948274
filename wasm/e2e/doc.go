// Package e2e drives the built page in a real browser. Its tests need a
// Chromium and ./build.sh build.
package e2e
