// Package format reads job logs of any format that is known: it looks at the
// first bytes of a file and finds the reader. A format is a package of its own
// (swf, sacct, ...) and one entry in the list here. Write writes a log, read of
// whatever records, in a format to keep or to publish it in: what its header says of
// how it came about, and users and groups whom nobody can find again. Command and page
// write the same bytes.
package format

import (
	"io"
	"iter"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/batsim"
	"shadowtime/core/job/gridengine"
	"shadowtime/core/job/lsf"
	"shadowtime/core/job/pbs"
	"shadowtime/core/job/sacct"
	"shadowtime/core/job/swf"
	"shadowtime/core/job/table"
)

// Format is a kind of file that logs come in.
type Format struct {
	Name    string   // for people
	Endings []string // of file names, which a log's name goes without
	// Sniff says whether a file that begins like this is of the format; the
	// first format that says so reads it.
	Sniff func(head []byte) bool
	Uses  Use // options that it is read by
	New   func(name string, o account.Options) job.Parser
}

// Formats are all that are known. The last one takes what no other does, and
// says what is wrong with it; the one before it are tables.
func Formats() []Format {
	return []Format{
		{
			Name: parquetName, Endings: []string{".parquet", ".pq"},
			Sniff: isParquet, Uses: records | Match,
			New: func(name string, o account.Options) job.Parser { return &columnar{name: name, options: o} },
		},
		{
			Name:  "none that is read",
			Sniff: isForeign, Uses: records | Columns | Match,
			New: func(name string, _ account.Options) job.Parser { return &refusal{name: name} },
		},
		{
			Name:  "what Slurm says of a machine",
			Sniff: sacct.SniffSize, Uses: records | Columns | Match,
			New: func(string, account.Options) job.Parser { return sacct.NewMachine() },
		},
		{
			Name: "Slurm accounting (sacct)", Endings: []string{".psv", ".csv"},
			Sniff: slurm, Uses: records | Columns,
			New: func(name string, o account.Options) job.Parser { return sacct.New(name, o) },
		},
		{
			Name:  "jobs of sacct --json, taken out of its answer",
			Sniff: sacct.SniffList, Uses: records,
			New: func(name string, o account.Options) job.Parser { return sacct.NewList(name, o) },
		},
		{
			Name: "Slurm accounting (sacct --json)", Endings: []string{".json"},
			Sniff: func(head []byte) bool { return sacct.SniffJSON(head) && !table.SniffRecords(head) }, Uses: records,
			New: func(name string, o account.Options) job.Parser { return sacct.NewJSON(name, o) },
		},
		{
			Name:  "Slurm's own records of jobs (jobcomp, scontrol show job)",
			Sniff: sacct.SniffPairs, Uses: records,
			New: func(name string, o account.Options) job.Parser { return sacct.NewPairs(name, o) },
		},
		{
			Name: "Batsim workload", Endings: []string{".json"},
			Sniff: batsim.SniffLog,
			New:   func(name string, _ account.Options) job.Parser { return batsim.NewParser(name) },
		},
		{
			Name: "PBS accounting", Endings: []string{".log"},
			Sniff: pbs.Sniff, Uses: records,
			New: func(name string, o account.Options) job.Parser { return pbs.New(name, o) },
		},
		{
			Name:  "PBS jobs (qstat -xf)",
			Sniff: pbs.SniffStatus, Uses: records,
			New: func(name string, o account.Options) job.Parser { return pbs.NewStatus(name, o) },
		},
		{
			Name:  "PBS jobs (qstat -xf -F json)",
			Sniff: pbs.SniffStatusJSON, Uses: records,
			New: func(name string, o account.Options) job.Parser { return pbs.NewStatusJSON(name, o) },
		},
		{
			Name: "LSF accounting (lsb.acct)", Endings: []string{".acct"},
			Sniff: lsf.Sniff, Uses: records,
			New: func(name string, o account.Options) job.Parser { return lsf.New(name, o) },
		},
		{
			Name:  "Grid Engine accounting",
			Sniff: gridengine.Sniff, Uses: Zone | Span,
			New: func(name string, o account.Options) job.Parser { return gridengine.New(name, o) },
		},
		{
			Name: "JSON records", Endings: []string{".json", ".jsonl", ".ndjson"},
			Sniff: table.SniffRecords, Uses: records | Match,
			New: func(name string, o account.Options) job.Parser { return table.NewRecords(name, o) },
		},
		{
			Name: "CSV", Endings: []string{".csv", ".tsv"},
			Sniff: table.Sniff, Uses: records | Columns | Match,
			New: func(name string, o account.Options) job.Parser { return table.New(name, o) },
		},
		{
			Name: job.Standard, Endings: []string{".swf", ".txt"},
			Sniff: func([]byte) bool { return true }, Uses: Span,
			New: func(name string, o account.Options) job.Parser { return swf.NewParserOf(name, o.Span) },
		},
	}
}

// slurm says whether a file is the text of sacct. A table that has some of its names is one of
// its own where sacct's reader lacks a column that it needs.
func slurm(head []byte) bool {
	return sacct.Sniff(head) && !(table.Complete(head) && sacct.Lacks(head))
}

