package sacct

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The line of a submission says what a job asks for, in whatever way sbatch takes it.
func TestTheLineOfASubmissionIsRead(t *testing.T) {
	for line, want := range map[string]Request{
		"sbatch --exclusive=user -n 2":                     {Told: true, Tasks: 2, More: true},
		"-d afterok:7 --time-min=5":                        {TimeMin: true},
		"sbatch -n 8 -c2 x.sh":                             {Told: true, Tasks: 8, Each: 2},
		"sbatch --ntasks=8 --cpus-per-task 2":              {Told: true, Tasks: 8, Each: 2},
		"sbatch -N 2 --ntasks-per-node=6":                  {Told: true, Least: 2, Most: 2, PerNode: 6},
		"sbatch -N2-4 --exclusive --mem=0":                 {Told: true, Least: 2, Most: 4, Exclusive: true, Memory: AllMemory},
		"sbatch --mem=4G --gres=gpu:a100:2,nvme":           {Memory: 4096, Wants: []Want{{"gpu:a100", 2, 0}, {"nvme", 1, 0}}},
		"sbatch --mem-per-cpu 1500M --gpus-per-node=4":     {PerCPU: 1500, Wants: []Want{{"gpu", 4, 0}}},
		"sbatch -w n3 -s --wrap 'sleep 5 --exclusive -c9'": {More: true, Shares: true},
		"": {},
	} {
		require.Equal(t, want, RequestOf(line), line)
	}
	require.Equal(t, Request{CPUs: 12, Sum: 63488, Least: 2, Wants: []Want{{"gpu:a100", 0, 3}}},
		Requested("billing=12,cpu=12,gres/gpu:a100=3,gres/gpu=3,mem=62G,node=2"))
}

// What stands behind the name of a script is the script's to read, not Slurm's.
func TestWordsOfTheScriptAreNoRequest(t *testing.T) {
	for line, own := range map[string]string{
		"sbatch -n 4 run.sh -n 99 --mem=1":   "sbatch -n 4",
		"sbatch --exclusive run.sh -N 9":     "sbatch --exclusive",
		"sbatch --mem 4G -J x -s run.sh -c9": "sbatch --mem 4G -J x -s",
		"srun -n2 ./a.out -n 9":              "srun -n2",
		"sbatch run.sh":                      "sbatch",
		" -n 4 -w --time-min=2":              " -n 4 -w --time-min=2",
		"sbatch --wrap exec x -N 3 -a 0-5%2": "sbatch --wrap exec x -N 3 -a 0-5%2",
		"":                                   "",
	} {
		require.Equal(t, own, ownWords(line), line)
	}
}
