#!/usr/bin/env bash
# Shadowtime's build: needs Go and git, nothing else.
set -euo pipefail
cd "$(dirname "$0")"

# What is compiled says nothing of the folder that it lies in, so that another clone finds it in Go's cache; and
# what only a debugger reads is not made, which is a tenth of compiling.
export GOFLAGS="-trimpath -gcflags=all=-dwarf=false ${GOFLAGS:-}"

usage() {
  cat <<'EOF'
usage: ./build.sh VERB

  run     build everything, serve the page on http://127.0.0.1:8080 and print the link
  build   build the page into public/
  dist    build, then write what is given away: dist/shadowtime.html, the page in one file, and
          dist/site for any static host, packed, hashed and kept for use without network (two minutes)
  edge    build, then write dist/edge: the site with a Cloudflare Worker that passes on the public logs
          of a list: ./build.sh edge LIST.json, as wasm/edge/logs.example.json is one
  test    build, then run the tests that hold what matters most; the browser's where a Chromium is found.
          It says what processor time each part took
  test all  every test but those of nightly, as .ci/run does
  nightly every test there is, whole campaigns among them, then mutants, a comparison of speed and ten minutes
          of fuzzing (hours)
  quick   test the packages of what changed since the last commit (nothing: in it) and those that import
          them, with what is short and without the browser
  check   format, vet, staticcheck, races, generated files, go.mod, package directions: what review would ask for
  publish run published studies again on their logs and write public/docs/published.html's tables anew:
          ./build.sh publish KTH-SP2.swf.gz SDSC-SP2.swf.gz UniLu-Gaia.swf.gz (many minutes);
          with prediction before the logs, those and the charts of public/docs/prediction.html;
          with regression or heterogeneous, of their pages; with limits and no log the tables of
          public/docs/limits.html, after a hostile run; with safe and no log those of safe learning in
          public/docs/choosing.html (ten minutes); with speed and logs, or none, those of
          public/docs/speed.html that bench measures natively; with evidence those of
          public/docs/evidence.html, logs named behind it being added to those that are at hand (many minutes)
  bench   measure the engines: ns per event by trace and order, and by cluster and how it is scheduled, and
          how long the built page takes to start; then whole questions beside a commit that public/docs/speed.html
          names; then fail where a command takes 1.1 times the processor time of the commit before, run in
          turns (in nightly three commands, 1.5 times)
  weight  build the module with the usual in place of what is our own, one after another, and write what each
          saves a visitor into public/docs/speed.html (some minutes; by the program zstd)
  profile let the engines run under Go's profiler, and write which calls are frequent, so that they are inlined, into
          core/cmd/shadowtime/default.pgo (three minutes; needs the logs beside the repository)
  lines   turn a traceback of the page, which names functions alone, into lines, by the same sources:
          ./build.sh lines <TRACEBACK
  fuzz    let each fuzz target look for a failure, 20 s or as long as is said: ./build.sh fuzz 10m
  mutants put faults into a copy, one at a time, and tell which test sees each first; fail where nobody does (ten
          minutes): ./build.sh mutants decile tries those with that in their name
EOF
}

say() { printf '%s\n' "$*" >&2; }

need_go() {
  command -v go >/dev/null 2>&1 || { say "Go is missing: install Go 1.26 or later (https://go.dev/dl), then try again"; exit 1; }
}

# vugu_files are those of the shell, of what views build on, and of each view.
vugu_files() { git ls-files --cached --others --exclude-standard '*.vugu'; }

# drawn says whether each .vugu file is the one that its Go file was made of, which names it in its last
# line: Vugu's generator is then neither built nor run.
drawn() {
  local f
  for f in $(vugu_files); do
    [ "$(tail -n1 "${f%.vugu}_gen.go" 2>/dev/null)" = "// Made of $(git hash-object "$f")." ] || return 1
  done
}

