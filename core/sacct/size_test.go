package sacct

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture"
)

func TestRealMachinesHaveTheSizeOfTheirDescription(t *testing.T) {
	for file, want := range map[string]Size{
		"scontrol-partitions.txt":           {23056, 812, "partition systems, which has all nodes"},
		"slurm-partitions.json":             {28416, 572, "all partitions, of which no two share a node"},
		"slurm-live-scontrol-partition.txt": {64, 4, "partition batch, which has all nodes"},
		"slurm-live-sinfo-nodes.txt":        {64, 4, "all nodes that sinfo lists"},
		"slurm-live-sinfo.json":             {64, 4, "all nodes that sinfo lists"},
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
		"PARTITION NODES(A/I/O/T) CPUS\nbatch* 1/2/1/4 16\nlong 0/8/0/8 4+\n":                                           {64, 4, "the largest partition that sinfo lists"},
		"NODELIST CPUS\nn[01-03,7] 16\nn01 16\nm1 4\n":                                                                  {68, 5, "all nodes that sinfo lists"},
		"PartitionName=a Nodes=n[1-2],m TotalCPUs=12 TotalNodes=3\nPartitionName=b Nodes=m TotalCPUs=4 TotalNodes=1":    {12, 3, "partition a, which has all nodes"},
		"PartitionName=a Nodes=n[1-2] TotalCPUs=12 TotalNodes=2\nPartitionName=b Nodes=(null) TotalCPUs=0 TotalNodes=0": {12, 2, "partition a, which has all nodes"},
	} {
		got, err := ReadSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"": "tells no size", "hello": "tells no size", "{": "line 1", "{}": "tells no size", "PartitionName=a Nodes=n[1-99999999] TotalCPUs=1": "can't be read",
		"PartitionName=a Nodes=n[1-2] TotalCPUs=12 TotalNodes=2\nPartitionName=b Nodes=n[2-3] TotalCPUs=9 TotalNodes=2": "--procs",
		strings.Repeat(" ", MaxSizeText+1): "longer than",
	} {
		_, err := ReadSize(text)
		require.ErrorContains(t, err, want)
	}
}
