#!/usr/bin/env bash
# Shadowtime's build: needs Go and git, nothing else.
set -euo pipefail
cd "$(dirname "$0")"

usage() {
  cat <<'EOF'
usage: ./build.sh VERB

  run     build everything, serve the page on http://127.0.0.1:8080 and print the link
  build   build the page into public/
  dist    build, then write what is given away: dist/shadowtime.html, the page in one file, and
          dist/site for any static host, packed, hashed and kept for use without network (two minutes)
  edge    build, then write dist/edge: the site with a Cloudflare Worker that passes on the public logs
          of a list: ./build.sh edge LIST.json, as wasm/edge/logs.example.json is one
  test    build, then run the tests; the browser's where a Chromium is found, and with SHADOWTIME_LONG=1 those
          that take long, as .ci/run does
  check   format, vet, staticcheck, races, generated files, go.mod, package directions: what review would ask for
  publish run published studies again on their logs and write public/docs/published.html's tables anew:
          ./build.sh publish KTH-SP2.swf.gz SDSC-SP2.swf.gz UniLu-Gaia.swf.gz (many minutes);
          with prediction before the logs, those and the charts of public/docs/prediction.html;
          with regression or heterogeneous, of their pages; with limits and no log the tables of
          public/docs/limits.html, after a hostile run; with speed and logs, or none, those of
          public/docs/speed.html that bench measures natively
  bench   measure the engines: ns per event by trace and order, and by cluster and how it is scheduled;
          and how long the built page takes to start
  fuzz    let each fuzz target look for a failure, 20 s or as long as is said: ./build.sh fuzz 10m
EOF
}

say() { printf '%s\n' "$*" >&2; }

need_go() {
  command -v go >/dev/null 2>&1 || { say "Go is missing: install Go 1.26 or later (https://go.dev/dl), then try again"; exit 1; }
}

# folders with .vugu files: the shell, what views build on, and one a view.
vugu_folders() { git ls-files --cached --others --exclude-standard '*.vugu' | xargs -n1 dirname | sort -u; }

# generate writes Vugu's Go files beside the .vugu files. Stale ones go first:
# an old 0_missing_gen.go would declare types twice.
generate() {
  local folders f
  folders=$(vugu_folders)
  find ui -name '*_gen.go' -delete
  # a folder at a time: vugugen counts equal tags over all that it is given, and
  # a new view would change the files of those after it
  for f in $folders; do go tool vugugen -skip-go-mod -skip-main "$f"; done
  # shellcheck disable=SC2086
  find ui -name '*_gen.go' -exec gofmt -w {} +
}

# wasm [FLAG...] builds the module and packs it: .wasm.gz is served as plain
# bytes and unpacked by the page, which works on every static host.
wasm() {
  GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' "$@" -o public/shadowtime.wasm ./wasm/page
  go run ./wasm/pack public/shadowtime.wasm
  gzip -9nf public/shadowtime.wasm
  say "  public/shadowtime.wasm.gz  $(($(wc -c <public/shadowtime.wasm.gz) / 1000)) kB"
}

# One module is page and worker: what is common to both is loaded once, and a
# worker costs no second one. Without inlining what draws and reports is an
# eighth smaller and hardly slower; what workers compute with, and the
# statistics, stay as they are.
lean() { local p; for p in "$@"; do printf -- '-gcflags=%s=-l\n' "$p"; done; }
full() { local p; for p in "$@"; do printf -- '-gcflags=%s=\n' "$p"; done; }
flags=($(lean shadowtime/... github.com/vugu/... honnef.co/... gonum.org/... bufio encoding/{csv,json} errors fmt html internal/... net/url os reflect \
  strconv strings sync/... syscall syscall/js time unicode/...)
  $(full shadowtime/core/{base/{exp,stats,sorted,random},job,job/{lublin,resample,swf},sim,sim/{bandit,metric,order,order/expr,predictor,trials},cluster,experiment/agent}))

build() {
  need_go
  say "building the page"
  generate
  wasm "${flags[@]}"
  install -m 644 "$(go env GOROOT)/lib/wasm/wasm_exec.js" public/wasm_exec.js
  go run ./wasm/pack -helper "$(go list -m -f '{{.Dir}}' github.com/vugu/vugu)/domrender/renderer-js-script.go" >public/vugu.js
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
  build
  say "packing what is given away"
  go run ./wasm/dist -public public -out dist
}