# generate writes Vugu's Go files beside the .vugu files. Stale ones go first:
# an old 0_missing_gen.go would declare types twice.
generate() {
  local f
  find ui -name '*_gen.go' -delete
  # a folder at a time: vugugen counts equal tags over all that it is given, and
  # a new view would change the files of those after it
  for f in $(vugu_files | xargs -n1 dirname | sort -u); do go tool vugugen -skip-go-mod -skip-main "$f"; done
  # shellcheck disable=SC2086
  find ui -name '*_gen.go' -exec gofmt -w {} +
  for f in $(vugu_files); do
    printf '\n// Made of %s.\n' "$(git hash-object "$f")" >>"${f%.vugu}_gen.go"
  done
  list_views
}

# list_views writes what names the page's views: each folder of ui that has a view.go.
list_views() {
  local names
  names=$(git ls-files --cached --others --exclude-standard 'ui/*/view.go' | cut -d/ -f2 | sort -u)
  {
    printf '// Code generated by ./build.sh build of the folders there are; DO NOT EDIT.\n\npackage views\n\nimport (\n\t"shadowtime/ui/lab"\n'
    printf '\t"shadowtime/ui/%s"\n' $names
    printf ')\n\n// made are the views, by the names of their folders.\nfunc made(l *lab.Lab) []lab.View {\n\treturn []lab.View{\n'
    printf '\t\t%s.New(l),\n' $names
    printf '\t}\n}\n'
  } | gofmt >ui/views/views_gen.go
}

# One module is page and worker: what is common to both is loaded once, and a
# worker costs no second one. Without inlining what draws and reports is a sixth
# smaller (./build.sh weight) and hardly slower; what workers compute with, and the
# statistics, stay as they are. The engines do without tests of bounds, which cost a seventh
# of their time there: natively, under their oracles and fuzz tests, they keep them. Calls that the
# profile (./build.sh profile) says are frequent are inlined in the engine and its orders alone: elsewhere
# that weighs and gains nothing.
flags=(-pgo=core/cmd/shadowtime/default.pgo)
each() { local p; for p in "${@:2}"; do flags+=("-gcflags=$p=-dwarf=false $1"); done; }
each -pgoprofile= all
each -l shadowtime/... github.com/vugu/... honnef.co/... gonum.org/... bufio encoding/{base64,csv,json} errors fmt html internal/... io io/fs log net/{netip,url} os path reflect \
  strconv strings sync/... syscall syscall/js time unicode/... unique
each -pgoprofile= shadowtime/core/{base/{stats,sorted,random},job,job/{lublin,resample,swf},sim/{bandit,metric,order/expr,predictor,trials},slurm/model,experiment/agent}
each -B shadowtime/core/{sim,sim/order,base/exp}
each '-B -pgoprofile=' shadowtime/core/{cluster,sim/{feedback,guard,held}}
each -pgoprofile= shadowtime/core/experiment/rules

# sources is one sum of all that the page is built of.
sources() {
  {
    git ls-files --cached --others --exclude-standard core ui wasm go.mod go.sum build.sh | grep -v '_test\.go$\|/testdata/' |
      while read -r f; do [ ! -f "$f" ] || echo "$f"; done | git hash-object --stdin-paths
    go env GOVERSION
  } | git hash-object --stdin
}

# pack FLAG_OR_FILE... runs what packs modules, which is a module of its own and knows nothing of the rest.
pack() {
  local bin status=0
  bin=$(mktemp -d)
  go build -C wasm/pack -o "$bin/pack" . || status=$?
  [ "$status" -ne 0 ] || "$bin/pack" "$@" || status=$?
  rm -rf "$bin"
  return "$status"
}

# link FILE compiles and links the page's module, which is not packed yet.
link() { GOOS=js GOARCH=wasm go build -ldflags='-s -w' "${flags[@]}" -o "$1" ./wasm/page; }

