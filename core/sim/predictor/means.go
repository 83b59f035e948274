package predictor

// means are, by kind of job, the mean run time of the last k that have ended.
type means struct {
	k     int
	kind  []int32 // of each job
	ended []int32 // by kind
	sum   []int64 // by kind, of its last k
	first []int32 // by kind, where its run times begin
	last  []int64 // k run times a kind, in turn; none of kinds with no job beyond k
}

// load begins with jobs of so many kinds.
func (m *means) load(kind []int32, kinds, k int) {
	m.k, m.kind = k, kind
	m.ended, m.sum, m.first = cleared(m.ended, kinds), cleared(m.sum, kinds), cleared(m.first, kinds)
	for _, g := range kind {
		m.ended[g]++
	}
	at := 0
	for g, jobs := range m.ended {
		m.first[g] = -1
		if int(jobs) > k {
			m.first[g] = int32(at)
			at += k
		}
	}
	clear(m.ended)
	m.last = cleared(m.last, at)
}

// of is the mean that job j is foretold by, rounded down, and false while fewer than
// k jobs of its kind have ended.
func (m *means) of(j int32) (mean int64, ok bool) {
	g := m.kind[j]
	if int(m.ended[g]) < m.k {
		return 0, false
	}
	return m.sum[g] / int64(m.k), true
}

// end takes in how long job j ran.
func (m *means) end(j int32, run int64) {
	g := m.kind[j]
	if m.first[g] < 0 {
		return
	}
	at := &m.last[int(m.first[g])+int(m.ended[g])%m.k]
	m.sum[g] += run - *at
	*at = run
	m.ended[g]++
}
