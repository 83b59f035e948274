#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): what slurmctld does, without a word, with memory and generic resources that contradict each other.
#
# Seen: where DefMemPerCPU is above MaxMemPerCPU it starts and logs nothing; a job that asks for one CPU and no memory gets
# more CPUs until the limit holds: a default of twice the limit costs it twice the CPUs. A node may have a Gres whose type
# GresTypes does not name: one line of the log says so where GresTypes names others, none where it is not set. Jobs that ask
# for it are refused as if the type were misspelt.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18790}
dir=$(mktemp -d)
trap 'kill $(cat "$dir"/pid.* 2>/dev/null) 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq "slurmctld=$version" "slurm-client=$version" "slurm-wlm-basic-plugins=$version" munge libmunge2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH=$lib:$lib/slurm-wlm PATH=$dir/root/usr/bin:$dir/root/usr/sbin:$PATH SLURM_CONF=$dir/slurm.conf
mkdir state run
chmod 755 "$dir" run
(umask 077; head -c 128 /dev/urandom >key)
cat >slurm.conf <<END
ClusterName=finding
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge
PluginDir=$lib/slurm-wlm
StateSaveLocation=$dir/state
SlurmctldLogFile=$dir/log
SlurmctldPidFile=$dir/pid.controller
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
PartitionName=p Nodes=n1 Default=YES
END
munged -F --force --key-file "$dir/key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed" >munged.out 2>&1 &
echo $! >pid.munged
slurmctld -V
serve() { # serve NODE_WORDS LINE...: a controller with these lines, once it answers
  rm -rf state log; mkdir state
  { cat slurm.conf; echo "NodeName=n1 CPUs=8 RealMemory=64000 $1 State=UNKNOWN"; shift; printf '%s\n' "$@"; } >with.conf
  export SLURM_CONF=$dir/with.conf
  slurmctld -D >controller.out 2>&1 &
  echo $! >pid.daemon
  for _ in $(seq 100); do
    scontrol ping 2>/dev/null | grep -q UP && return
    kill -0 "$(cat pid.daemon)" || { cat log; exit 1; }
    read -rt 0.2 <> <(:) || true
  done
  exit 1
}
end() { kill "$(cat pid.daemon)"; wait "$(cat pid.daemon)" || true; }
seen() { # seen WANTED GOT
  echo "   $2"
  [ "$1" = "$2" ] || { echo "expected: $1"; exit 1; }
}
for most in 4000 2000 1000; do
  serve "" SelectTypeParameters=CR_CPU_Memory DefMemPerCPU=4000 MaxMemPerCPU=$most
  echo "DefMemPerCPU=4000 MaxMemPerCPU=$most, a job of one CPU:"
  sbatch --parsable -n1 --wrap=true -o /dev/null >submitted
  seen "NumCPUs=$((4000 / most))" "$(scontrol show job "$(cat submitted)" | grep -o 'NumCPUs=[0-9]*')"
  seen 0 "$(grep -ci 'MemPerCPU' log || true)"
  end
done
for types in "" GresTypes=disk; do
  serve Gres=gpu:2 SelectTypeParameters=CR_CPU ${types:+"$types"}
  echo "a node with Gres=gpu:2, ${types:-no GresTypes}:"
  seen "$([ -z "$types" ] && echo 0 || echo 1)" "$(grep -ci 'invalid gres' log || true)"
  seen "sbatch: error: Invalid generic resource (gres) specification" "$(sbatch --gres=gpu:1 --wrap=true -o /dev/null 2>&1 | tail -n1)"
  end
done