# build [-best] builds the page, where it is not that of the sources. .wasm.zst is served as plain bytes and
# unpacked by the page, which works on every static host. What is given away is packed by the program zstd, in
# some twenty seconds; where it is missing, by a library in 18 % more bytes.
build() {
  need_go
  local best=${1:-} sum
  sum=$(sources)
  if [ "$(head -n1 public/page.build 2>/dev/null)" = "$sum" ] && [ -f public/shadowtime.wasm.zst ] && [ -f public/wasm_exec.js ] && [ -f public/vugu.js ]; then
    [ -n "$best" ] && [ "$(tail -n1 public/page.build)" != best ] || return 0
  else
    say "building the page"
    rm -f public/page.build
    if drawn; then list_views; else generate; fi
    sum=$(sources)
    link public/shadowtime.wasm
    pack public/shadowtime.wasm
    pack -fast public/shadowtime.wasm
    install -m 644 "$(go env GOROOT)/lib/wasm/wasm_exec.js" public/wasm_exec.js
    pack -helper "$(go list -m -f '{{.Dir}}' github.com/vugu/vugu)/domrender/renderer-js-script.go" >public/vugu.js
    echo "$sum" >public/page.build
  fi
  if [ -n "$best" ]; then
    pack -best public/shadowtime.wasm.zst
    if command -v zstd >/dev/null 2>&1; then echo best >>public/page.build; fi
  fi
}

# lines turns a traceback that is read into one with lines.
lines() {
  need_go
  local tmp
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"; trap - RETURN' RETURN
  drawn || generate
  link "$tmp/linked.wasm"
  pack -lines "$tmp/linked.wasm"
}

run() {
  build
  # a program of its own and not "go run", so that ending this ends the server
  local bin="${TMPDIR:-/tmp}/shadowtime-$(id -u)"
  mkdir -p "$bin"
  go build -o "$bin/shadowtime" ./core/cmd/shadowtime
  exec "$bin/shadowtime" serve --addr 127.0.0.1:8080 --next
}

dist() {
  build -best
  say "packing what is given away"
  go run ./wasm/dist -public public -out dist
}

# edge LIST writes the site that is told of the list, the worker and what wrangler
# asks for.
edge() {
  local list="${1:-}" out=dist/edge worker
  [ -f "$list" ] || { say "no list of logs: ./build.sh edge wasm/edge/logs.example.json, or one of yours"; exit 2; }
  build -best
  say "packing the site and its worker"
  go run ./wasm/dist -public public -out "$out" -archive "$list"
  worker="$out/worker"
  mkdir -p "$worker"
  GOOS=js GOARCH=wasm go build -ldflags="-s -w -X main.logs=$(base64 <"$list" | tr -d '\n')" -o "$worker/app.wasm" ./wasm/edge
  install -m 644 "$(go list -m -f '{{.Dir}}' github.com/syumai/workers)/cmd/workers-assets-gen/assets/wasm_exec_go.js" "$worker/wasm_exec.js"
  install -m 644 wasm/edge/frame/worker.mjs wasm/edge/frame/wrangler.toml -t "$worker"
  mv "$worker/wrangler.toml" "$out/wrangler.toml"
  say "  $worker  $(gzip -9c "$worker/app.wasm" | wc -c | awk '{print int($1 / 1000)}') kB packed"
}