// Sniffed is how many bytes a file's format is seen from.
const Sniffed = 4096

// Reader is a parser that finds out which one it is. The log that it reads has
// its digest.
type Reader struct {
	formats []Format
	options account.Options
	name    string
	head    []byte
	parser  job.Parser
	most    int // jobs
	told    func(done, of int)
	rows    bool // columns of all are not held where that can be helped
}

// NewReader returns a Reader for a log in a file of that name (without folder),
// which is unpacked already.
func NewReader(file string) *Reader { return NewReaderWith(file, account.Options{}) }

// NewReaderWith returns a Reader that is told what an accounting file can't say.
func NewReaderWith(file string, o account.Options) *Reader {
	return &Reader{formats: Formats(), options: o, name: Name(file), most: job.MaxJobs}
}

// Limit says how many jobs the log may hold, where that is fewer than job.MaxJobs. Of a log with more the error is a job.Asked
// that offers weeks which fit, where its format can count them.
func (r *Reader) Limit(jobs int) { r.most = jobs }

// Told has a format that is read once its file is there say how many of its rows are done.
func (r *Reader) Told(told func(done, of int)) { r.told = told }

// Read reads a whole log; see job.ReadFrom.
func Read(r io.Reader, file string) (*job.Log, error) { return job.ReadFrom(r, NewReader(file)) }

// Write takes the next bytes of the file.
func (r *Reader) Write(b []byte) (int, error) {
	if r.parser == nil {
		r.head = append(r.head, b...)
		if len(r.head) < Sniffed {
			return len(b), nil
		}
		return len(b), r.begin()
	}
	n, err := r.parser.Write(b)
	if err == nil {
		err = r.within()
	}
	return n, err
}

// Stream announces that Rows is to end the reading: a format that holds no columns
// then has a limit of its own.
func (r *Reader) Stream() { r.rows = true }

// within looks for too many jobs.
func (r *Reader) within() error {
	if _, packed := r.parser.(job.Stream); packed && r.rows {
		return nil
	}
	return within(r.parser, r.most)
}

// within has a parser of too many jobs hold none and count weeks, as soon as they are seen; one that can't errs.
func within(p job.Parser, most int) error {
	counts, is := p.(interface{ Jobs() int })
	if !is || counts.Jobs() <= most {
		return nil
	}
	if p, is := p.(interface{ CountWeeks(most int) }); is {
		p.CountWeeks(most)
		return nil
	}
	return job.TooMany(most)
}

// begin chooses the parser and gives it what was read so far.
func (r *Reader) begin() error {
	at := 0
	for at < len(r.formats)-1 && !r.formats[at].Sniff(r.head) {
		at++
	}
	if at == len(r.formats)-1 && at > 0 && named(r.head, &r.options) {
		at--
	}
	r.parser = r.formats[at].New(r.name, r.options)
	if err := r.formats[at].unused(&r.options); err != nil {
		return err
	}
	if c, is := r.parser.(*columnar); is && !r.rows {
		c.most = r.most
	}
	if c, is := r.parser.(*columnar); is {
		c.told = func(done, of int) {
			if r.told != nil {
				r.told(done, of)
			}
		}
	}
	_, err := r.parser.Write(r.head)
	r.head = nil
	if err == nil {
		err = r.within()
	}
	return err
}

// Rows ends the reading like Log, with the jobs one by one, where the format allows
// without holding columns of all; the log has no digest.
func (r *Reader) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	if err := r.end(); err != nil {
		return nil, nil, err
	}
	var l *job.Log
	var rows iter.Seq[*[job.NumFields]int64]
	var err error
	if s, ok := r.parser.(job.Stream); ok {
		l, rows, err = s.Rows()
	} else if l, err = r.parser.Log(); l != nil {
		rows = l.Rows()
	}
	return l, rows, r.choose(l, err)
}

// choose leaves the jobs of the partitions asked for, of a log that is as its file has it.
func (r *Reader) choose(l *job.Log, err error) error {
	if err != nil || l.Import != nil || len(r.options.Partitions) == 0 {
		return err
	}
	return l.Choose(r.options.Partitions)
}

// end gives a short file to its parser.
func (r *Reader) end() error {
	if r.parser == nil {
		return r.begin()
	}
	return nil
}

// Log ends the reading.
func (r *Reader) Log() (*job.Log, error) {
	if err := r.end(); err != nil {
		return nil, err
	}
	l, err := r.parser.Log()
	err = r.choose(l, err)
	if l != nil {
		l.Digest = job.DigestOf(l)
	}
	return l, err
}

// Name is what a log in a file of that name (without folder) is called: the
// name without the endings of its format and of compression.
func Name(file string) string {
	endings := []string{".gz"}
	for _, f := range Formats() {
		endings = append(endings, f.Endings...)
	}
next:
	for {
		for _, e := range endings {
			if at := len(file) - len(e); at > 0 && strings.EqualFold(file[at:], e) {
				file = file[:at]
				continue next
			}
		}
		return file
	}
}
