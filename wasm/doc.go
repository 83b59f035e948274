// Package wasm holds no code: its folders make the page's program, pack it, serve it and drive it.
//
// Its folders:
//
//   - browser: a headless Chromium or Firefox for tests: found, started, its tabs opened and clicked through
//   - dist: what is given away: the one file, and the folder of a site
//   - e2e: tests of the built page in a real browser
//   - edge: the Cloudflare Worker that passes public logs on
//   - pack: a module of its own that makes a WebAssembly program smaller
//   - page: the page's main program: ui put together with workers, the browser's store, files, links and clocks
//   - pool: tasks handed to workers, in any number
//   - wasmtest: Go tests run in a browser
//   - worker: the page's program in the role of a worker
package wasm