# has_browser looks for a Chromium, has_firefox for a Firefox, as the tests do.
has_browser() { has "${SHADOWTIME_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; }
has_firefox() { has "${SHADOWTIME_FIREFOX:-}" firefox-esr firefox; }

# has says whether one is named, or one of the names is a program.
has() {
  local n
  [ -z "$1" ] || return 0
  for n in "${@:2}"; do
    if command -v "$n" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

# missing SET says in one line what this machine has not, and what of a set was therefore not tried.
missing() {
  local list=() line
  has_browser || list+=("the page (no Chromium: install chromium, or name one by SHADOWTIME_CHROMIUM)")
  command -v zstd >/dev/null 2>&1 || list+=("the program zstd, which packs what is given away (install zstd)")
  [ -d ../shared/traces ] || list+=("real logs and published simulators' answers (no folder ../shared)")
  if [ "$1" != test ]; then
    has_firefox || list+=("the page in Firefox (none: install firefox-esr, or name one by SHADOWTIME_FIREFOX)")
    [ -n "${SHADOWTIME_AXE:-}" ] || list+=("the page by axe-core (SHADOWTIME_AXE names no axe.min.js)")
    [ -n "${SHADOWTIME_MINIFLARE:-}" ] || list+=("the edge worker in workerd (SHADOWTIME_MINIFLARE names no miniflare)")
    PATH="$PATH:/usr/sbin" command -v slurmctld >/dev/null 2>&1 || list+=("a private Slurm (no slurmctld: install slurmctld, slurmd, slurm-client and munge)")
  fi
  [ "${#list[@]}" -gt 0 ] || return 0
  printf -v line '; %s' "${list[@]}"
  say "not tried here: ${line:2}"
}

# unprofiled builds the command without its profile, for which all that it links, Go's own packages
# too, would be compiled once more. The page has its flags named.
unprofiled() { export GOFLAGS="${GOFLAGS:-} -pgo=off"; }

# spend NAME sets a variable to the processor time of all that this shell has waited for, in seconds.
spend() {
  times >"$tmp/times" # behind a pipe, or in a shell of its own, it would be that one's
  printf -v "$1" %s "$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.1f", 60 * $1 + $2 + 60 * $3 + $4 }' "$tmp/times")"
}

# programs PACKAGE... writes an overlay by which an area's tests are one program, and lists what is then to be
# tested: all, or those of the packages.
programs() { go run ./core/internal/areas "$tmp" "$@"; }

# run_programs FLAG_OR_PACKAGE... tests them. The browser's tests wait a good deal: others run meanwhile; check
# vets. Compilers, linkers and tests end soon: little of their garbage need be collected, and what only a
# debugger reads need not be linked. The limit is there for a test that would hang.
run_programs() { GOGC="${GOGC:-400}" SHADOWTIME_SPENT="$tmp/spent" SHADOWTIME_OVERLAY="$tmp/overlay.json" go test -overlay "$tmp/overlay.json" -vet=off -ldflags='-s -w' -timeout 90m "$@"; }

# run_set SET [FLAG...] builds the page, runs a set's tests and says what processor time the parts took.
run_set() {
  local set=$1 tmp page all status=0 apart='^$'
  shift
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"; trap - RETURN' RETURN
  : >"$tmp/spent"
  build
  spend page
  unprofiled
  # what packs and gives away changes seldom, and the browser's tests run the packed page
  [ "$set" != test ] || apart='^shadowtime/wasm/(dist|edge)'
  programs >"$tmp/programs"
  # the browser's come first, since they take longest
  # shellcheck disable=SC2046
  run_programs "$@" $(grep -Ev "$apart" "$tmp/programs" | sort -r) || status=$?
  [ "$set" = test ] || go test -C wasm/pack . || status=$?
  missing "$set"
  spend all
  awk -v all="$all" -v page="$page" '{ of[$1] += $2 }
    END { printf "%s: %.0f s of processor time: page %.0f, compiling and linking %.0f, native tests %.0f, browser %.0f\n", set, all, page,
      all - page - of["native"] - of["browser"], of["native"], of["browser"] }' set="$set" "$tmp/spent" >&2
  return "$status"
}

# quick tests what changed, and who imports it; the command's tests and those of all views together are those of
# the whole.
quick() {
  need_go
  local changed packages tmp all
  changed=$({ git diff --name-only HEAD; git ls-files --others --exclude-standard; } | grep -E '^(core|ui|wasm)/' || true)
  [ -n "$changed" ] || changed=$(git diff --name-only HEAD~1 HEAD | grep -E '^(core|ui|wasm)/' || true)
  packages=$(sed -E 's#(/testdata)?/[^/]*$##; s#/testdata/.*##; s#^#shadowtime/#' <<<"$changed" | sort -u)
  packages=$(go list -e -f '{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... |
    awk -v changed="$packages" 'BEGIN { n = split(changed, list, "\n"); for (i = 1; i <= n; i++) is[list[i]] = 1 }
      $1 in is { print $1; next }
      $1 ~ /\/(cmd\/shadowtime|labtest|e2e)$/ { next }
      { for (i = 2; i <= NF; i++) if ($i in is) { print $1; next } }' || true)
  if grep -q '^wasm/pack/' <<<"$changed"; then go test -C wasm/pack -short .; fi
  [ -n "$packages" ] || { say "nothing else of the program changed"; return; }
  say "testing $(wc -w <<<"$packages") packages"
  unprofiled
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"; trap - RETURN' RETURN
  # shellcheck disable=SC2086
  programs $packages >"$tmp/programs"
  [ -s "$tmp/programs" ] || { say "they have no tests"; return; }
  # shellcheck disable=SC2046
  run_programs -short $(cat "$tmp/programs")
  spend all
  say "quick: $all s of processor time"
}

# nightly tries what no change waits for.
nightly() {
  SHADOWTIME_CAMPAIGNS=1 run_set nightly
  go run ./core/internal/mutants
  against 1.5 'compare --orders SAF --resamples 30' 'compare --orders LEXP --resamples 30' 'predict --resamples 2'
  fuzz "$((600 / $(fuzz_targets | wc -l)))s"
}

check() {
  need_go
  local bad staticcheck
  unprofiled
  bad=$(git ls-files --cached --others --exclude-standard '*.go' | grep -v '_gen\.go$' | xargs gofmt -l)
  [ -z "$bad" ] || { say "not gofmt-clean:" $bad; exit 1; }
  generate
  git diff --exit-code --stat -- 'ui/*_gen.go' 'ui/**/*_gen.go' || { say "Vugu's generated files differ: commit what ./build.sh build wrote"; exit 1; }
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./wasm/page ./wasm/worker ./wasm/edge ./wasm/pool ./ui/...
  go vet -C wasm/pack .
  go tool staticcheck ./...
  staticcheck=$(go tool -n staticcheck)
  (cd wasm/pack && "$staticcheck" .)
  # what runs at the same time, on small inputs
  go test -race -run 'OnlyMissing|AnErrorEnds|WhatIsKept|TwoRuns|CtrlC|Believ|Serve|Fieller' ./core/cmd/shadowtime ./core/cmd/tasks ./core/cmd/serve ./core/base/stats
  { go mod tidy -diff && go -C wasm/pack mod tidy -diff; } || { say "a go.mod is not tidy: run go mod tidy beside it"; exit 1; }
  go mod verify >/dev/null || { say "a module is not what go.sum says: go clean -modcache fetches all anew"; exit 1; }
  vulnerabilities
  go test ./core/internal/house/
  say "check: fine"
}

# vulnerabilities says which known ones the program reaches. None fails the check: their
# list changes while the commit does not.
vulnerabilities() {
  local known unreached="known vulnerabilities: not looked up, their list can't be reached"
  # to build and run who asks takes a minute: not where nobody can answer
  if [ -z "${HTTPS_PROXY:-${https_proxy:-}}" ] && ! timeout 5 bash -c '</dev/tcp/vuln.go.dev/443' 2>/dev/null; then
    say "$unreached"
  elif ! known=$(go tool govulncheck ./... 2>&1); then
    case $known in
      *"fetching vulnerabilities"*) say "$unreached" ;;
      *) say "$known" ;;
    esac
  fi
}

