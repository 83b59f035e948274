// Package sorted puts lists of anything into order. In a WASM module every type has
// sort functions of its own; here one sort of places serves them all, at the price of
// a copy, and a visitor loads some 26 kB less (./build.sh weight).
package sorted

import "slices"

// Stable sorts a list by a comparison, equal ones staying as they came.
func Stable[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return
	}
	was := slices.Clone(list)
	for i, at := range places(len(list), func(i, j int) int { return compare(was[i], was[j]) }) {
		list[i] = was[at]
	}
}

// Number gives equal keys equal numbers, 0 for the least and so on, and says how
// many different ones there are: keys[i] becomes the number of what stood there.
// The room of sorted is used again; it comes back as the different keys, ascending.
func Number(keys, sorted []int64) []int64 {
	sorted = append(sorted[:0], keys...)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for i, key := range keys {
		at, _ := slices.BinarySearch(sorted, key)
		keys[i] = int64(at)
	}
	return sorted
}

// places are 0 to n-1 in the order of what stands there.
func places(n int, compare func(i, j int) int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, compare)
	return at
}
