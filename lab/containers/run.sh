#!/usr/bin/env bash
# `npm run test:containers`: the container features with a real engine. Where Docker runs, on its images; where an engine can be
# installed (root, Debian), on stand-ins in a network of its own. Elsewhere one line says why not, and the exit status is 0.
set -u
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH"
tests() { CONFORMANCE_BACKENDS=localstack vitest run --config lab/containers/vitest.config.ts "$@"; }

if [ -n "${DOCKER_HOST:-}" ] || { command -v docker >/dev/null && docker info >/dev/null 2>&1; }; then
  CONFORMANCE_TILL_IMAGE="${CONFORMANCE_TILL_IMAGE:-}" tests
  exit
fi
not_here() { echo "test:containers: not run here, $1"; exit 0; }
[ "$(id -u)" = 0 ] || not_here "no engine answers, and only root can start one"
unshare -n true 2>/dev/null || not_here "no engine answers, and this machine lets nobody have a network of their own"
tools=(podman runc netavark aardvark-dns iptables iproute2 busybox-static)
if ! command -v podman >/dev/null || ! command -v ip >/dev/null || ! command -v iptables >/dev/null; then
  command -v apt-get >/dev/null || not_here "no engine answers, and there is no apt-get to install one with"
  # The lists of a fresh machine may be older than its packages.
  apt-get install -qq -y --no-install-recommends "${tools[@]}" >/dev/null 2>&1 ||
    { apt-get update -qq >/dev/null 2>&1 && apt-get install -qq -y --no-install-recommends "${tools[@]}" >/dev/null 2>&1; } ||
    not_here "no engine answers, and podman cannot be installed"
fi
export WORK; WORK="$(mktemp -d /tmp/conformance-engine-XXXXXX)"

cat >"$WORK/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
CONF
printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' "$WORK/root" "$WORK/run" >"$WORK/storage.conf"
export CONTAINERS_CONF="$WORK/containers.conf" CONTAINERS_STORAGE_CONF="$WORK/storage.conf" PODMAN=podman

clean() {
  $PODMAN rm -af >/dev/null 2>&1
  for pid in $(ps -eo pid,args | awk -v work="$WORK" 'index($0, work) && ($2 ~ /conmon/ || $2 ~ /podman$/) { print $1 }'); do kill "$pid" 2>/dev/null; done
  $PODMAN system reset -f >/dev/null 2>&1
  rm -rf "$WORK"
}
trap clean EXIT

# A root folder with node, what it is linked to, and a shell.
node lab/containers/bundle.ts "$WORK/bundle" 2>/dev/null || exit 1
image() { # name, folder of the bundle, port
  local root="$WORK/image-$2"
  mkdir -p "$root"/{bin,tmp,proc,sys,dev,etc,app}
  cp -L "$(node -p process.execPath)" "$root/bin/node"
  ldd "$root/bin/node" | grep -o '/[^ ]*' | while read -r lib; do mkdir -p "$root$(dirname "$lib")"; cp -L "$lib" "$root$lib"; done
  cp "$(command -v busybox)" "$root/bin/busybox"
  for name in sh grep awk cat; do ln -sf busybox "$root/bin/$name"; done
  cp "$WORK/bundle/$2/main.js" "$root/app/main.js"
  echo '{"type":"module"}' >"$root/app/package.json"
  printf 'FROM scratch\nCOPY . /\nEXPOSE %s\nENV PATH=/bin\nCMD ["/bin/node","/app/main.js"]\n' "$3" >"$WORK/Containerfile-$2"
  $PODMAN build -q -t "$1" -f "$WORK/Containerfile-$2" "$root" >/dev/null
}
image docker.io/localstack/localstack:4.0 queue 4566 || not_here "podman cannot build an image"
image docker.io/conformance/quartz:1 till 8000 || not_here "podman cannot build an image"

# The image of the single file, on the libraries that it is linked to and a shell.
[ -d dist ] || node build/package.ts
node build/binary.ts >/dev/null 2>&1 || { echo "the single file cannot be built"; exit 1; }
base="$WORK/base"
mkdir -p "$base"/{bin,tmp,proc,sys,dev,etc,work}
cp -L /bin/bash "$base/bin/bash"
ldd /bin/bash dist-binary/conformance | grep -o '/[^ ]* ' | while read -r lib; do mkdir -p "$base$(dirname "$lib")"; cp -L "$lib" "$base$lib"; done
printf 'FROM scratch\nCOPY . /\nENV PATH=/bin:/usr/bin\n' | $PODMAN build -q -t localhost/conformance-base -f - "$base" >/dev/null
$PODMAN build -q --format docker --build-arg BASE=localhost/conformance-base -t localhost/conformance . >/dev/null || exit 1

# Its bridge and rules are gone with the namespace.
unshare -n bash -c '
  ip link set lo up
  $PODMAN system service --time=0 "unix://$WORK/engine.sock" >"$WORK/service.log" 2>&1 &
  for _ in $(seq 100); do [ -S "$WORK/engine.sock" ] && break; sleep 0.1; done
  why=$($PODMAN run --rm docker.io/conformance/quartz:1 sh -c true 2>&1) || { echo "$why" | tail -1 >"$WORK/why"; kill %1; exit 77; }
  export DOCKER_HOST="unix://$WORK/engine.sock" TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  export CONFORMANCE_TILL_IMAGE=docker.io/conformance/quartz:1 CONFORMANCE_BACKENDS=localstack CONFORMANCE_IMAGE=localhost/conformance
  vitest run --config lab/containers/vitest.config.ts
  status=$?
  [ $status = 0 ] || tail -20 "$WORK/service.log"
  kill %1
  exit $status
'
status=$?
[ $status = 77 ] && not_here "podman cannot run a container: $(cat "$WORK/why")"
exit $status