# fuzz_targets lists every fuzz target there is, as TARGET:FOLDER.
fuzz_targets() {
  git ls-files --cached --others --exclude-standard '*_test.go' | xargs grep -Eo '^func Fuzz[A-Za-z0-9]+' /dev/null |
    sed -E 's|^(.*)/[^/]*_test\.go:func (Fuzz.*)$|\2:\1|' | sort
}

fuzz() {
  need_go
  local target pkg log
  for target in $(fuzz_targets); do
    pkg="${target#*:}"
    # Minimising an input that is only interesting may take a minute by
    # default; when the time is up in the middle of it, go test calls the
    # deadline a failure. No failing input is then written: that is what tells
    # it from a finding.
    log=$(mktemp)
    if ! go test -C "$pkg" -run '^$' -fuzz "^${target%%:*}\$" -fuzztime "${1:-20s}" -fuzzminimizetime 10x . 2>&1 | tee "$log"; then
      if ! grep -qx ' *context deadline exceeded' "$log" || grep -q 'Failing input\|panic:\|hung or terminated' "$log"; then
        rm -f "$log"
        exit 1
      fi
      say "(the time was up within a minimisation; nothing was found)"
    fi
    rm -f "$log"
  done
}

# publish makes the tables of published.html from what the command computes, or those
# of the pages of single studies.
publish() {
  need_go
  if [ "${1:-}" = limits ]; then
    SHADOWTIME_CAMPAIGNS=1 SHADOWTIME_LIMITS="$PWD/public/docs/limits.html" go test -count=1 -run '^TestHostile' ./core/cmd/shadowtime ./core/job/format ./wasm/e2e
    go test -count=1 -run '^TestTheLimitsPage' ./core/internal/house -update
    return
  fi
  if [ "${1:-}" = safe ]; then
    go test -p 1 -count=1 -v -timeout 90m -run '^TestTheTableOfSafeLearning' ./core/sim/bandit ./core/cmd/shadowtime -publish
    return
  fi
  if [ "${1:-}" = speed ]; then
    shift
    go run ./core/cmd/shadowtime bench --clusters --page public/docs/speed.html
    go run ./core/cmd/shadowtime bench --page public/docs/speed.html
    [ "$#" -eq 0 ] || go run ./core/cmd/shadowtime bench --page public/docs/speed.html "$@"
    questions --page public/docs/speed.html "$@"
    return
  fi
  if [ "${1:-}" = evidence ]; then
    shift
    local logs="" log
    for log in "$@"; do logs+="${logs:+:}$(realpath "$log")"; done
    # one package after another: they write one page
    SHADOWTIME_LOGS="$logs" go test -count=1 -v -timeout 90m ./core/internal/worlds -publish
    go test -count=1 -v -timeout 90m -run '^TestTheTablesOf' ./core/cmd/shadowtime -publish
    go test -count=1 -v -timeout 90m -run '^TestTheTablesOf' ./core/experiment/rules -publish
    return
  fi
  local study=(--apart --page public/docs/published.html)
  if [ "${1:-}" = prediction ]; then
    study=(--study prediction --page public/docs/prediction.html)
    shift
  elif [ "${1:-}" = regression ]; then
    study=(--study regression --page public/docs/regression.html)
    [ ! -f ../shared/golden/regress/scores.csv.gz ] || study+=(--scores ../shared/golden/regress/scores.csv.gz)
    shift
  elif [ "${1:-}" = heterogeneous ]; then
    study=(--study heterogeneous --page public/docs/heterogeneous.html)
    shift
  fi
  [ "$#" -gt 0 ] || { say "no log: ./build.sh publish [prediction|regression|heterogeneous] LOG..., or limits, or safe, or speed, or evidence"; exit 2; }
  go run ./core/cmd/shadowtime reproduce "${study[@]}" "$@"
}