# edge LIST writes the site that is told of the list, the worker and what wrangler
# asks for.
edge() {
  local list="${1:-}" out=dist/edge worker
  [ -f "$list" ] || { say "no list of logs: ./build.sh edge wasm/edge/logs.example.json, or one of yours"; exit 2; }
  build
  say "packing the site and its worker"
  go run ./wasm/dist -public public -out "$out" -archive "$list"
  worker="$out/worker"
  mkdir -p "$worker"
  GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w -X main.logs=$(base64 <"$list" | tr -d '\n')" -o "$worker/app.wasm" ./wasm/edge
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

# missing says, loudly, which tests this machine can't run.
missing() {
  if ! has_browser; then
    say ""
    say "!!! THE BROWSER TESTS ARE NOT RUN: no Chromium was found."
    say "!!! Install chromium, or set SHADOWTIME_CHROMIUM to its path, to run the page's own tests."
    say ""
  fi
  if ! has_firefox; then
    say ""
    say "!!! THE PAGE IS NOT TRIED IN FIREFOX: none was found."
    say "!!! Install firefox-esr, or set SHADOWTIME_FIREFOX to its path."
    say ""
  fi
  [ -n "${SHADOWTIME_AXE:-}" ] || say "(SHADOWTIME_AXE names no axe.min.js: axe-core does not look at the page)"
  [ -n "${SHADOWTIME_MINIFLARE:-}" ] || say "(SHADOWTIME_MINIFLARE names no miniflare: the edge worker is not run in workerd)"
  [ -n "${SHADOWTIME_LONG:-}${SHADOWTIME_CAMPAIGNS:-}" ] || say "(SHADOWTIME_LONG is not set: tests that take long for what quicker ones hold in part are left out, a quarter of an hour and more)"
  [ -d ../shared/traces ] || say "(no folder ../shared: the tests on real logs and on published simulators' answers are not run)"
}

test_all() {
  build
  missing
  # the browser's tests wait a good deal: others run meanwhile; check vets. Compilers,
  # linkers and tests end soon: little of their garbage need be collected.
  GOGC="${GOGC:-400}" go test -vet=off -timeout 30m ./wasm/e2e ./...
  missing
}

check() {
  need_go
  local bad
  bad=$(git ls-files --cached --others --exclude-standard '*.go' | grep -v '_gen\.go$' | xargs gofmt -l)
  [ -z "$bad" ] || { say "not gofmt-clean:" $bad; exit 1; }
  generate
  git diff --exit-code --stat -- 'ui/*_gen.go' 'ui/**/*_gen.go' || { say "Vugu's generated files differ: commit what ./build.sh build wrote"; exit 1; }
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./wasm/page ./wasm/worker ./wasm/edge ./wasm/pool ./ui/...
  go tool staticcheck ./...
  # what runs at the same time, on small inputs
  go test -race -short -run 'OnlyMissing|AnErrorEnds|WhatIsKept|TwoRuns|CtrlC|Believ|Serve|Fieller' ./core/cmd/shadowtime ./core/base/stats
  go mod tidy -diff || { say "go.mod is not tidy: run go mod tidy"; exit 1; }
  go test ./core/internal/house/
  say "check: fine"
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
    if ! go test -run '^$' -fuzz "^${target%%:*}\$" -fuzztime "${1:-20s}" -fuzzminimizetime 10x "./$pkg" 2>&1 | tee "$log"; then
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
    SHADOWTIME_LONG=1 SHADOWTIME_LIMITS="$PWD/public/docs/limits.html" go test -count=1 -run '^TestHostile' ./core/cmd/shadowtime ./wasm/e2e
    go test -count=1 -run '^TestTheLimitsPage' ./core/internal/house -update
    return
  fi
  if [ "${1:-}" = speed ]; then
    shift
    go run ./core/cmd/shadowtime bench --clusters --page public/docs/speed.html
    go run ./core/cmd/shadowtime bench --page public/docs/speed.html
    [ "$#" -eq 0 ] || go run ./core/cmd/shadowtime bench --page public/docs/speed.html "$@"
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
  [ "$#" -gt 0 ] || { say "no log: ./build.sh publish [prediction|regression|heterogeneous] LOG..., or limits, or speed"; exit 2; }
  go run ./core/cmd/shadowtime reproduce "${study[@]}" "$@"
}

# bench measures the engines on synthetic traces and clusters, natively and
# (where there is a Chromium) as WASM in it, then on real logs where they lie
# beside the repository. The tables go to bench.csv, bench-clusters.csv and
# bench-logs.csv.
bench() {
  need_go
  local tmp traces=() f
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' RETURN
  go build -o "$tmp/shadowtime" ./core/cmd/shadowtime
  if has_browser; then
    go build -o "$tmp/wasmtest" ./wasm/wasmtest
    say "measuring in the browser"
    GOOS=js GOARCH=wasm go test -count=1 -exec "$tmp/wasmtest" -run '^$' \
      -bench 'Replay/trace=(KTH|SDSC)-like|Cluster' -benchtime 1x ./core/sim >"$tmp/wasm"
    GOOS=js GOARCH=wasm go test -count=1 -exec "$tmp/wasmtest" -run '^$' -bench ScenarioOne ./core/experiment/agent >"$tmp/agents"
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
  else
    say "(no folder ../shared: real logs were not measured)"
  fi
}

case "${1:-}" in
  run) run ;;
  build) build ;;
  dist) dist ;;
  edge) edge "${2:-}" ;;
  test) test_all ;;
  check) check ;;
  publish) shift; publish "$@" ;;
  bench) bench ;;
  fuzz) fuzz "${2:-}" ;;
  *) usage; exit 2 ;;
esac
