#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): what becomes of two partitions that both say Default=YES, and of a DefaultTime above MaxTime.
#
# Seen: slurmctld starts with both. Of two partitions with Default=YES the last one is the default. A DefaultTime above
# MaxTime is dropped, and a job without -t gets the MaxTime. Each has one line of the log that is no error. So a file that
# reads as "jobs go to debug, half an hour each" sends every job elsewhere, for as long as jobs may take there.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18760}
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
PartitionName=debug Nodes=n1 Default=YES DefaultTime=00:30:00 MaxTime=01:00:00
PartitionName=long Nodes=n1 Default=YES DefaultTime=2-00:00:00 MaxTime=1-00:00:00
END
munged -F --force --key-file "$dir/key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed" >munged.out 2>&1 &
echo $! >pid.munged
slurmctld -D >controller.out 2>&1 &
echo $! >pid.daemon
for _ in $(seq 100); do
  scontrol ping 2>/dev/null | grep -q UP && break
  kill -0 "$(cat pid.daemon)" || { cat log; exit 1; }
  read -rt 0.2 <> <(:) || true
done
slurmctld -V
scontrol -o show partition | grep -o 'PartitionName=[a-z]*\|Default=[A-Z]*\|DefaultTime=[^ ]*\|MaxTime=[^ ]*' | paste -sd ' ' >shown
sed 's/ PartitionName/\nPartitionName/g' shown
want='PartitionName=debug Default=NO DefaultTime=00:30:00 MaxTime=01:00:00 PartitionName=long Default=YES DefaultTime=NONE MaxTime=1-00:00:00'
[ "$(cat shown)" = "$want" ] || { echo "another behaviour than was seen"; exit 1; }
for line in 'changing default partition from debug to long' 'partition long DefaultTime exceeds MaxTime'; do
  grep "$line" log | grep -v 'error:' || { echo "the log has not the line: $line"; exit 1; }
done
