#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): what slurmctld does with a partition whose AllowQos or DenyQos names a QOS that there is none of.
#
# Seen, with a database and AccountingStorageEnforce=...,qos: it starts, logs "Ignoring invalid Allow/DenyQOS value", and scontrol
# shows the name. DenyQos is ignored as the log says. AllowQos is not: it still lets in none but those that it names. A job of
# the QOS normal is taken with EnforcePartLimits=NO, the default, and waits for good ("Job's QOS not permitted"); with ALL it
# is refused. With AccountingStorageEnforce=associations alone the same becomes of the jobs, and the log says nothing at the
# start. Where AllowQos names a QOS that there is too, jobs of that one get in.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18800} # and the two after it
dir=$(mktemp -d)
trap 'kill $(cat "$dir"/pid.* 2>/dev/null) 2>/dev/null || true; wait; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq "slurmctld=$version" "slurmdbd=$version" "slurm-client=$version" "slurm-wlm-basic-plugins=$version" \
  "slurm-wlm-mysql-plugin=$version" munge libmunge2 mariadb-server-core mariadb-client-core libmariadb3 libaio1 liburing2 \
  libnuma1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH=$lib:$lib/slurm-wlm:$dir/root/lib/$(uname -m)-linux-gnu
export PATH=$dir/root/usr/bin:$dir/root/usr/sbin:$PATH SLURM_CONF=$dir/slurm.conf
mkdir run db
chmod 755 "$dir" run
(umask 077; head -c 128 /dev/urandom >key)
auth="AuthType=auth/munge
AuthInfo=socket=$dir/run/munge
PluginDir=$lib/slurm-wlm
SlurmUser=root"
cat >plain.conf <<END
ClusterName=finding
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
$auth
StateSaveLocation=$dir/state
SlurmctldLogFile=$dir/log
SlurmctldPidFile=$dir/pid.controller
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePass=$dir/run/munge
AccountingStoragePort=$((port + 1))
NodeName=n1 CPUs=8 State=UNKNOWN
PartitionName=allow Nodes=n1 AllowQos=nosuch
PartitionName=deny Nodes=n1 DenyQos=nosuch
PartitionName=both Nodes=n1 AllowQos=normal,nosuch
END
cp plain.conf slurm.conf
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
await() { # await COMMAND...: until it succeeds, 20 s at most
  for _ in $(seq 100); do
    "$@" >/dev/null 2>&1 && return
    read -rt 0.2 <> <(:) || true
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
sacctmgr -i add account a cluster=finding >told
sacctmgr -i add user root account=a >>told
slurmctld -V
seen() { # seen WANTED GOT
  echo "   $2"
  [ "$1" = "$2" ] || { echo "expected: $1"; exit 1; }
}
why() { # why PARTITION: what becomes of a job of the QOS normal
  sbatch --parsable -p "$1" -n1 --wrap=true -o /dev/null >submitted 2>&1 || { cat submitted; return; }
  [ "$(squeue -h -j "$(cat submitted)" -o %q)" = normal ]
  squeue -h -j "$(cat submitted)" -o %r | grep 'QOS' || echo "no word of a QOS"
}
for enforce in associations associations,limits,qos; do
  for limits in NO ALL; do
    rm -rf state log; mkdir state
    { cat plain.conf; echo "AccountingStorageEnforce=$enforce"; echo "EnforcePartLimits=$limits"; } >slurm.conf
    slurmctld -D >controller.out 2>&1 &
    echo $! >pid.daemon
    await sh -c "scontrol ping | grep -q UP && scontrol show assoc flags=users | grep -q 'UserName=root'"
    echo "AccountingStorageEnforce=$enforce EnforcePartLimits=$limits, a job of the QOS normal:"
    said=$(grep -c 'error: Ignoring invalid Allow/DenyQOS value: nosuch' log || true)
    seen "$([ $enforce = associations ] && echo 0 || echo 3) lines of the log" "$said lines of the log"
    seen AllowQos=nosuch "$(scontrol show partition allow | grep -o 'AllowQos=[^ ]*')"
    if [ $limits = NO ]; then
      seen "Job's QOS not permitted to use this partition (allow allows nosuch not normal)" "$(why allow)"
    else
      seen "sbatch: error: Batch job submission failed: Invalid qos specification" "$(why allow)"
    fi
    seen "no word of a QOS" "$(why deny)"
    seen "no word of a QOS" "$(why both)"
    kill "$(cat pid.daemon)"; wait "$(cat pid.daemon)" || true
  done
done
