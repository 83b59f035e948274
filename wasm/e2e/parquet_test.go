package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

// A Parquet file that is dropped gives the jobs that the command reads of it; sizes that are tasks are asked of, one press
// counts nodes; a file that is cut ends in a sentence, and the log before stays.
func TestADroppedParquetFileIsReadAsTheCommandReadsIt(t *testing.T) {
	t.Parallel()
	type job struct {
		ID     int64  `parquet:"job_id,delta"`
		Submit int64  `parquet:"submit_time,timestamp(microsecond),snappy"`
		Start  int64  `parquet:"start_time,timestamp(microsecond),zstd"`
		End    int64  `parquet:"end_time,timestamp(microsecond),gzip"`
		Procs  int32  `parquet:"procs,dict"`
		Nodes  int32  `parquet:"nodes,dict"`
		User   string `parquet:"user,dict"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[job](&b, parquet.MaxRowsPerRowGroup(50))
	for i := range int64(200) {
		at := (1_700_000_000 + 60*i) * 1e6
		n := int32(2 + i%3)
		_, err := w.Write([]job{{i + 1, at, at + 30e6, at + 630e6, n, n, []string{"ann", "bob"}[i%2]}})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	dir := t.TempDir()
	whole, cut := filepath.Join(dir, "tasks.parquet"), filepath.Join(dir, "cut.parquet")
	require.NoError(t, os.WriteFile(whole, b.Bytes(), 0o600))
	require.NoError(t, os.WriteFile(cut, b.Bytes()[:b.Len()/2], 0o600))

	p := open(t, "?view=reproduce") // which takes no first look at each log
	p.saves()
	p.read(whole, "tasks")
	require.Contains(t, p.text("[data-host=report]"), "200 of 200 jobs on several nodes have fewer than two processors a node")
	require.Equal(t, string(command(t, "convert", whole)), p.save("swf"), "the same bytes are saved")
	eval[bool](p, `(document.querySelector("[data-act=read-again][data-arg='unit nodes']").click(), true)`)
	p.wait(`document.getElementById("import-unit")?.value === "nodes" && document.querySelector("main").dataset.state !== "reading"`)
	require.Equal(t, string(command(t, "convert", "--unit", "nodes", whole)), p.save("swf"))

	p.upload(cut)
	p.wait(`document.body.textContent.includes("cut.parquet") && document.querySelector("main").dataset.state !== "reading"`)
	require.Contains(t, p.text("body"), "cut off")
	require.Equal(t, "tasks", p.text(".strip-name"))
}
