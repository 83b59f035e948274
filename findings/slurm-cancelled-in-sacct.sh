#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): which jobs that were cancelled while they waited sacct lists, and from when on it says that a job
# could start.
#
# Seen: sacct -S START, with -E now or without, lists a cancelled job that could start, and none that was held, had a begin time
# to come or waited for another, even if it could have started for seconds before it was held. The database has them: with
# -s CA they are listed too. A task of an array that is cancelled by its own number is listed neither way, though nothing held
# it, and jobcomp/filetxt has no line of it either. An array that is cancelled as a whole has one record for all its tasks.
# And a job that is held and released, or given another begin time, could start (Eligible) only since then, as sacct says:
# the time before is gone. So a log of sacct holds less than what was asked for, and by Eligible shorter waits than users had.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18820} # and the three after it
dir=$(mktemp -d)
trap 'kill $(cat "$dir"/pid.* 2>/dev/null) 2>/dev/null || true; wait; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq "slurmctld=$version" "slurmd=$version" "slurmdbd=$version" "slurm-client=$version" \
  "slurm-wlm-basic-plugins=$version" "slurm-wlm-mysql-plugin=$version" munge libmunge2 mariadb-server-core mariadb-client-core \
  libmariadb3 libaio1 liburing2 libnuma1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH=$lib:$lib/slurm-wlm:$dir/root/lib/$(uname -m)-linux-gnu
export PATH=$dir/root/usr/bin:$dir/root/usr/sbin:$PATH SLURM_CONF=$dir/slurm.conf TZ=UTC
mkdir run db state spool
chmod 755 "$dir" run
(umask 077; head -c 128 /dev/urandom >key)
auth="AuthType=auth/munge
AuthInfo=socket=$dir/run/munge
PluginDir=$lib/slurm-wlm
SlurmUser=root"
cat >slurm.conf <<END
ClusterName=finding
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 3))
$auth
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldLogFile=$dir/log
SlurmctldPidFile=$dir/pid.controller
SlurmdPidFile=$dir/pid.slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePass=$dir/run/munge
AccountingStoragePort=$((port + 1))
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/jobcomp
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=batch Nodes=n1 Default=YES MaxTime=INFINITE
END
(umask 077; cat >slurmdbd.conf <<END
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=$((port + 1))
$auth
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=$((port + 2))
StorageUser=slurm
StoragePass=slurm
LogFile=$dir/log.database
PidFile=$dir/pid.accounting
END
)
settle() { read -rt "$1" <> <(:) || true; }
await() { # await COMMAND...: until it succeeds, a minute at most
  for _ in $(seq 300); do
    "$@" >/dev/null 2>&1 && return
    settle 0.2
  done
  echo "never came: $*"; exit 1
}
munged -F --force --key-file "$dir/key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed" >munged.out 2>&1 &
echo $! >pid.munged
mariadb-install-db --no-defaults --user=root --basedir="$dir/root/usr" --datadir="$dir/db" --auth-root-authentication-method=normal \
  --skip-test-db >install.out 2>&1
mariadbd --no-defaults --user=root --basedir="$dir/root/usr" --datadir="$dir/db" --socket="$dir/run/mysql" \
  --pid-file="$dir/run/mariadb.pid" --bind-address=127.0.0.1 --port=$((port + 2)) >mariadb.out 2>&1 &
echo $! >pid.mariadb
await mariadb --no-defaults -S "$dir/run/mysql" -u root -e "CREATE USER slurm@127.0.0.1 IDENTIFIED BY 'slurm';
  GRANT ALL ON *.* TO slurm@127.0.0.1"
slurmdbd -D >slurmdbd.out 2>&1 &
echo $! >pid.slurmdbd
await sacctmgr -i add cluster finding
slurmctld -D >controller.out 2>&1 &
echo $! >pid.daemon
slurmd -D -N n1 >slurmd.out 2>&1 &
echo $! >pid.node
await sh -c "sinfo -h -o %T | grep -q idle"
slurmctld -V
declare -A id
submit() { # submit NAME OPTION...
  local name=$1
  shift
  id[$name]=$(sbatch --parsable -D / -o /dev/null -J "$name" -t 5 "$@")
}
submit all -n8 --wrap 'sleep 30' # has all CPUs while the others wait
await sh -c "squeue -h -o %T | grep -q RUNNING"
for name in able held released later; do submit $name -n1 --wrap 'sleep 2'; done
submit begin -n1 --begin=now+3600 --wrap 'sleep 2'
submit task -n1 --array=1-3 --wrap 'sleep 2'
submit array -n1 --array=1-3 --wrap 'sleep 2'
submit dependent -n1 -d afterany:"${id[all]}" --wrap 'sleep 2'
settle 6
scontrol hold "${id[held]}" "${id[released]}"
scontrol update JobId="${id[later]}" StartTime=now+4
settle 6
scontrol release "${id[released]}"
scancel "${id[able]}" "${id[held]}" "${id[dependent]}" "${id[begin]}" "${id[task]}_2" "${id[array]}"
await sh -c '[ -z "$(squeue -h)" ]'
settle 6 # what is on its way to the database
sacct -aXDnP -S 2020-01-01 -E now -o JobName,JobID,Submit,Eligible,State >records
sacct -aXDnP -S 2020-01-01 -E now -s CA -o JobName,JobID,Submit,Eligible,State >cancelled
failed=
seen() { # seen WHAT WANTED GOT
  echo "$1: $3"
  [ "$2" = "$3" ] || { echo "expected: $2"; failed=1; }
}
cancelled() { # cancelled NAME: its lines in three lists
  grep -c "^$1|.*|CANCELLED" records || true
  grep -c "^$1|.*|CANCELLED" cancelled || true
  grep -c " Name=$1 JobState=CANCELLED" jobcomp || true
}
echo 'cancelled while they waited: lines of sacct, of sacct -s CA, of jobcomp'
seen '  could start' '1 1 1' "$(cancelled able | paste -sd " ")"
seen '  could start, then was held' '0 1 1' "$(cancelled held | paste -sd " ")"
seen '  waited for another' '0 1 1' "$(cancelled dependent | paste -sd " ")"
seen '  begin time to come' '0 1 1' "$(cancelled begin | paste -sd " ")"
seen '  task 2 of an array of 3' '0 0 0' "$(cancelled task | paste -sd " ")"
seen '  an array of 3' '1 1 1' "$(cancelled array | paste -sd " ")"
seen 'tasks of the first array with a record' '1 3' "$(sed -n 's/^task|[0-9]*_\([0-9]*\)|.*/\1/p' records | sort | paste -sd ' ')"
for name in released later; do
  IFS='|' read -r _ _ submit eligible _ < <(grep "^$name|" records)
  lost=$(($(date -d "$eligible" +%s) - $(date -d "$submit" +%s)))
  echo "$name: could start when submitted, Eligible says $lost s later"
  [ "$lost" -ge 8 ] || failed=1
done
[ -z "$failed" ] || { cat records; echo 'another behaviour than was seen'; exit 1; }
