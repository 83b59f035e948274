package sacct

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func TestRealMachinesHaveTheSizeOfTheirDescription(t *testing.T) {
	for file, want := range map[string]Size{
		"scontrol-partitions.txt": {Procs: 23056, Nodes: 812, Why: "partition systems, which has all nodes; the text’s last " +
			"line has no line end, so it may be cut off"},
		"slurm-partitions.json":             {Procs: 28416, Nodes: 572, Why: "all partitions, of which no two share a node"},
		"slurm-live-scontrol-partition.txt": {Procs: 64, Nodes: 4, Why: "partition batch, which has all nodes"},
		"slurm-live-sinfo-nodes.txt":        {Procs: 64, Nodes: 4, Why: "all nodes that sinfo lists"},
		"slurm-live-sinfo.json":             {Procs: 64, Nodes: 4, Why: "all nodes that sinfo lists"},
	} {
		got, err := ReadSize(string(fixture.Bytes(t, "inputs", file)))
		require.NoError(t, err, file)
		require.Equal(t, want, got, file)
	}
	_, err := ReadSize(string(fixture.Bytes(t, "inputs", "slurm-live-sinfo.txt")))
	require.ErrorContains(t, err, "sinfo -N", "it has no CPUs")
}

func TestEverySummaryOfNodesIsRead(t *testing.T) {
	for text, want := range map[string]Size{
		"PARTITION NODES(A/I/O/T) CPUS\nbatch* 1/2/1/4 16\nlong 0/8/0/8 4+\n": {Procs: 64,
			Nodes: 4, Why: "the largest partition that sinfo lists"},
		"NODELIST CPUS\nn1 16\nn2 1": {Procs: 17, Nodes: 2, Why: "all nodes that sinfo lists; the text’s last line has no line " +
			"end, so it may be cut off"},
		"NODELIST CPUS\nn[01-03,7] 16\nn01 16\nm1 4\n": {Procs: 68,
			Nodes: 5, Why: "all nodes that sinfo lists"},
		"PartitionName=a Nodes=n[1-2],m TotalCPUs=12 TotalNodes=3\nPartitionName=b Nodes=m TotalCPUs=4 TotalNodes=1\n": {Procs: 12,
			Nodes: 3, Why: "partition a, which has all nodes"},
		"PartitionName=a Nodes=n[1-2] TotalCPUs=12 TotalNodes=2\nPartitionName=b Nodes=(null) TotalCPUs=0 TotalNodes=0\n": {Procs: 12,
			Nodes: 2, Why: "partition a, which has all nodes"},
	} {
		got, err := ReadSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	const named = "PARTITION NODES(A/I/O/T) CPUS\n"
	for text, want := range map[string]string{
		"": "tells no size", "hello\n": "tells no size", "{": "line 1", "{}": "tells no size",
		"NodeName=a CPUTot=4 X=1\nNodeName=b CPUTot=4 X=1\nNodeName=c CPUTot=4 X=1\nNodeName=d CPUTot=4 Reason=no": "has no X, " +
			"as all others have",
		"PartitionName=a Nodes=n[1-99999999] TotalCPUs=1 TotalNodes=1\n":                                                  "can't be read",
		"PartitionName=a Nodes=n[1-2] TotalCPUs=12 TotalNodes=2\nPartitionName=b Nodes=n[2-3] TotalCPUs=9 TotalNodes=2\n": "--procs",
		"long 0/8/0/8 4\n" + named + "batch 1/2/1/4 16\n":                                                                 "tells no size",
		named + "batch 1/2/1/5 16\n":             "are 4 nodes and not 5",
		named + "batch 4 16\n":                   "no count of the nodes",
		"PARTITION NODES CPUS\nbatch 1/2/4 16\n": "no count of the nodes",
		strings.Repeat(" ", MaxSizeText+1):       "longer than",
	} {
		_, err := ReadSize(text)
		require.ErrorContains(t, err, want)
	}
}

func TestATextOfAMachineIsKnownFromALog(t *testing.T) {
	for text, is := range map[string]bool{
		"PartitionName=a Nodes=n1 TotalCPUs=4 TotalNodes=1\n": true, "NodeName=n1 CPUTot=16\n": true,
		"NODELIST CPUS\nn1 16\n": true, "PARTITION NODES(A/I/O/T) CPUS\n": true, "Sat Nov 21 16:23:38 2026\nNODELIST NODES PARTITION " +
			"STATE CPUS\n": true,
		`{"partitions": [`: true, `{"meta": {}, "nodes" : [ {`: true,
		`{"meta": {}, "jobs": [ {"nodes": [`: false, `{"platform":{"clusters":[{"id":"a","nodes":[{"type":"b","number":8}]}]}}`: false,
		"JOBID PARTITION STATE\n": false, "PARTITION|STATE\n": false, "; Computer: x\n": false, "": false,
		Command: false, "JobID|Partition|State\n": false,
	} {
		require.Equal(t, is, SniffSize([]byte(text)), text)
	}
	p := NewMachine()
	_, err := p.Write([]byte("NodeName=n1 CPUTot=16\n NodeName=n2 CPUTot=4 Arch=x\n"))
	require.NoError(t, err)
	_, err = p.Log()
	var told *Told
	require.ErrorAs(t, err, &told)
	require.Equal(t, Size{Procs: 20, Nodes: 2, Why: "all nodes that scontrol lists"}, told.Size)
	require.ErrorContains(t, err, "beside the log")
}
