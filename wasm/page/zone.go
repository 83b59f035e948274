//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"
)

// zoneOffset asks the browser, as workers do: it has the table of zones that Go
// would carry.
func zoneOffset(name string, unix int64) (offset int64, ok bool) {
	defer func() {
		if recover() != nil { // the browser throws where it knows no such zone
			offset, ok = 0, false
		}
	}()
	clock := js.Global().Get("Intl").Get("DateTimeFormat").New("en-US", map[string]any{"timeZone": name, "timeZoneName": "longOffset"})
	text := clock.Call("format", js.Global().Get("Date").New(float64(unix)*1000)).String() // 1/1/1970, GMT+01:00
	_, text, ok = strings.Cut(text, "GMT")
	if len(text) < 6 {
		return 0, ok
	}
	hours, err1 := strconv.ParseInt(text[1:3], 10, 64)
	minutes, err2 := strconv.ParseInt(text[4:6], 10, 64)
	if offset = 60 * (60*hours + minutes); text[0] != '+' {
		offset = -offset
	}
	return offset, err1 == nil && err2 == nil
}
