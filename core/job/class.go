package job

import "math/bits"

// SizeClass is the class of a number of processors, by powers of two: 0 for 1,
// 1 for 2 and 3, 2 for 4 to 7 ...
func SizeClass(q int64) int { return bits.Len64(uint64(q)) - 1 }

// SizeClasses is the number of classes on a machine of m processors.
func SizeClasses(m int64) int { return bits.Len64(uint64(m)) }

// RunEdges are the bounds of the classes of run times in seconds, each from
// one bound up to but not including the next: an instrument people read in
// minutes, hours and days. The first class is 0 s alone.
var RunEdges = [...]int64{0, 1, 10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, Day, 3 * Day, Week, 1 << 62}

// RunClasses is the number of classes of run times.
const RunClasses = len(RunEdges) - 1

// RunClass is the class of a run time p >= 0.
func RunClass(p int64) int {
	c := 0
	for p >= RunEdges[c+1] {
		c++
	}
	return c
}
