package format

import (
	"errors"
	"io"
	"iter"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/batsim"
	"shadowtime/core/job/swf"
	"shadowtime/core/job/table"
)

// Writer writes logs in a format that keeps all of them: what it wrote is read as the
// same header and the same jobs.
type Writer struct {
	Key, Name string // the key is also the ending of its files
	// Write takes the machine's size too, which not every format has in its header.
	Write func(w io.Writer, h *job.Header, procs int64, rows iter.Seq[*[job.NumFields]int64]) error
}

// writers are all that are known, the usual one first.
func writers() []Writer {
	return []Writer{
		{"swf", "Standard Workload Format", func(w io.Writer, h *job.Header, _ int64, rows iter.Seq[*[job.NumFields]int64]) error {
			return swf.WriteRows(w, h, rows)
		}},
		{"json", "Batsim workload", batsim.WriteLog},
		{"csv", "CSV", func(w io.Writer, h *job.Header, _ int64, rows iter.Seq[*[job.NumFields]int64]) error {
			return table.WriteRows(w, h, rows)
		}},
	}
}

// WriterOf is the writer of that key, "": the one that the name of a file tells, else
// the usual one.
func WriterOf(key, file string) (Writer, error) {
	list := writers()
	var keys []string
	for _, w := range list {
		if key == w.Key || key == "" && len(file) > len(w.Key) && strings.EqualFold(file[len(file)-len(w.Key)-1:], "."+w.Key) {
			return w, nil
		}
		keys = append(keys, w.Key)
	}
	if key != "" {
		return Writer{}, errors.New("give one of " + strings.Join(keys, ", "))
	}
	return list[0], nil
}