# against LIMIT COMMAND... runs commands of this program and of the commit before on one log, in turns,
# and fails where one takes more than LIMIT times the processor time, which depends little on what else
# runs. The least of each counts, and what is too slow is run again.
against() {
  local limit=$1 before=HEAD tmp who command round slower TIMEFORMAT=%U LC_ALL=C
  shift
  if git diff --quiet HEAD -- core go.mod; then before=HEAD~1; fi
  tmp=$(mktemp -d)
  older "$tmp" "$before" || { rm -rf "$tmp"; return 0; }
  go build -o "$tmp/now" ./core/cmd/shadowtime
  "$tmp/now" synth --procs 100 --jobs 28000 --seed 3 --load 0.7 -o "$tmp/log.swf" 2>/dev/null
  for round in $(seq 10); do
    for command in "$@"; do
      for who in before now; do
        # shellcheck disable=SC2086
        if ! { time GOMAXPROCS=1 "$tmp/$who" $command "$tmp/log.swf" >/dev/null 2>"$tmp/said"; } 2>"$tmp/took"; then
          [ "$who" = before ] || { cat "$tmp/said" >&2; rm -rf "$tmp"; exit 1; }
          echo 1e9 >"$tmp/took" # it did not know that yet
        fi
        echo "$who,$(cat "$tmp/took"),$command" >>"$tmp/all"
      done
    done
    slower=$(awk -F, -v limit="$limit" '{ command = substr($0, index($0, $3)); if (!(($1, command) in s) || $2 < s[$1, command]) s[$1, command] = $2; all[command] }
      END { for (c in all) if (s["now", c] > limit * s["before", c]) printf "  %.2f s, before %.2f: %s\n", s["now", c], s["before", c], c }' "$tmp/all")
    [ "$round" -lt 3 ] || [ -n "$slower" ] || break
  done
  rm -rf "$tmp"
  before=$(git log -1 --format='%h, %s' "$before")
  [ -z "$slower" ] || { say "slower than $limit times $before:"; say "$slower"; exit 1; }
  say "no slower than $limit times $before"
}

# older FOLDER COMMIT builds the command of a commit of this repository's history there, or says that it can't.
older() {
  git rev-parse -q --verify "$2^{commit}" >/dev/null || { say "(commit $2 is not in this clone: its speed is not known; git fetch --unshallow fetches it)"; return 1; }
  mkdir "$1/source"
  git archive "$2" | tar -x -C "$1/source"
  (cd "$1/source" && go build -o "$1/before" ./core/cmd/shadowtime)
  rm -rf "$1/source"
}

# questions [FLAG_OR_LOG...] asks whole questions of the present program and of the commit that the page of speed names, in turns.
questions() (
  since=73eaf7e6
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  older "$tmp" "$since" || exit 0
  go build -o "$tmp/now" ./core/cmd/shadowtime
  say "whole questions, beside $(git log -1 --format='%h of %cs, %s' "$since"):"
  "$tmp/now" bench --before "$tmp/before" --tries 3 "$@"
)

# packed FOLDER PACKAGE FLAG... runs benchmarks of the core in the browser, in a module packed as the page's is.
packed() {
  local tmp=$1 package=$2
  shift 2
  GOOS=js GOARCH=wasm go test -c "${profiled[@]}" "${engines[@]}" -o "$tmp/test.wasm" "./core/$package"
  pack "$tmp/test.wasm"
  "$tmp/wasmtest" "$tmp/test.wasm" -test.run '^$' "$@"
}

# profile writes what the command and the page are built by: EASY under the orders a comparison has
# weighs most, the rest is there so that its frequent calls are known, too.
profile() {
  need_go
  local needed
  for needed in traces/{KTH-SP2-1996-2.1-cln,SDSC-SP2-1998-4.2-cln,UniLu-Gaia-2014-1,CEA-Curie-2011-2.1-cln}.swf.gz golden/slurm-pass; do
    [ -e "../shared/$needed" ] || { say "../shared/$needed is missing: without it the profile would be poorer, so put it there; nothing is written"; exit 1; }
  done
  local tmp easy='order=[A-Z0-9]+(-SPF)?(@20h)?$'
  tmp=$(mktemp -d)
  record() { go test -run '^$' -bench "$2" "${@:3}" -cpuprofile "$tmp/$(ls "$tmp" | wc -l).prof" -o "$tmp.test" "./core/$1"; }
  record sim "Replay/trace=(KTH|SDSC)-like/$easy" -benchtime 3x
  record sim "Replay/trace=CEA-Curie/$easy" -benchtime 1x
  record sim 'Replay/trace=KTH-like/order=(SAF@conservative|ave|history)' -benchtime 1x
  record sim 'Cluster/cluster=nodes-100' -benchtime 1x
  record sim/trials Trial -benchtime 3s
  record sim/feedback Replay
  record slurm/follow Pass
  record experiment/agent ScenarioOne
  record experiment/compare Task
  record experiment/online 'Task/trace=(KTH|SDSC)'
  record experiment/tune Task
  record experiment/place Stretch
  go tool pprof -proto "$tmp"/*.prof >core/cmd/shadowtime/default.pgo
  rm -rf "$tmp" "$tmp.test"
}

# bench measures the engines on synthetic traces and clusters, natively and
# (where there is a Chromium) as WASM in it, then on real logs where they lie
# beside the repository. The tables go to bench.csv, bench-clusters.csv,
# bench-logs.csv and bench-questions.csv.
bench() {
  need_go
  local tmp traces=() f
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"; trap - RETURN' RETURN
  go build -o "$tmp/shadowtime" ./core/cmd/shadowtime
  if has_browser; then
    go build -o "$tmp/wasmtest" ./wasm/wasmtest
    say "measuring in the browser"
    packed "$tmp" sim -test.bench 'Replay/trace=(KTH|SDSC)-like|Cluster' -test.benchtime 1x >"$tmp/wasm"
    packed "$tmp" experiment/agent -test.bench ScenarioOne >"$tmp/agents"
  else
    : >"$tmp/wasm"
    : >"$tmp/agents"
  fi
  say "measuring natively"
  "$tmp/shadowtime" bench --wasm "$tmp/wasm" --csv bench.csv
  "$tmp/shadowtime" bench --clusters --wasm "$tmp/wasm" --csv bench-clusters.csv
  say "an agent's 350 episodes of two jobs, natively, then in the browser:"
  go test -run '^$' -bench ScenarioOne ./core/experiment/agent | grep '^Benchmark'
  grep '^Benchmark' "$tmp/agents" || true
  if has_browser; then
    say "the page's start, from localhost, least of ten:"
    build
    go test -run '^$' -bench Starts -benchtime 10x ./wasm/e2e | grep '^Benchmark'
  fi
  for f in KTH-SP2-1996 SDSC-SP2-1998 UniLu-Gaia-2014 CEA-Curie-2011; do
    for f in ../shared/traces/"$f"*; do [ -f "$f" ] && traces+=("$f"); done
  done
  if [ "${#traces[@]}" -gt 0 ]; then
    "$tmp/shadowtime" bench --csv bench-logs.csv "${traces[@]}"
    # the shortest and the longest
    questions --csv bench-questions.csv "${traces[0]}" "${traces[-1]}"
  else
    say "(no folder ../shared: real logs were not measured)"
  fi
  against 1.1 'compare --orders SPF,SAF --resamples 30' 'compare --orders LEXP,SEXP --resamples 20' 'compare --orders SAF --resamples 10 --backfilling conservative' \
    'predict --resamples 4' 'online --resamples 3 --weeks 20' 'decide --orders SRF' 'react --orders SPF --replicates 10' 'place --stretches 20'
}

case "${1:-}" in
  run) run ;;
  build) build ;;
  dist) dist ;;
  edge) edge "${2:-}" ;;
  test)
    case "${2:-}" in
      '') run_set test -short ;;
      all) run_set "test all" ;;
      *) usage; exit 2 ;;
    esac
    ;;
  quick) quick ;;
  nightly) nightly ;;
  check) check ;;
  publish) shift; publish "$@" ;;
  bench) bench ;;
  profile) profile ;;
  weight) need_go; generate; pack -weight public/docs/speed.html "${flags[@]}" ;;
  lines) lines ;;
  fuzz) fuzz "${2:-}" ;;
  mutants) need_go; shift; go run ./core/internal/mutants "$@" ;;
  *) usage; exit 2 ;;
esac
