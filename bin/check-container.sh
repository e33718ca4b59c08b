#!/usr/bin/env bash
# Builds the image and runs it as config/operations/container/compose.yaml would, on a machine without Docker and without a registry of
# images: the bases are made by debootstrap and this machine's Node, the Dockerfile is built by buildah, the container is a chroot with a
# read-only root, under the user and the settings that the image names, without capabilities and without a network.
# Root, some minutes (the speech runtime is compiled for every processor), 6 GB: for a release, not for CI.
#   apt-get install -y buildah debootstrap && npm ci && npm run build && bin/check-container.sh
# BUILD_VOLUMES: further --volume of the build, one a word (a certificate authority, an .npmrc). KEEP: a folder for what is made, used again.
# SPEECH_FOR= (empty): the speech runtime for this processor alone, for a quick look. SKIP_BUILD=1: the image of the last time.
set -euo pipefail
cd "$(dirname "$0")/.."
# Mounts of this script are its own, and go with it.
[ -n "${IN_OWN_MOUNTS:-}" ] || IN_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0"

image=svc:check
work=${KEEP:-$(mktemp -d)}
root=$work/root
mkdir -p "$work"
container=

finish() {
  [ -z "$container" ] || { umount --recursive "$root" 2>/dev/null; buildah rm "$container" >/dev/null; } || true
  [ -n "${KEEP:-}" ] || rm -rf "$work"
}
trap finish EXIT

step() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# What debian:bookworm-slim and node:20-bookworm-slim are, as far as the Dockerfile uses them.
make_bases() {
  step 'bases: debootstrap, and the Node of this machine'
  local debian=$work/debian node=$work/node prefix
  if [ ! -d "$debian" ]; then
    debootstrap --variant=minbase bookworm "$debian" http://deb.debian.org/debian >"$work/debootstrap.log"
    rm -rf "$debian"/usr/share/{doc,man,info,locale}/* "$debian"/var/lib/apt/lists/* "$debian"/var/cache/apt/*
    # A mirror that is a copy of some day is as good here.
    printf 'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n' >"$debian/etc/apt/apt.conf.d/99check"
  fi
  rm -rf "$node"
  cp -a "$debian" "$node"
  prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
  mkdir -p "$node/usr/local/lib/node_modules"
  cp "$prefix/bin/node" "$node/usr/local/bin/"
  cp -r "$prefix/include/node" "$node/usr/local/include/"
  cp -r "$(npm root --global)/npm" "$node/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$node/usr/local/bin/npm"
  import_base docker.io/library/debian:bookworm-slim "$debian"
  import_base docker.io/library/node:20-bookworm-slim "$node"
}

import_base() {
  local base
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$2" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
  buildah commit --quiet "$base" "$1" >/dev/null
  buildah rm "$base" >/dev/null
}

build_image() {
  step 'the Dockerfile, on what is committed'
  local volumes=() volume
  for volume in ${BUILD_VOLUMES:-}; do volumes+=(--volume "$volume"); done
  rm -rf "$work/context"
  mkdir "$work/context"
  git archive HEAD | tar --extract --directory "$work/context"
  buildah bud --isolation chroot --pull-never --layers "${volumes[@]}" \
    --build-arg SPEECH_FOR="${SPEECH_FOR---portable}" --tag "$image" "$work/context"
}

# As compose.yaml has it: only /data and /tmp can be written, the passphrase is a secret of the user.
open_root() {
  step 'a read-only root'
  local source device
  container=$(buildah from --pull-never "$image")
  source=$(buildah mount "$container")
  mkdir -p "$source/run/secrets" "$root"
  touch "$source/dev/null" "$source/dev/urandom"
  mount --bind "$source" "$root"
  mount -o remount,bind,ro "$root"
  mount -t proc -o ro proc "$root/proc"
  for device in null urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
  mount -t tmpfs -o size=1g,mode=1777,noexec,nosuid,nodev tmpfs "$root/tmp"
  mount -t tmpfs -o size=4g,mode=0700,uid=10001,gid=10001 tmpfs "$root/data"
  mount -t tmpfs -o size=1m,mode=0755 tmpfs "$root/run/secrets"
  head -c 24 /dev/urandom | base64 >"$root/run/secrets/master-key-passphrase"
  chown 10001:10001 "$root/run/secrets/master-key-passphrase"
  chmod 0400 "$root/run/secrets/master-key-passphrase"
  mount -o remount,ro "$root/run/secrets"
}

# A program that runs its arguments in the container, as the image says. It becomes them, so that signals reach them.
write_runner() {
  local environment user
  environment=$(buildah inspect --type image --format '{{range .OCIv1.Config.Env}}{{.}} {{end}}' "$image")
  user=$(buildah inspect --type image --format '{{.OCIv1.Config.User}}' "$image")
  [ "$user" = 10001:10001 ] || fail "the image runs as $user"
  cat >"$work/in-container" <<RUNNER
#!/bin/sh
exec chroot $root setpriv --reuid ${user%:*} --regid ${user#*:} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  env -i $environment TINI_SUBREAPER=1 SVC_PORT="\${SVC_PORT:-8080}" SVC_GENERATOR=rules \\
  SVC_MASTER_KEY_PASSPHRASE_FILE=/run/secrets/master-key-passphrase /usr/bin/tini -- "\$@"
RUNNER
  chmod +x "$work/in-container"
}

inside() { "$work/in-container" "$@"; }

# The demonstration in it, from the first frame to the national network, where nothing leads out.
do_main_job() {
  step 'a visit: recorded, transcribed, a picture read, a document written, sent to the rehearsal'
  unshare --net --mount sh test/helpers/no-route.sh "$work/counts" \
    node --import=tsx test/helpers/egress-job.ts "$work/in-container" svcctl | tee "$work/job.json"
  printf '\n'
  grep --quiet '"transcript":"Bom dia.*dor de cabeça' "$work/job.json" || fail 'transcript'
  grep --quiet '"record":"submitted"' "$work/job.json" || fail 'record'
  awk '/^Ip: /{if (!n++) {for (i = 1; i <= NF; i++) if ($i == "OutNoRoutes") c = i} else v4 = $c} /^Ip6OutNoRoutes/{v6 = $2}
    END {print "wanted to leave: " v4 + v6; exit v4 + v6 > 0}' "$work/counts" || fail 'something wanted to leave'
}

# As an administrator: the first key, the passphrase, service, health, a request, a stop in good order, and all still there.
do_administration() {
  step 'init, a passphrase for the master key, serve, stop, start again'
  export SVC_PORT=18080
  rm -rf "${root:?}"/data/* "${root:?}"/data/.[!.]*
  local key
  key=$(inside svcctl init --org 'Hospital de Teste' --json | sed -n 's/.*"secret": "\([^"]*\)".*/\1/p')
  [ -n "$key" ] || fail 'no first key'
  inside svcctl vault protect --with passphrase --yes
  for round in first second; do
    # Not by the function: the signal is meant for tini.
    "$work/in-container" svcctl serve 2>"$work/$round.log" >"$work/$round.out" &
    local service=$! waited=0
    until inside node /opt/svc/bin/container-health.mjs; do
      waited=$((waited + 1))
      [ $waited -lt 60 ] || fail "not healthy: $(tail -3 "$work/$round.log")"
      sleep 1
    done
    # shellcheck disable=SC2016
    node -e '
      const [key, port] = process.argv.slice(1)
      const headers = { "x-svc-token": key, "content-type": "application/json" }
      const answer = await fetch(`http://127.0.0.1:${port}/integration/session-token/`, { method: "POST", headers, body: "{}" })
      if (!(await answer.json()).access) process.exit(1)
    ' --input-type=module "$key" "$SVC_PORT" || fail "no session token in the $round round"
    inside svcctl doctor >"$work/doctor" || fail "svcctl doctor: $(cat "$work/doctor")"
    tail -1 "$work/doctor"
    kill -TERM "$service"
    wait "$service" || fail "the service ended with $? at SIGTERM"
    grep --quiet server.stopped "$work/$round.log" "$work/$round.out" || fail 'no good end'
    ! inside node /opt/svc/bin/container-health.mjs || fail 'healthy without a service'
  done
  inside svcctl audit verify
}

# What must not work.
do_refusals() {
  step 'nothing else can be written, nobody else it runs as'
  ! inside sh -c 'echo x > /opt/svc/x' 2>/dev/null || fail 'the program can be written'
  ! inside sh -c 'cp /bin/true /tmp/x && /tmp/x' 2>/dev/null || fail 'programs start in /tmp'
  [ "$(inside id -u)" = 10001 ] || fail 'the user'
  ! inside sh -c 'command -v npm || command -v g++ || command -v curl' || fail 'tools that help an intruder'
}

[ -n "${SKIP_BUILD:-}" ] || { make_bases; build_image; }
open_root
write_runner
do_refusals
do_main_job
do_administration
step 'size'
buildah images "$image"
du -sm "$root"/usr "$root"/opt/svc/* | sort -rn | head -8
step 'all well'
