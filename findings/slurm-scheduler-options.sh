#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): which words of SchedulerParameters slurmctld obeys.
#
# Seen: it looks for an option's name and = at any place of the text and takes the first. Of a repeated option the later one
# is passed over without a word, though of a repeated line of slurm.conf the last one counts. A longer word that ends in an
# option's name sets that option: who writes no_default_queue_depth=11 to switch a line off has set it, ahead of a right one
# that follows. Of a number with letters behind it the digits count. What counts stands in one line of slurmctld's log.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18780}
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
NodeName=n1 CPUs=8 State=UNKNOWN
PartitionName=p Nodes=n1 Default=YES
END
munged -F --force --key-file "$dir/key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed" >munged.out 2>&1 &
echo $! >pid.munged
slurmctld -V
try() { # try TEXT DEPTH: what default_queue_depth becomes
  rm -rf state log; mkdir state
  { cat slurm.conf; echo "SchedulerParameters=$1"; } >with.conf
  export SLURM_CONF=$dir/with.conf
  slurmctld -D >controller.out 2>&1 &
  echo $! >pid.daemon
  for _ in $(seq 100); do
    scontrol ping 2>/dev/null | grep -q UP && break
    kill -0 "$(cat pid.daemon)" || { cat log; exit 1; }
    read -rt 0.2 <> <(:) || true
  done
  sbatch --wrap=true -o /dev/null >submitted # a first job makes the daemon read the options
  for _ in $(seq 100); do
    grep -q 'SchedulerParameters=default_queue_depth' log && break
    read -rt 0.2 <> <(:) || true
  done
  kill "$(cat pid.daemon)"; wait "$(cat pid.daemon)" || true
  seen=$(grep -o 'SchedulerParameters=default_queue_depth=[0-9]*' log | head -n1)
  echo "$1 -> ${seen#SchedulerParameters=}"
  [ "$seen" = "SchedulerParameters=default_queue_depth=$2" ] || { echo "another behaviour than was seen"; exit 1; }
}
try default_queue_depth=10,default_queue_depth=50 10
try my_default_queue_depth=7,default_queue_depth=50 7
try no_default_queue_depth=11 11
try default_queue_depth=12x34 12
