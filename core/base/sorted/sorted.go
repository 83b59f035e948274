// Package sorted puts lists of anything into order. In a WASM module every type has
// sort functions of its own; here one sort of places serves them all, and a visitor
// loads some 57 kB less (./build.sh weight).
package sorted

import "slices"

// Stable sorts a list by a comparison, equal ones staying as they came.
func Stable[T any](list []T, compare func(a, b T) int) {
	arrange(len(list), func(i, j int) int { return compare(list[i], list[j]) }, func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// arrange swaps n things into order, cycle by cycle: what is here of any type is in the page once a type.
func arrange(n int, compare func(i, j int) int, swap func(i, j int)) {
	if n < 2 {
		return
	}
	from := places(n, compare)
	for i := range from {
		for j := i; ; {
			k := from[j]
			if from[j] = j; k == i {
				break
			}
			swap(j, k)
			j = k
		}
	}
}

// Number gives equal keys equal numbers, 0 for the least and so on, and says how
// many different ones there are: keys[i] becomes the number of what stood there.
// The room of sorted is used again; it comes back as the different keys, ascending.
func Number(keys, sorted []int64) []int64 {
	if len(keys) == 0 {
		return sorted[:0]
	}
	low := slices.Min(keys)
	if span := uint64(slices.Max(keys)) - uint64(low); span < uint64(len(keys)) {
		return count(keys, sorted, low, int(span)+1)
	}
	sorted = append(sorted[:0], keys...)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for i, key := range keys {
		at, _ := slices.BinarySearch(sorted, key)
		keys[i] = int64(at)
	}
	return sorted
}

// count is Number of keys that lie close together, in so many numbers from a least one on: nothing is compared.
func count(keys, sorted []int64, low int64, span int) []int64 {
	sorted = slices.Grow(sorted[:0], span)[:span]
	clear(sorted)
	for _, key := range keys {
		sorted[key-low] = 1
	}
	n := int64(0)
	for i, there := range sorted {
		sorted[i], n = n, n+there
	}
	for i, key := range keys {
		keys[i] = sorted[key-low]
	}
	for i, at := range sorted { // in the room of what was read already
		if i+1 == span || sorted[i+1] > at {
			sorted[at] = low + int64(i)
		}
	}
	return sorted[:n]
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
